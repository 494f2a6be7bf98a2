# The files that fuzzing begins with: the good and the bad ones of the tests, of samples, and
# of the folder $models, if there is one, that are no larger than $largest KiB.

models=${OPGEN_MODELS-}
largest=32

# Files of a kind below folders, by their ends; those that are not there count as empty.
known() {
	end=$1
	shift
	for folder; do
		[ ! -d "$folder" ] || find "$folder" -name "*$end" -size "-$((2 * largest))"
	done
}

# list_seeds TARGET: their names.
list_seeds() {
	case $1 in
	spec) known .json tests/golden tests/errors tests/conformance samples ;;
	onnx) known .onnx tests/models/onnx samples ${models:+"$models/onnx"} ;;
	tensorflow)
		known .pb tests/models/tensorflow ${models:+"$models/tensorflow"}
		known .meta ${models:+"$models/tensorflow"}
		;;
	openvino) known .xml tests/models/openvino ${models:+"$models/openvino"} ;;
	npy) known .npy tests/npy ${models:+"$models/npy"} ;;
	command)
		known .json samples tests/golden tests/errors
		list_seeds onnx
		list_seeds tensorflow
		list_seeds openvino
		;;
	esac
}

# gather TARGET FOLDER: copies the files that standard input names, each under a name of its
# own. An IR is followed by its .bin (file.h), and for the command 64 bytes follow that
# choose options (command.c).
gather() {
	n=0
	while read -r file; do
		n=$((n + 1))
		seed=$2/$n-$(basename "$file")
		cat "$file" >"$seed"
		bin=${file%.xml}.bin
		if [ "$bin" != "$file.bin" ] && [ -f "$bin" ]; then
			printf '\0bin\0' >>"$seed"
			cat "$bin" >>"$seed"
		fi
		[ "$1" != command ] || sha256sum "$file" | cut -c1-64 | tr -d '\n' >>"$seed"
	done
}
