"""Many states of a robot on a graphics processor: arrays of PyTorch, JAX, CuPy or Numba in and out, where they are.

    card = ulna.gpu.Card(robot)                     # float32; rows, (N, n) arrays
    card.run("inverse_dynamics", q, qd, qdd, out=tau)
    card.rollout(q, qd, q_end, qd_end, steps=1000, masses=factors)
    crowd = ulna.gpu.Card([one, another])           # several robots: run and rollout take which=, int32 of each state

Arrays are taken by the CUDA array interface or by DLPack; nothing is copied, and nothing waits. The library is libulna_gpu
(`cmake -DULNA_GPU=ON`), looked for in ULNA_GPU_LIBRARY, then as the system finds libraries.
"""
import ctypes
import ctypes.util
import os
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from .errors import Error, NotFoundError
from .robot import Robot

LAYOUTS = ("columns", "rows")
DRIVES = ("links", "viscous", "dry")
CONTROLS = ("held", "by_step", "feedback", "computed")
STOPS = ("none", "stiff", "hard")
# name: how many it reads of q, qd and a third
FUNCTIONS: Dict[str, int] = {
    "inverse_dynamics": 3, "forward_dynamics": 3, "mass_matrix": 1, "gravity_torques": 1, "bias": 2, "hand_pose": 1, "jacobian": 1,
    "link_poses": 1, "regressor": 3, "inverse_dynamics_derivatives": 3, "forward_dynamics_derivatives": 3}


class Place(NamedTuple):
    """An array on a card: where it begins, its shape, bytes of a number."""

    address: int
    shape: Tuple[int, ...]
    size: int


class _Tensor(ctypes.Structure):  # DLTensor
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Options(ctypes.Structure):
    _fields_ = [("single", ctypes.c_bool), ("layout", ctypes.c_int), ("drives", ctypes.c_int), ("card", ctypes.c_int)]


class _Rollout(ctypes.Structure):
    _fields_ = [("step", ctypes.c_double), ("steps", ctypes.c_long), ("semi_implicit", ctypes.c_bool), ("control", ctypes.c_int),
                ("kp", ctypes.POINTER(ctypes.c_double)), ("kd", ctypes.POINTER(ctypes.c_double)),
                ("desired", ctypes.c_void_p), ("limits", ctypes.c_bool), ("stops", ctypes.c_int),
                ("stop_stiffness", ctypes.c_double), ("stop_damping", ctypes.c_double), ("restitution", ctypes.c_double),
                ("rest_speed", ctypes.c_double), ("robot", ctypes.c_void_p), ("masses", ctypes.c_void_p),
                ("payload", ctypes.c_void_p), ("friction", ctypes.c_void_p), ("gravity", ctypes.c_void_p),
                ("every", ctypes.c_long), ("q_path", ctypes.c_void_p), ("qd_path", ctypes.c_void_p), ("error", ctypes.c_void_p)]


def _in_a_row(shape: Sequence[int], strides: Optional[Sequence[int]]) -> bool:
    """Whether numbers lie one after another, strides counted in numbers."""
    expected = 1
    for length, stride in zip(reversed(shape), reversed(strides or ())):
        if length != 1 and stride != expected:
            return False
        expected *= length
    return True


def _by_interface(about: Dict[str, Any], whole: bool) -> Place:
    kind = about["typestr"]
    if kind not in (("<i4",) if whole else ("<f4", "<f8")):
        raise TypeError("an array of %s was expected, not %s" % ("int32" if whole else "float32 or float64", kind))
    size = int(kind[2])
    strides = about.get("strides")
    if strides is not None and not _in_a_row(about["shape"], [stride // size for stride in strides]):
        raise ValueError("an array whose numbers lie in a row was expected")
    return Place(int(about["data"][0]), tuple(about["shape"]), size)


def _by_dlpack(array: Any, whole: bool) -> Place:
    device = array.__dlpack_device__()
    if int(device[0]) != 2:
        raise ValueError("an array on a card was expected; this one is elsewhere (DLPack's device type %d)" % int(device[0]))
    capsule = array.__dlpack__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return place_of_tensor(_Tensor.from_address(pointer(capsule, b"dltensor")), whole)


def place_of_tensor(tensor: _Tensor, whole: bool = False) -> Place:
    """The array of a DLPack tensor. whole: of int32 numbers."""
    if tensor.code != (0 if whole else 2) or tensor.lanes != 1 or tensor.bits not in ((32,) if whole else (32, 64)):
        raise TypeError("an array of %s was expected" % ("int32" if whole else "float32 or float64"))
    shape = tuple(tensor.shape[: tensor.ndim])
    if tensor.strides and not _in_a_row(shape, tensor.strides[: tensor.ndim]):
        raise ValueError("an array whose numbers lie in a row was expected")
    return Place((tensor.data or 0) + tensor.byte_offset, shape, tensor.bits // 8)


def place_of(array: Any, whole: bool = False) -> Place:
    """Where an array on a card lies. whole: of int32 numbers."""
    about = getattr(array, "__cuda_array_interface__", None)
    if about is not None:
        return _by_interface(about, whole)
    if hasattr(array, "__dlpack__"):
        return _by_dlpack(array, whole)
    raise TypeError("an array on a card was expected (CUDA array interface or DLPack), not %s" % type(array).__name__)


def _library() -> Any:
    name = os.environ.get("ULNA_GPU_LIBRARY") or ctypes.util.find_library("ulna_gpu")
    if not name:
        raise NotFoundError("libulna_gpu is not found: build it with -DULNA_GPU=ON and name it in ULNA_GPU_LIBRARY")
    try:
        library = ctypes.CDLL(name)
    except OSError as reason:
        raise NotFoundError("libulna_gpu cannot be loaded: %s" % reason) from None
    pointer: Any = ctypes.c_void_p
    size: Any = ctypes.c_size_t
    library.ulna_gpu_create_several.argtypes = [ctypes.c_int, ctypes.POINTER(pointer), ctypes.POINTER(_Options),
                                                ctypes.POINTER(pointer)]
    library.ulna_gpu_run_several.argtypes = [pointer, ctypes.c_int, pointer, size] + 5 * [pointer]
    library.ulna_gpu_width.argtypes, library.ulna_gpu_width.restype = [pointer, ctypes.c_int], size
    library.ulna_gpu_rollout.argtypes = [pointer, ctypes.POINTER(_Rollout), pointer, size] + 5 * [pointer]
    library.ulna_gpu_rollout_options_default.restype = _Rollout
    library.ulna_gpu_destroy.argtypes = library.ulna_gpu_failure.argtypes = [pointer]
    library.ulna_gpu_destroy.restype = None
    library.ulna_gpu_failure.restype = library.ulna_status_text.restype = ctypes.c_char_p
    return library


class Card:
    """A robot, or several, on a card. dtype: 'float32' or 'float64', of all arrays. layout: 'rows', (N, w) arrays, or 'columns', (w, N).
    drives: 'links' alone, with rotors and 'viscous' friction, or in rollouts with 'dry' friction too. Arrays of several robots are
    as wide as the widest needs; n is then the most joints of one."""

    def __init__(self, robot: Union[Robot, Sequence[Robot]], dtype: str = "float32", layout: str = "rows", drives: str = "links", card: int = 0) -> None:
        if dtype not in ("float32", "float64"):
            raise ValueError("dtype: float32 or float64 was expected, not %r" % dtype)
        robots = [robot] if isinstance(robot, Robot) else list(robot)
        if not robots:
            raise ValueError("a robot was expected, or several")
        self.n, self.rows, self._size = max(one.n for one in robots), layout == "rows", 4 if dtype == "float32" else 8
        options = _Options(self._size == 4, LAYOUTS.index(layout), DRIVES.index(drives), card)
        self._handle = ctypes.c_void_p()
        self._lib = _library()
        models = (ctypes.c_void_p * len(robots))(*[one._address for one in robots])
        self._heed(self._lib.ulna_gpu_create_several(len(robots), models, ctypes.byref(options), ctypes.byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._lib.ulna_gpu_destroy(self._handle)

    def _heed(self, status: int) -> None:
        if status == 0:
            return
        said = self._lib.ulna_gpu_failure(self._handle).decode() if self._handle else ""
        raise Error("%s%s%s" % (self._lib.ulna_status_text(status).decode(), ": " if said else "", said))

    def _address(self, name: str, array: Any, width: int, count: Optional[int]) -> Tuple[Optional[int], Optional[int]]:
        """Where an array of `width` numbers a state begins, and how many states it has; None, count for None."""
        if array is None:
            return None, count
        place = place_of(array)
        if place.size != self._size:
            raise TypeError("%s: float%d was expected" % (name, 8 * self._size))
        states = place.shape[0 if self.rows else -1] if place.shape else 0
        numbers = 1
        for length in place.shape:
            numbers *= length
        if (count is not None and states != count) or numbers != states * width:
            raise ValueError("%s: %d numbers for each of %s states were expected, not an array of shape %s"
                             % (name, width, states if count is None else count, place.shape))
        return place.address, states

    def _which(self, which: Any, count: Optional[int]) -> Optional[int]:
        """Where the numbers of robots begin."""
        if which is None:
            return None
        place = place_of(which, whole=True)
        if place.shape != (count,):
            raise ValueError("which: %s robots were expected, not an array of shape %s" % (count, place.shape))
        return place.address

    def width(self, function: str) -> int:
        """How many numbers a function gives for each state."""
        return int(self._lib.ulna_gpu_width(self._handle, list(FUNCTIONS).index(function)))

    def run(self, function: str, *arrays: Any, out: Any, which: Any = None, stream: int = 0) -> Any:
        """Starts a function (FUNCTIONS) of q, qd and qdd or tau, as many as it reads; gives `out`. which: of several robots, each
        state's."""
        reads = FUNCTIONS[function]
        if len(arrays) != reads:
            raise TypeError("%s reads %d arrays, not %d" % (function, reads, len(arrays)))
        count: Optional[int] = None
        given: List[Optional[int]] = []
        for name, array in zip(("q", "qd", "third"), arrays):
            address, count = self._address(name, array, self.n, count)
            given.append(address)
        result, count = self._address("out", out, self.width(function), count)
        given += [None] * (3 - reads)
        self._heed(self._lib.ulna_gpu_run_several(self._handle, list(FUNCTIONS).index(function), stream, count,
                                                  self._which(which, count), *given, result))
        return out

    def rollout(self, q: Any, qd: Any, q_end: Any, qd_end: Any, steps: int, step: float = 1e-3, tau: Any = None,
                control: str = "held", kp: Sequence[float] = (), kd: Sequence[float] = (), stream: int = 0, **more: Any) -> None:
        """Takes every arm through its steps. more: desired, masses, payload, friction, gravity, error, which (arrays), semi_implicit,
        limits, stops ('none', 'stiff', 'hard'), stop_stiffness, stop_damping, restitution, rest_speed, as ulna/gpu.h has them."""
        options = self._lib.ulna_gpu_rollout_options_default()
        options.step, options.steps, options.control = step, steps, CONTROLS.index(control)
        gains = [(ctypes.c_double * self.n)(*gain) if len(gain) else None for gain in (kp, kd)]
        for name, gain in zip(("kp", "kd"), gains):
            if gain is not None:
                setattr(options, name, ctypes.cast(gain, ctypes.POINTER(ctypes.c_double)))
        start, count = self._address("q", q, self.n, None)
        places = [start] + [self._address(name, array, width, count)[0] for name, array, width in (
            ("qd", qd, self.n), ("tau", tau, self.n * (steps if control == "by_step" else 1)), ("q_end", q_end, self.n),
            ("qd_end", qd_end, self.n))]
        widths = {"masses": self.n, "payload": 1, "friction": 1, "gravity": 3, "error": 1}
        for name, value in more.items():
            if name in widths:
                setattr(options, name, self._address(name, value, widths[name], count)[0])
            elif name == "desired":
                place = place_of(value)
                if place.size != self._size or place.shape != (steps, 3, self.n):
                    raise ValueError("desired: %s of float%d was expected" % ((steps, 3, self.n), 8 * self._size))
                options.desired = place.address
            elif name == "which":
                options.robot = self._which(value, count)
            elif name == "stops":
                options.stops = STOPS.index(value)
            elif name in ("semi_implicit", "limits", "stop_stiffness", "stop_damping", "restitution", "rest_speed"):
                setattr(options, name, value)
            else:
                raise TypeError("rollout has no keyword %r" % name)
        self._heed(self._lib.ulna_gpu_rollout(self._handle, ctypes.byref(options), stream, count, *places))
