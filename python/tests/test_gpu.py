"""Arrays on a card as ulna.gpu takes them; what there is no card for."""
import ctypes
import os
import unittest

import numpy as np

import ulna
from ulna import gpu


class Tensor:
    """Looks like an array on a card."""

    def __init__(self, shape, typestr="<f4", strides=None):
        self.__cuda_array_interface__ = {"data": (4096, False), "shape": shape, "typestr": typestr, "strides": strides,
                                         "version": 3}


class Arrays(unittest.TestCase):
    def test_the_cuda_array_interface(self):
        self.assertEqual(gpu.place_of(Tensor((5, 6))), (4096, (5, 6), 4))
        self.assertEqual(gpu.place_of(Tensor((5, 6), "<f8", (48, 8))), (4096, (5, 6), 8))
        with self.assertRaisesRegex(ValueError, "in a row"):
            gpu.place_of(Tensor((5, 6), "<f4", (4, 20)))
        with self.assertRaisesRegex(TypeError, "float32 or float64 was expected, not <i4"):
            gpu.place_of(Tensor((5, 6), "<i4"))
        self.assertEqual(gpu.place_of(Tensor((5,), "<i4"), whole=True), (4096, (5,), 4))
        with self.assertRaisesRegex(TypeError, "int32 was expected, not <f4"):
            gpu.place_of(Tensor((5,)), whole=True)

    def test_dlpack(self):
        with self.assertRaisesRegex(ValueError, "elsewhere"):
            gpu.place_of(np.zeros((5, 6), np.float32))
        with self.assertRaisesRegex(TypeError, "not list"):
            gpu.place_of([1.0, 2.0])
        shape, strides = (ctypes.c_int64 * 2)(5, 6), (ctypes.c_int64 * 2)(6, 1)
        tensor = gpu._Tensor(4096, 2, 0, 2, 2, 64, 1, shape, strides, 16)
        self.assertEqual(gpu.place_of_tensor(tensor), (4112, (5, 6), 8))
        tensor.strides = (ctypes.c_int64 * 2)(1, 5)
        with self.assertRaisesRegex(ValueError, "in a row"):
            gpu.place_of_tensor(tensor)
        tensor.code = 0
        with self.assertRaisesRegex(TypeError, "float32 or float64"):
            gpu.place_of_tensor(tensor)

    def test_numbers_of_numpy_through_dlpack_are_read_as_they_are(self):
        array = np.arange(12, dtype=np.float32).reshape(3, 4)
        capsule = array.__dlpack__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        place = gpu.place_of_tensor(gpu._Tensor.from_address(pointer(capsule, b"dltensor")))
        self.assertEqual(place, (array.ctypes.data, (3, 4), 4))

    def test_no_library_is_said(self):
        robot = ulna.Robot.load("puma560")
        self.assertGreater(robot._address, 0)
        before = os.environ.get("ULNA_GPU_LIBRARY")
        os.environ["ULNA_GPU_LIBRARY"] = "/nowhere/libulna_gpu.so"
        try:
            with self.assertRaisesRegex(ulna.NotFoundError, "libulna_gpu cannot be loaded"):
                gpu.Card(robot)
        finally:
            del os.environ["ULNA_GPU_LIBRARY"]
            if before:
                os.environ["ULNA_GPU_LIBRARY"] = before
        with self.assertRaisesRegex(ValueError, "float32 or float64"):
            gpu.Card(robot, dtype="int8")
        with self.assertRaisesRegex(ValueError, "a robot was expected"):
            gpu.Card([])


if __name__ == "__main__":
    unittest.main()
