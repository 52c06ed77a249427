"""Fits that can be stopped: each runs in a child process of its own, which is killed at the time limit."""

import multiprocessing
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

from outperform.core import InputError
from outperform.core.descriptors import CLOSED, Held
from outperform.core.processes import LEAVE, settle
from outperform.engine.fit import Failure, Fit, FitTask, Job, Result, fit
from outperform.engine.threads import one_thread
from outperform.engine.workers import worker_error
from outperform.words.endings import ending

WAIT = 5.0  # seconds for a process that has closed its pipe to end
CONTEXT: Any = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")


def run_killable(
    tasks: Sequence[tuple[Job, FitTask]],
    workers: int,
    limit: float | None,
    needed: Callable[[int], bool] = lambda _: True,
) -> Iterator[Result]:
    """Run tasks of any jobs, each for at most ``limit`` seconds if given; a run that is given up leaves no process.

    ``needed`` is asked for the place of each task when its turn comes; one that is not needed any more is left out.
    """
    if multiprocessing.current_process().daemon:
        where = "a worker of multiprocessing.Pool, which may not start processes"
        raise InputError("fit_timeout", f"does not work inside {where}: leave it out, or use ProcessPoolExecutor")
    children = _Children()

    def run(place: int) -> Fit | Failure | None:
        return _in_child(children, *tasks[place], limit) if needed(place) else None

    with ThreadPoolExecutor(workers) as threads:
        futures = {threads.submit(run, place): place for place in range(len(tasks))}
        try:
            for future in as_completed(futures):
                result = _of_worker(future)
                if result is not None:
                    yield futures[future], result
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

    def start(self, job: Job, task: FitTask) -> tuple[Any, Any]:
        """Start a process, unless the run is given up; return it, and the end of the pipe at which its answer arrives.

        One at a time: a process that inherits the other end of the pipe of another one would hide that it has died.
        """
        with self.lock:
            receiver, sender = CONTEXT.Pipe(duplex=False)
            child = CONTEXT.Process(target=_answer, args=(sender, job, task), daemon=True)
            with sender:
                if not self.ended:
                    child.start()
                    self.alive.add(child)
        return child, receiver

    def kill(self, child: Any) -> None:
        """End a process, if it was started."""
        with self.lock:
            if child in self.alive:
                self.alive.remove(child)
                child.kill()
                child.join()

    def end(self) -> None:
        """End all; none is started any more."""
        with self.lock:
            self.ended = True
        for child in list(self.alive):
            self.kill(child)


def _of_worker(future: Future[Fit | Failure | None]) -> Fit | Failure | None:
    """Return what came of a task; raise WorkerError if its process could not be started."""
    try:
        return future.result()
    except OSError as error:  # too many processes or open files
        raise worker_error(error) from error


def _in_child(children: _Children, job: Job, task: FitTask, limit: float | None) -> Fit | Failure:
    child, receiver = children.start(job, task)
    try:
        with receiver:
            if not receiver.poll(limit):
                return Failure(f"took longer than {limit:g} s (fit_timeout)")
            result: Fit | Failure = receiver.recv()
    except EOFError:
        child.join(WAIT)
        if child.exitcode == CLOSED:
            return Failure("it closed files of its process that are not its own")
        return Failure(f"its process died ({ending(child.exitcode or 0)})")
    else:
        return result
    finally:
        children.kill(child)


def _answer(sender: Any, job: Job, task: FitTask) -> None:
    settle(steady=True)  # the thread that started it waits for it
    way = Held.of(sender.fileno())
    with one_thread():
        result = fit(job, task)
        if not way.is_there:
            LEAVE(CLOSED)
        sender.send(result)
