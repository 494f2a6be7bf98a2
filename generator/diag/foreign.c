#include "diag/foreign.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

enum {
	START = 128,        /* bytes to look at */
	ZIP_NAME = 30,      /* where the name of an archive's first file is */
	FLATBUFFER_ROOT = 2 /* bytes of its first offset, which is small */
};

/* How files of a kind begin. */
struct magic {
	size_t at;
	const char *bytes;
	size_t size;
	const char *what;
};

#define BYTES(text) text, sizeof text - 1

static const char packed[] = "compressed: unpack it first";
static const char page[] = "a web page, not the file that its link is for: download that";

/* clang-format off */
static const struct magic magics[] = {
	{0, BYTES("version https://git-lfs.github.com/spec/"),
	 "a Git LFS pointer, not the file itself: git lfs pull fetches that"},
	{FLATBUFFER_ROOT, BYTES("\0\0TFL3"),
	 "a TensorFlow Lite model: convert it to ONNX, or take the model that it was made of"},
	{FLATBUFFER_ROOT, BYTES("\0\0ORTM"),
	 "a model in onnxruntime's own format: take the ONNX model that it was made of"},
	{0, BYTES("\x89HDF\r\n\x1a\n"),
	 "an HDF5 file, such as Keras writes: export the model as a SavedModel or as ONNX"},
	{0, BYTES("GGUF"), "a GGUF file: it holds weights, and no graph"},
	{0, BYTES("\x1f\x8b"), packed}, {0, BYTES("BZh"), packed},
	{0, BYTES("\xfd" "7zXZ"), packed}, {0, BYTES("\x28\xb5\x2f\xfd"), packed},
	{0, BYTES("<!DOCTYPE html"), page}, {0, BYTES("<!doctype html"), page},
	{0, BYTES("<html"), page},
};

/* Parts of the name of the first file in a zip archive. */
static const struct {
	const char *part, *what;
} archives[] = {
	{".pkl", "a PyTorch file: torch.onnx.export makes an ONNX model of its module"},
	{".npy", "an archive of numpy arrays: save each with numpy.save"},
	{"metadata.json", "a Keras model: export it as a SavedModel or as ONNX"},
	{"config.json", "a Keras model: export it as a SavedModel or as ONNX"},
	{"", "a zip archive: unpack it first"},
};
/* clang-format on */

static bool
is_at(const char *start, size_t size, size_t at, const char *bytes, size_t nbyte)
{
	return size >= at + nbyte && !memcmp(start + at, bytes, nbyte);
}

/* The kind of a zip archive by the name of its first file. */
static const char *
archive(const char *start, size_t size)
{
	char name[START + 1] = "";
	size_t i = 0;

	if (size > START)
		size = START;
	for (size_t k = ZIP_NAME; k < size; k++)
		name[k - ZIP_NAME] = start[k] ? start[k] : ' ';
	while (!strstr(name, archives[i].part))
		i++;
	return archives[i].what;
}

/* Safetensors begins with the length of a JSON object and the object. */
static bool
is_safetensors(const char *start, size_t size)
{
	return is_at(start, size, 4, "\0\0\0\0{\"", 6);
}

/* A pickle begins with its version, from 2 on, and an instruction. */
static bool
is_pickle(const char *start, size_t size)
{
	return size > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5 &&
	       memchr("\x8a\x95}](cX", start[2], 7);
}

const char *
foreign_file(const char *start, size_t size)
{
	if (!size)
		return "an empty file";
	for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
		if (is_at(start, size, magics[i].at, magics[i].bytes, magics[i].size))
			return magics[i].what;
	if (is_at(start, size, 0, "PK\3\4", 4))
		return archive(start, size);
	if (is_safetensors(start, size))
		return "a safetensors file, tensors without a graph: save one as .npy, "
		       "and "
		       "it can be a spec's constant";
	if (is_pickle(start, size))
		return "a Python pickle, such as PyTorch wrote: torch.onnx.export makes "
		       "an "
		       "ONNX model of its module";
	return NULL;
}

const char *
foreign_remark(int file, struct arena *arena)
{
	char start[START];
	ssize_t size = pread(file, start, sizeof start, 0);
	const char *what = size >= 0 ? foreign_file(start, (size_t)size) : NULL;

	return what ? arena_format(arena, "; this is %s", what) : "";
}
