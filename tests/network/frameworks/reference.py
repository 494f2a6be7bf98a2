"""What networks of TensorFlow compute, in double and by plain definitions: list.json and the
.npy files beside it. Needs numpy. Usage: python3 reference.py OPGEN_MODELS"""

import json
import os
import struct
import sys

import numpy as np

# A graph, the tensor where it begins with its shape, the one where it ends, and which part of the
# result is kept: every so-manieth element.
NETWORKS = [
    ("fannymonori/ESPCN_x2.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 3),
    ("fannymonori/ESPCN_x3.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 7),
    ("fannymonori/ESPCN_x4.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 13),
    ("fannymonori/LapSRN_x2.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 3),
    ("saafke/FSRCNN_x2.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 3),
    ("saafke/FSRCNN_x4.pb", "IteratorGetNext", [1, 10, 12, 1], "NCHW_output", 13),
    ("batectin-sr/espcn.pb", "x", [1, 10, 12, 1], "y", 3),
    ("batectin-sr/rtvsrgan.pb", "x", [1, 10, 12, 1], "y", 7),
    ("ml-kws/DS_CNN_S.pb", "Reshape_1", [1, 49, 10, 1], "labels_softmax", 1),
    ("tract/hey_snips_3.pb", "inputs", [80, 40], "logits", 1),
]

SEED = 7242


def varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at += 1
        if not data[at - 1] & 128:
            return number, at
        shift += 7


def signed(number):
    return number - (1 << 64) if number >> 63 else number


def fields(data):
    """The fields of a protobuf: number and value."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(key & 7)
            if size is None:
                size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def integers(value):
    if isinstance(value, int):
        return [signed(value)]
    numbers, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        numbers.append(signed(number))
    return numbers


def extents(shape):
    return [signed(dict(fields(d)).get(1, 0)) for f, d in fields(shape) if f == 2]


def tensor(data):
    dtype, shape, content, listed = 1, [], b"", []
    for field, value in fields(data):
        if field == 1:
            dtype = value
        elif field == 2:
            shape = extents(value)
        elif field == 4:
            content = value
        elif field == 5:
            listed += np.frombuffer(value, "<f4").tolist()
        elif field in (7, 10):
            listed += integers(value)
    types = {1: "<f4", 2: "<f8", 3: "<i4", 9: "<i8"}
    if dtype not in types:
        return None
    count = int(np.prod(shape))
    numbers = np.frombuffer(content, types[dtype]).tolist() if content else listed or [0]
    numbers += [numbers[-1]] * (count - len(numbers))
    return np.array(numbers, np.float64 if dtype < 3 else np.int64).reshape(shape)


def attribute(data):
    for field, value in fields(data):
        if field == 1:
            return [n for f, v in fields(value) if f == 3 for n in integers(v)]
        if field == 2:
            return value.decode("latin1")
        if field == 3:
            return signed(value)
        if field == 4:
            return struct.unpack("<f", value)[0]
        if field in (5, 6):
            return value
        if field == 8:
            return tensor(value)
    return None


def graph(path):
    nodes = {}
    with open(path, "rb") as file:
        data = file.read()
    for field, node in fields(data):
        if field != 1:
            continue
        name, op, inputs, attributes = "", "", [], {}
        for number, value in fields(node):
            if number == 1:
                name = value.decode()
            elif number == 2:
                op = value.decode()
            elif number == 3:
                inputs.append(value.decode())
            elif number == 5:
                entry = dict(fields(value))
                attributes[entry[1].decode()] = attribute(entry.get(2, b""))
        nodes[name] = op, inputs, attributes
    return nodes


def taps(extent, kernel, stride, dilation, padding):
    """For each output along an axis the places of the input that it reads, None outside."""
    reach = (kernel - 1) * dilation + 1
    if padding == "SAME":
        out = -(-extent // stride)
        before = max((out - 1) * stride + reach - extent, 0) // 2
    else:
        out, before = (extent - reach) // stride + 1, 0
    rows = [[o * stride + k * dilation - before for k in range(kernel)] for o in range(out)]
    return [[p if 0 <= p < extent else None for p in row] for row in rows]


def convolve(x, w, a, depthwise):
    dilation = a.get("dilations") or [1, 1, 1, 1]
    rows = taps(x.shape[1], w.shape[0], a["strides"][1], dilation[1], a["padding"])
    columns = taps(x.shape[2], w.shape[1], a["strides"][2], dilation[2], a["padding"])
    channels = w.shape[2] * w.shape[3] if depthwise else w.shape[3]
    y = np.zeros([x.shape[0], len(rows), len(columns), channels])
    for (i, row), (j, column) in ((r, c) for r in enumerate(rows) for c in enumerate(columns)):
        for (m, p), (n, q) in ((r, c) for r in enumerate(row) for c in enumerate(column)):
            if p is None or q is None:
                continue
            if depthwise:
                y[:, i, j] += (x[:, p, q, :, None] * w[m, n]).reshape(x.shape[0], -1)
            else:
                y[:, i, j] += x[:, p, q] @ w[m, n]
    return y


def pool(x, a, reduce):
    rows = taps(x.shape[1], a["ksize"][1], a["strides"][1], 1, a["padding"])
    columns = taps(x.shape[2], a["ksize"][2], a["strides"][2], 1, a["padding"])
    y = np.zeros([x.shape[0], len(rows), len(columns), x.shape[3]])
    for (i, row), (j, column) in ((r, c) for r in enumerate(rows) for c in enumerate(columns)):
        places = [(p, q) for p in row for q in column if p is not None and q is not None]
        y[:, i, j] = reduce(np.stack([x[:, p, q] for p, q in places]), axis=0)
    return y


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def depth_to_space(x, block):
    n, h, w, c = x.shape
    y = x.reshape(n, h, w, block, block, c // block**2).transpose(0, 1, 3, 2, 4, 5)
    return y.reshape(n, h * block, w * block, -1)


def strided_slice(x, begin, end, strides, a):
    bit = lambda name, i: a.get(name, 0) >> i & 1
    entries = []
    for i in range(len(begin)):
        first = None if bit("begin_mask", i) else int(begin[i])
        last = None if bit("end_mask", i) else int(end[i])
        one = bit("shrink_axis_mask", i)
        entries.append(int(begin[i]) if one else slice(first, last, int(strides[i])))
    return x[tuple(entries)]


def space_to_batch(x, block, pads):
    x = np.pad(x, [(0, 0)] + [tuple(p) for p in pads] + [(0, 0)] * (x.ndim - 1 - len(block)))
    for i, b in reversed(list(enumerate(block))):
        parts = [np.take(x, range(k, x.shape[1 + i], b), 1 + i) for k in range(b)]
        x = np.concatenate(parts)
    return x


def batch_to_space(x, block, crops):
    for i, b in enumerate(block):
        parts = np.stack(np.split(x, b), 2 + i)
        shape = list(parts.shape)
        shape[1 + i : 3 + i] = [shape[1 + i] * b]
        x = parts.reshape(shape)
    for i, (before, after) in enumerate(crops):
        x = np.take(x, range(before, x.shape[1 + i] - after), 1 + i)
    return x


# By operation: of the inputs and the attributes. Tensors have their channels last.
OPERATIONS = {
    "Identity": lambda x, a: x[0],
    "Conv2D": lambda x, a: convolve(x[0], x[1], a, False),
    "DepthwiseConv2dNative": lambda x, a: convolve(x[0], x[1], a, True),
    "AvgPool": lambda x, a: pool(x[0], a, np.mean),
    "MaxPool": lambda x, a: pool(x[0], a, np.max),
    "BiasAdd": lambda x, a: x[0] + x[1],
    "Add": lambda x, a: x[0] + x[1],
    "Sub": lambda x, a: x[0] - x[1],
    "Mul": lambda x, a: x[0] * x[1],
    "FloorMod": lambda x, a: x[0] % x[1],
    "Abs": lambda x, a: abs(x[0]),
    "Relu": lambda x, a: np.maximum(x[0], 0),
    "LeakyRelu": lambda x, a: np.where(x[0] < 0, a["alpha"] * x[0], x[0]),
    "Tanh": lambda x, a: np.tanh(x[0]),
    "Sigmoid": lambda x, a: 1 / (1 + np.exp(-x[0])),
    "Softmax": lambda x, a: softmax(x[0]),
    "FusedBatchNorm": lambda x, a: (x[0] - x[3]) / np.sqrt(x[4] + a["epsilon"]) * x[1] + x[2],
    "MatMul": lambda x, a: x[0] @ x[1],
    "Shape": lambda x, a: np.array(x[0].shape),
    "Reshape": lambda x, a: x[0].reshape(x[1]),
    "Squeeze": lambda x, a: x[0].squeeze(tuple(a["squeeze_dims"])),
    "ExpandDims": lambda x, a: np.expand_dims(x[0], int(x[1])),
    "Transpose": lambda x, a: x[0].transpose(x[1]),
    "DepthToSpace": lambda x, a: depth_to_space(x[0], a["block_size"]),
    "MirrorPad": lambda x, a: np.pad(x[0], [tuple(p) for p in x[1]], mode=a["mode"].lower()),
    "ConcatV2": lambda x, a: np.concatenate(x[:-1], int(x[-1])),
    "Pack": lambda x, a: np.stack(x, a.get("axis", 0)),
    "StridedSlice": lambda x, a: strided_slice(*x, a),
    "SpaceToBatchND": lambda x, a: space_to_batch(*x),
    "BatchToSpaceND": lambda x, a: batch_to_space(*x),
}


def compute(nodes, known, name):
    if name not in known:
        op, inputs, attributes = nodes[name]
        if op == "Const":
            known[name] = attributes["value"]
        else:
            values = [compute(nodes, known, i) for i in inputs if i[0] != "^"]
            known[name] = OPERATIONS[op](values, attributes)
    return known[name]


def fill(shape):
    state, numbers = SEED, []
    for _ in range(int(np.prod(shape))):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        numbers.append((state >> 8) / 2**24 * 2 - 1)
    return np.array(numbers, np.float32).astype(np.float64).reshape(shape)


def main(models):
    folder = os.path.dirname(os.path.abspath(__file__))
    entries = []
    for model, begin, shape, end, every in NETWORKS:
        path = os.path.join("tensorflow", model)
        result = compute(graph(os.path.join(models, path)), {begin: fill(shape)}, end)
        file = os.path.basename(model)[:-3] + ".npy"
        kept = result.astype(np.float32)
        np.save(os.path.join(folder, file), kept if every == 1 else kept.ravel()[::every])
        entries.append(
            {
                "model": path,
                "inputs": {begin: {"dtype": "float32", "shape": shape, "seed": SEED}},
                "outputs": {
                    end: {
                        "dtype": "float32",
                        "shape": list(result.shape),
                        "file": file,
                        "every": every,
                    }
                },
            }
        )
    with open(os.path.join(folder, "list.json"), "w", encoding="utf-8") as file:
        json.dump({"models": entries}, file, indent=1)
        file.write("\n")


main(sys.argv[1])
