"""Fits that can be stopped: each runs in a child process of its own, which is killed at the time limit."""

import multiprocessing
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

from outperform.core import InputError
from outperform.core.processes import settle
from outperform.engine.fit import Failure, Fit, FitTask, Job, Result, fit
from outperform.engine.threads import one_thread


def run_killable(job: Job, tasks: Sequence[FitTask], workers: int, limit: float) -> Iterator[Result]:
    """Run tasks, each for at most ``limit`` seconds; a run that is given up leaves no process."""
    if multiprocessing.current_process().daemon:
        where = "a worker of multiprocessing.Pool, which may not start processes"
        raise InputError("fit_timeout", f"does not work inside {where}: leave it out, or use ProcessPoolExecutor")
    children = _Children()
    with ThreadPoolExecutor(workers) as threads:
        futures = {threads.submit(_in_child, children, job, task, limit): place for place, task in enumerate(tasks)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()
            children.end()


@dataclass(eq=False)
class _Children:
    """The processes that run now."""

    alive: set[Any] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)
    ended: bool = False

    def start(self, child: Any) -> None:
        """Start a process, unless the run is given up."""
        with self.lock:
            if not self.ended:
                child.start()
                self.alive.add(child)

    def kill(self, child: Any) -> None:
        """End a process, if it was started."""
        with self.lock:
            if child in self.alive:
                self.alive.remove(child)
                child.kill()
                child.join()

    def end(self) -> None:
        """End all; none is started any more."""
        self.ended = True
        for child in list(self.alive):
            self.kill(child)


def _in_child(children: _Children, job: Job, task: FitTask, limit: float) -> Fit | Failure:
    context: Any = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sender, job, task), daemon=True)
    children.start(child)
    sender.close()
    try:
        if not receiver.poll(limit):
            return Failure(f"took longer than {limit:g} s (fit_timeout)")
        result: Fit | Failure = receiver.recv()
    except EOFError:
        return Failure("its process died")
    else:
        return result
    finally:
        children.kill(child)


def _answer(sender: Any, job: Job, task: FitTask) -> None:
    settle(steady=True)  # the thread that started it waits for it
    with one_thread():
        sender.send(fit(job, task))
