#include "diag/habit.h"

static const char inside[] = " with it inside";
static const char grouped[] = " with group";

/* clang-format off */
const struct habit habit_table[] = {
	/* Operations. */
	{"avgpool", "AveragePool", NULL}, {"averagepooling", "AveragePool", NULL},
	{"avgpooling", "AveragePool", NULL}, {"meanpool", "AveragePool", NULL},
	{"globalavgpool", "GlobalAveragePool", NULL},
	{"globalmaxpooling", "GlobalMaxPool", NULL},
	{"deconv", "ConvTranspose", NULL}, {"deconvolution", "ConvTranspose", NULL},
	{"convtransposed", "ConvTranspose", NULL}, {"dense", "Gemm", NULL},
	{"linear", "Gemm", NULL}, {"fullyconnected", "Gemm", NULL},
	{"batchnorm", "BatchNormalization", NULL}, {"permute", "Transpose", NULL},
	{"convolution", "Conv", NULL}, {"groupconvolution", "Conv", grouped},
	{"depthwiseconv", "Conv", grouped}, {"depthwiseconv2dnative", "Conv", grouped},
	{"pixelshuffle", "DepthToSpace", " with \"domain\": \"ai.onnx\" and \"mode\": \"CRD\""},

	/* Attributes. */
	{"kernelsize", "kernel_shape", NULL}, {"kernel", "kernel_shape", NULL},
	{"ksize", "kernel_shape", NULL}, {"poolsize", "kernel_shape", NULL},
	{"windowshape", "kernel_shape", NULL}, {"window", "kernel_shape", NULL},
	{"padding", "pads", NULL}, {"paddings", "pads", NULL},
	{"padding", "auto_pad", NULL}, {"padmode", "auto_pad", NULL},
	{"paddingmode", "auto_pad", NULL}, {"padtype", "auto_pad", NULL},
	{"numgroups", "group", NULL}, {"rate", "dilations", NULL},
	{"dilationrate", "dilations", NULL}, {"ceil", "ceil_mode", NULL},
	{"roundingtype", "ceil_mode", NULL},
	{"countincludepadding", "count_include_pad", NULL},
	{"excludepad", "count_include_pad", ", its opposite"},
	{"kernelshape", "kernel", NULL}, {"kernelsize", "kernel", NULL},
	{"poolsize", "kernel", NULL}, {"kernelshape", "ksize", NULL},
	{"kernelsize", "ksize", NULL}, {"kernel", "ksize", NULL},
	{"poolsize", "ksize", NULL}, {"ceilmode", "rounding_type", NULL},
	{"countincludepad", "exclude-pad", ", its opposite"},
	{"autopad", "padding", NULL}, {"pads", "explicit_paddings", NULL},
	{"normtype", "p", NULL}, {"norm", "p", NULL}, {"power", "p", NULL},
	{"block", "block_size", NULL}, {"block", "blocksize", NULL},
	{"scale", "block_size", NULL}, {"scale", "blocksize", NULL},
	{"scalefactor", "block_size", NULL}, {"scalefactor", "blocksize", NULL},
	{"upscalefactor", "block_size", NULL}, {"upscalefactor", "blocksize", NULL},
	{"downscalefactor", "block_size", NULL}, {"downscalefactor", "blocksize", NULL},
	{"format", "data_format", NULL}, {"layout", "data_format", NULL},
	{"datalayout", "data_format", NULL},

	/* Words for them. */
	{"same", "SAME_UPPER", NULL}, {"sameupper", "SAME", NULL}, {"none", "NOTSET", NULL}, {"explicit", "NOTSET", NULL},
	{"channelslast", "NHWC", NULL}, {"channelsfirst", "NCHW", NULL},

	/* Inputs. */
	{"input", "X", NULL}, {"data", "X", NULL}, {"image", "X", NULL}, {"src", "X", NULL},
	{"weight", "W", NULL}, {"weights", "W", NULL}, {"kernel", "W", NULL},
	{"filter", "W", NULL}, {"filters", "W", NULL}, {"bias", "B", NULL},
	{"x", "input", NULL}, {"data", "input", NULL}, {"image", "input", NULL},
	{"src", "input", NULL}, {"x", "data", NULL}, {"input", "data", NULL},
	{"image", "data", NULL}, {"src", "data", NULL},
	{"w", "filters", NULL}, {"weight", "filters", NULL},
	{"weights", "filters", NULL}, {"filter", "filters", NULL},
	{"w", "filter", NULL}, {"weight", "filter", NULL}, {"weights", "filter", NULL},
	{"filters", "filter", NULL}, {"x", "value", NULL}, {"input", "value", NULL},
	{"data", "value", NULL},
	{"blocksize", "block_shape", NULL}, {"block", "block_shape", NULL},
	{"pads", "paddings", NULL},

	/* Element types. */
	{"float", "float32", NULL}, {"f32", "float32", NULL}, {"fp32", "float32", NULL},
	{"single", "float32", NULL}, {"double", "float64", NULL}, {"f64", "float64", NULL},
	{"fp64", "float64", NULL}, {"half", "float16", NULL}, {"f16", "float16", NULL},
	{"fp16", "float16", NULL}, {"bf16", "bfloat16", NULL}, {"boolean", "bool", NULL},
	{"i8", "int8", NULL}, {"i16", "int16", NULL}, {"i32", "int32", NULL},
	{"i64", "int64", NULL}, {"u8", "uint8", NULL}, {"u16", "uint16", NULL},
	{"u32", "uint32", NULL}, {"u64", "uint64", NULL}, {"byte", "uint8", NULL},
	{"char", "int8", NULL}, {"short", "int16", NULL}, {"int", "int32", NULL},
	{"long", "int64", NULL}, {"complex", "complex64", NULL},
	{"cfloat", "complex64", NULL}, {"cdouble", "complex128", NULL},

	/* Keys of a spec. */
	{"optype", "op", NULL}, {"operator", "op", NULL}, {"operation", "op", NULL},
	{"datatype", "dtype", NULL}, {"elementtype", "dtype", NULL},
	{"elemtype", "dtype", NULL}, {"precision", "dtype", NULL},
	{"attrs", "attributes", NULL}, {"attr", "attributes", NULL},
	{"params", "attributes", NULL}, {"parameters", "attributes", NULL},
	{"opsetversion", "opset", NULL}, {"version", "opset", NULL},
	{"function", "name", NULL}, {"functionname", "name", NULL},
	{"target", "options", inside}, {"numerics", "options", inside},
	{"unroll", "options", inside}, {"kernel", "options", inside},
	{"strides", "attributes", inside}, {"pads", "attributes", inside},
	{"dilations", "attributes", inside}, {"group", "attributes", inside},
	{"kernelshape", "attributes", inside}, {"autopad", "attributes", inside},
	{"ceilmode", "attributes", inside}, {"countincludepad", "attributes", inside},
	{"p", "attributes", inside}, {"mode", "attributes", inside},
	{"blocksize", "attributes", inside}, {"dataformat", "attributes", inside},
	{"x", "inputs", inside}, {"w", "inputs", inside}, {"b", "inputs", inside},
	{"data", "inputs", inside}, {"weights", "inputs", " with W inside"},
	{"path", "file", NULL}, {"filename", "file", NULL}, {"npy", "file", NULL},
	{"value", "data", NULL}, {"values", "data", NULL}, {"elements", "data", NULL},
	{"dims", "shape", NULL}, {"dimensions", "shape", NULL}, {"size", "shape", NULL},

	/* Domains and formats. */
	{"onnx", "ai.onnx", NULL}, {"tf", "tensorflow", NULL}, {"ov", "openvino", NULL},
	{"pb", "tensorflow", NULL}, {"graphdef", "tensorflow", NULL},
	{"savedmodel", "tensorflow", NULL}, {"ir", "openvino", NULL},
	{"xml", "openvino", NULL}, {"json", "spec", NULL},

	/* Settings. */
	{"avx", "x86-64-v3", NULL}, {"avx2", "x86-64-v3", NULL}, {"haswell", "x86-64-v3", NULL},
	{"x86", "x86-64-v3", NULL}, {"x8664", "x86-64-v3", NULL}, {"amd64", "x86-64-v3", NULL},
	{"avx512", "x86-64-v4", NULL}, {"avx512f", "x86-64-v4", NULL},
	{"skylakeavx512", "x86-64-v4", NULL}, {"neon", "aarch64", NULL},
	{"arm64", "aarch64", NULL}, {"armv8", "aarch64", NULL}, {"arm", "aarch64", NULL},
	{"wasm", "wasm-simd128", NULL}, {"wasm32", "wasm-simd128", NULL},
	{"c", "generic", NULL}, {"c99", "generic", NULL}, {"scalar", "generic", NULL},
	{"portable", "generic", NULL}, {"host", "native", NULL}, {"auto", "native", NULL},
	{"exact", "strict", NULL}, {"ieee", "strict", NULL}, {"precise", "strict", NULL},
	{"fused", "fma", NULL}, {"fastmath", "fast", NULL},
	{"planes", "global-pool", NULL}, {"globalpooling", "global-pool", NULL},
	{"straight", "unrolled", NULL}, {"straightvectors", "unrolled-vector", NULL},
	{"tiles", "plain", NULL}, {"channels", "direct-oc", NULL},
	{"columns", "direct-ow", NULL}, {"straightmove", "unrolled-move", NULL},
	{"shufflemove", "permute-move", NULL},
	{"all", "full", NULL}, {"none", "window", NULL}, {"partial", "window", NULL},
	{"const", "embed", NULL}, {"constant", "embed", NULL}, {"inline", "embed", NULL},
	{"runtime", "param", NULL}, {"argument", "param", NULL}, {"input", "param", NULL},

	/* Options of the command line. */
	{"output", "o", NULL}, {"out", "o", NULL}, {"outputfile", "o", NULL},
	{"outfile", "o", NULL}, {"outputdir", "o", NULL}, {"outdir", "o", NULL},
	{"emitheader", "header", NULL}, {"headerfile", "header", NULL},
	{"v", "version", NULL}, {"usage", "help", NULL},
	{"verbose", "explain", NULL}, {"info", "explain", NULL},
	{"ops", "list", NULL}, {"listops", "list", NULL}, {"operations", "list", NULL},
	{"format", "from", NULL}, {"inputformat", "from", NULL},
	{"arch", "target", NULL}, {"march", "target", NULL}, {"mcpu", "target", NULL},
	{"isa", "target", NULL}, {"fastmath", "numerics", NULL}, {"ffastmath", "numerics", NULL},
	{"batch", "dim", NULL}, {"batchsize", "dim", NULL}, {"inputshape", "shape", NULL},
	{"all", "all-nodes", NULL}, {"dryrun", "check", NULL}, {"diff", "check", NULL},
	{"depfile", "MF", NULL}, {"deps", "MF", NULL}, {"maxsize", "max-output", NULL},
	{"design", "kernel", NULL},
};
/* clang-format on */

const size_t nhabit = sizeof habit_table / sizeof habit_table[0];
