"""The Java virtual machine of this process: started with the first fit, gone with the process.

Weka is called through JPype alone. The Python side of python-weka-wrapper3 is not imported: it sets up logging for the
whole process, starts Java with Weka's package manager, which makes folders at home, and copies data row by row.
"""

import atexit
import os
import threading
from typing import Any

from outperform.core import InputError
from outperform.learners.weka.jar import jar_path

OPTIONS = (
    "-Xrs",  # signals stay Python's
    "-XX:+UseSerialGC",
    "-XX:ActiveProcessorCount=1",  # a worker is one thread
    "-Djava.awt.headless=true",
    "-Dweka.packageManager.loadPackages=false",
    f"-DWEKA_HOME={os.devnull}/weka",  # a folder that cannot be made: else Weka makes some at home
    *(f"-Dcom.github.fommil.netlib.{part}=com.github.fommil.netlib.F2j{part}" for part in ("BLAS", "LAPACK", "ARPACK")),
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
)
_STARTED: set[int] = set()  # of the process: holds its own number once Java runs in it
_LOCK = threading.Lock()


def java_class(name: str) -> Any:
    """Return a Java class by its name; start Java if it does not run yet."""
    import jpype

    _start()
    return jpype.JClass(name)


def _start() -> None:
    """Start Java once. A process that was forked from one with Java has none of its threads, and would wait forever."""
    import jpype

    with _LOCK:
        if os.getpid() in _STARTED:
            return
        if _STARTED:
            problem = "Weka's Java cannot run in a fork of a process in which it has run; start a new Python process"
            raise InputError("fit_timeout", problem)
        if jpype.isJVMStarted():  # by the user's own code
            jpype.addClassPath(jar_path())
        else:
            _start_java()
        _STARTED.add(os.getpid())


def _start_java() -> None:
    import jpype
    import jpype.config

    jpype.config.onexit = jpype.config.destroy_jvm = (
        False  # the process ends it; threads of a learner cannot delay that
    )
    jpype.startJVM(*OPTIONS, classpath=[str(jar_path())], interrupt=False)
    # A thread of JPype runs Python's garbage collection after Java's. If Python ends meanwhile, the process aborts.
    atexit.register(jpype.JClass("org.jpype.ref.JPypeReferenceQueue").getInstance().stop)
    system, stream = jpype.JClass("java.lang.System"), jpype.JClass("java.io.PrintStream")
    errors = system.err
    system.setOut(errors)
    system.setErr(stream(jpype.JClass("java.io.OutputStream").nullOutputStream()))
    jpype.JClass("weka.core.WekaPackageManager")  # which says that it could not make its folders
    system.setErr(errors)
