// Runs a WebAssembly program: the part of WASI that the tests' programs ask for, on files
// that are standard input, output and error.

import { readFileSync, readSync, writeSync } from "node:fs";

const SUCCESS = 0, NOT_SEEKABLE = 70;
let memory;

const view = () => new DataView(memory.buffer);

// Calls move on each piece of memory of a list until one is not used up; stores how many
// bytes were moved.
function transfer(move, list, npiece, stored) {
	let total = 0;
	for (let i = 0; i < npiece; i++) {
		const at = view().getUint32(list + 8 * i, true);
		const size = view().getUint32(list + 8 * i + 4, true);
		const n = size ? move(new Uint8Array(memory.buffer, at, size)) : 0;
		total += n;
		if (n < size)
			break;
	}
	view().setUint32(stored, total, true);
	return SUCCESS;
}

function writeAll(file, bytes) {
	for (let done = 0; done < bytes.length; )
		done += writeSync(file, bytes, done);
	return bytes.length;
}

const wasi = {
	fd_read: (file, list, npiece, stored) =>
		transfer((bytes) => readSync(file, bytes), list, npiece, stored),
	fd_write: (file, list, npiece, stored) =>
		transfer((bytes) => writeAll(file, bytes), list, npiece, stored),
	fd_seek: () => NOT_SEEKABLE,
	fd_close: () => SUCCESS,
	// A regular file with every right.
	fd_fdstat_get(file, stored) {
		new Uint8Array(memory.buffer, stored, 24).fill(0);
		view().setUint8(stored, 4);
		view().setBigUint64(stored + 8, 0xffffffffffffffffn, true);
		return SUCCESS;
	},
	proc_exit: (status) => process.exit(status),
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });

memory = exports.memory;
exports._start();
