# The sample of Meson: what must runs, and no more.
# packages: meson ninja-build pkg-config gcc

. "$ROOT/tests/at_home/installed.sh"
sample meson

meson setup build
meson compile -C build
build/program | cmp - "$expected"
meson compile -C build | grep 'no work to do'

edit_weights
meson compile -C build -v | sed -n 's/.*bin\/opgen .*/opgen/p; s/.* -c \(.*\)/cc \1/p; s/.* -o program .*/link/p' >steps
printf 'opgen\ncc stem.c\nlink\n' | cmp - steps
meson compile -C build | grep 'no work to do'

touch weights.npy
meson compile -C build -v >log
absent ' -c ' log
