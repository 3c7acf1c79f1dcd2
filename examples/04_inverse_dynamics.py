"""The torques of 03_inverse_dynamics.c from Python: ctypes on the shared libraries, nothing to compile.

Usage: 04_inverse_dynamics.py DIRECTORY, the one that holds libulna.so and libulna_read.so (default: the system's)."""
import ctypes
import os
import sys

folder = sys.argv[1] if len(sys.argv) > 1 else ""
ulna = ctypes.CDLL(os.path.join(folder, "libulna.so"), mode=ctypes.RTLD_GLOBAL)
read = ctypes.CDLL(os.path.join(folder, "libulna_read.so"))


class Joint(ctypes.Structure):  # the first field of ulna_joint is all that is needed here
    _fields_ = [("name", ctypes.c_char_p)]


ulna.ulna_model_joint.restype = ctypes.POINTER(Joint)
ulna.ulna_status_text.restype = ctypes.c_char_p


def must(status):
    if status != 0:
        sys.exit(ulna.ulna_status_text(status).decode())


def numbers(*values):
    return (ctypes.c_double * len(values))(*values)


PARTS_DEFAULT = 16  # ulna/work.h
panda, work = ctypes.c_void_p(), ctypes.c_void_p()
must(read.ulna_robot_load(b"panda", None, None, None, ctypes.byref(panda)))
must(ulna.ulna_work_create(panda, PARTS_DEFAULT, None, ctypes.byref(work)))

q = numbers(0, -0.3, 0.1, -1.8, 0, 1.6, 0.8)
qd = numbers(0.2, 0.1, -0.3, 0.5, 0, 0.4, 1)
qdd = numbers(1, 0, 0, -1, 0, 0, 2)
tau = numbers(*[0] * 7)
ulna.ulna_inverse_dynamics(panda, work, q, qd, qdd, tau)
for i in range(7):
    name = ulna.ulna_model_joint(panda, i + 1).contents.name.decode()
    print(f"{name:<14} {tau[i]:8.4f} N m")

ulna.ulna_work_destroy(work)
ulna.ulna_model_destroy(panda)
