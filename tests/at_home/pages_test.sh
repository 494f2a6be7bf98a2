# The blocks of the pages that ninja test leaves out: Meson, Rust, Python, Go,
# a microcontroller.
# packages: ccache meson ninja-build pkg-config rustc golang-go python3 python3-numpy gcc g++ clang gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm

cd "$ROOT"
OPGEN_AT_HOME=1 OPGEN_BUILD=build build/tests/program/pages_test
