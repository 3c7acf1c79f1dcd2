"""The build backend of the Python package (PEP 517). It asks nothing of the network, and needs CMake, a C compiler, and
Python's and NumPy's headers (Debian: `tools/setup build python`).

The package is put together by the CMake target ulna_python; this file zips it. ULNA_PRESET names the preset it is built by
(release); where that is built already, its libraries are used.
"""
import base64
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
NAME = "ulna"


def version():
    text = open(os.path.join(ROOT, "include", "ulna", "version.h"), encoding="utf-8").read()
    return ".".join(re.findall(r"#define ULNA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def numpy_has():
    """Version and headers' folder. Asked of a new Python: pip hides the environment's packages from the one that builds."""
    ask = "import numpy; print(numpy.__version__, numpy.get_include())"
    found = subprocess.run([sys.executable, "-I", "-c", ask], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        raise SystemExit("ulna: NumPy is needed to build the package, and %s has none (Debian: python3-numpy, and an "
                         "environment made with --system-site-packages)" % sys.executable)
    return found.stdout.strip().split(" ", 1)


def python_include():
    folder = sysconfig.get_paths()["include"]
    if not os.path.exists(os.path.join(folder, "Python.h")):
        raise SystemExit("ulna: no Python.h in %s (Debian: python3-dev)" % folder)
    return folder


def build():
    """Builds the package; the folder it is in."""
    preset = os.environ.get("ULNA_PRESET", "release")
    includes = ";".join(dict.fromkeys([python_include(), numpy_has()[1]]))
    options = ["-DULNA_PYTHON=" + sys.executable, "-DULNA_PYTHON_INCLUDES=" + includes,
               "-DULNA_PYTHON_SUFFIX=.abi3.so"]
    run(["cmake", "--preset", preset] + options)
    run(["cmake", "--build", "--preset", preset, "--target", "ulna_python"])
    return os.path.join(ROOT, "build", preset, "python", NAME)


def run(command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit("%s\nulna: `%s` failed; the lines above are its own" % (done.stdout[-4000:], " ".join(command[:4])))


def tag():
    """The stable ABI of Python 3.11, on this kind of machine."""
    return "cp311-abi3-%s" % (sysconfig.get_platform().replace("-", "_").replace(".", "_"))


def metadata():
    text = open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8").read()
    numpy = numpy_has()[0]  # what it was built with: NumPy's own ABI lasts for a major version
    summary = re.search(r'^description = "(.*)"', text, re.M).group(1)
    return ("Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nLicense: %s\nRequires-Python: >=3.11\n"
            "Requires-Dist: numpy (>=%s,<%d)\nDescription-Content-Type: text/markdown\n\n%s" % (
                NAME, version(), summary, re.search(r'^license = {text = "(.*)"}', text, re.M).group(1),
                numpy.rpartition(".")[0], int(numpy.split(".")[0]) + 1,
                open(os.path.join(ROOT, "README.md"), encoding="utf-8").read()))


def info_files():
    wheel = "Wheel-Version: 1.0\nGenerator: ulna\nRoot-Is-Purelib: false\nTag: %s\n" % tag()
    folder = "%s-%s.dist-info/" % (NAME, version())
    scripts = "[console_scripts]\nulna = ulna.__main__:main\n"
    return folder, {folder + "METADATA": metadata().encode(), folder + "WHEEL": wheel.encode(),
                    folder + "entry_points.txt": scripts.encode()}


def zip_whole(path, files):
    """Files ({name: (bytes, mode)}) and their record. The same files give the same bytes."""
    folder = info_files()[0]
    rows = []
    with zipfile.ZipFile(path + ".partial", "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
        for name, (data, mode) in sorted(files.items()):
            add(name, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append("%s,sha256=%s,%d" % (name, digest, len(data)))
        add(folder + "RECORD", ("\n".join(rows + [folder + "RECORD,,"]) + "\n").encode(), 0o644)
    os.replace(path + ".partial", path)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build()
    files = {name: (data, 0o644) for name, data in info_files()[1].items()}
    for folder, _, names in os.walk(package):
        for name in names:
            path = os.path.join(folder, name)
            if "__pycache__" in path:
                continue
            inside = os.path.join(NAME, os.path.relpath(path, package))
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            files[inside.replace(os.sep, "/")] = (open(path, "rb").read(), mode)
    wheel = "%s-%s-%s.whl" % (NAME, version(), tag())
    zip_whole(os.path.join(wheel_directory, wheel), files)
    return wheel


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A wheel that points at the folder the package is built in."""
    package = build()
    files = {name: (data, 0o644) for name, data in info_files()[1].items()}
    files["_ulna.pth"] = ((os.path.dirname(package) + "\n").encode(), 0o644)
    wheel = "%s-%s-%s.whl" % (NAME, version(), tag())
    zip_whole(os.path.join(wheel_directory, wheel), files)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    base = "%s-%s" % (NAME, version())
    name = base + ".tar.gz"

    def kept(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return None if re.search(r"/(\.git|build(-[^/]*)?|__pycache__)(/|$)", entry.name) else entry
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.add(ROOT, base, filter=kept)
        text = metadata().encode()
        entry = tarfile.TarInfo(base + "/PKG-INFO")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return name


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel
