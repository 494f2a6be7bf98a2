"""The sample stem from Python: a shared library, ctypes, and numpy's arrays."""

import ctypes
import pathlib

import numpy
from numpy.ctypeslib import ndpointer


def operand(*shape):
    """What ctypes accepts for an operand: float32, of this shape, row-major."""
    return ndpointer(numpy.float32, shape=shape, flags="C_CONTIGUOUS")


# Its prototype is that of stem.h, without a result.
library = ctypes.CDLL(pathlib.Path(__file__).resolve().parent / "stem.so")
library.stem.argtypes = [operand(1, 3, 12, 12), operand(4), operand(1, 4, 6, 6)]
library.stem.restype = None


def stem(x, b):
    y = numpy.empty((1, 4, 6, 6), numpy.float32)
    library.stem(x, b, y)
    return y


def print_rows(title, channels):
    print(title)
    for channel in channels[0]:
        print("".join("%9.4f" % number for number in channel[0]))


image = (numpy.arange(3 * 12 * 12, dtype=numpy.float32) * 7 % 9 / 4 - 1).reshape(1, 3, 12, 12)
print_rows("without a bias", stem(image, numpy.zeros(4, numpy.float32)))
print_rows("with a bias", stem(image, numpy.array([0.5, -0.25, 1, 10], numpy.float32)))
