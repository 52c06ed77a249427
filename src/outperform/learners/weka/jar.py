"""What Weka needs on this machine, looked up without starting Java: the extra, weka.jar, a Java runtime."""

import zipfile
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from outperform.core import InputError, MissingDependencyError, did_you_mean

PACKAGE, JAR, VERSION = "python-weka-wrapper3", "weka/lib/weka.jar", "weka/core/version.txt"
CLASSIFIERS = "weka.classifiers."


def check_installed(learner: str) -> None:
    """Raise a MissingDependencyError that says what to install where the extra or Java is missing."""
    jar_path(learner)
    try:
        from jpype import JVMNotFoundException, getDefaultJVMPath
    except ImportError:
        raise MissingDependencyError(_wanted(learner)) from None
    try:
        getDefaultJVMPath()
    except (JVMNotFoundException, ValueError, OSError):
        raise MissingDependencyError(
            f"{learner} needs a Java runtime, version 11 or later, which was not found:"
            " install one (Debian, Ubuntu: apt-get install default-jre-headless) or set JAVA_HOME"
        ) from None


def jar_path(learner: str = "weka") -> Path:
    """Return the path of weka.jar. The package is not imported: a folder called weka could be taken for it."""
    try:
        path = Path(str(distribution(PACKAGE).locate_file(JAR)))
    except PackageNotFoundError:
        raise MissingDependencyError(_wanted(learner)) from None
    if not path.is_file():
        raise MissingDependencyError(_wanted(learner))
    return path


def _wanted(learner: str) -> str:
    return f"{learner} needs Weka: pip install 'outperform[weka]' (it brings weka.jar; a Java runtime is needed too)"


def version() -> str:
    """Return Weka's version, such as 3.9.6."""
    return _read(jar_path())[0]


def check_class(classname: str) -> None:
    """Raise an InputError for a class that weka.jar does not have."""
    known = _read(jar_path())[1]
    if classname in known:
        return
    last = classname.rpartition(".")[2].lower()
    same = [name for name in known if name.rpartition(".")[2].lower() == last]
    near = f"did you mean {same[0]}?" if same else did_you_mean(classname, known)
    raise InputError("weka.classname", f"{classname} is not a class of Weka {version()}; {near}")


@lru_cache(maxsize=2)  # of the process: it follows from the file, which does not change while it is installed
def _read(path: Path) -> tuple[str, frozenset[str]]:
    """Read the version, and the names of the classes below weka.classifiers, from weka.jar."""
    with zipfile.ZipFile(path) as jar:
        found = jar.read(VERSION).decode("ascii").strip().replace("-", ".")
        names = (name.removesuffix(".class").replace("/", ".") for name in jar.namelist() if name.endswith(".class"))
        return found, frozenset(name for name in names if name.startswith(CLASSIFIERS) and "$" not in name)
