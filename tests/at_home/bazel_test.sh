# The sample of Bazel: what must runs, and no more. Debian's Bazel has no repositories of
# rules, so they come from its packages; rules_cc is newer than it in one name.
# packages: bazel-bootstrap bazel-platforms bazel-rules-cc bazel-rules-java bazel-rules-proto gcc g++

. "$ROOT/tests/at_home/installed.sh"
sample bazel
sed -i "s|/usr/local|$prefix|" WORKSPACE

cp -R /usr/share/bazel/rules/cc ../rules_cc
sed -i 's/, "use_cpp_toolchain"//
	s|use_cpp_toolchain()|["@bazel_tools//tools/cpp:toolchain_type"]|' \
	$(grep -rl use_cpp_toolchain ../rules_cc)

output=$(mktemp -d)
bazel() {
	command bazel --output_user_root="$output" "$@"
}
build() {
	bazel build --subcommands \
		--override_repository=platforms=/usr/share/bazel/platforms \
		--override_repository=rules_cc="$PWD/../rules_cc" \
		--override_repository=rules_java=/usr/share/bazel/rules/java \
		--override_repository=rules_proto=/usr/share/bazel/rules/proto \
		//:program 2>&1
}
# What Bazel leaves behind is read-only.
trap 'bazel shutdown; chmod -R u+w "$output"; rm -rf "$output"' EXIT

build
bazel-bin/program | cmp - "$expected"
build >log
absent SUBCOMMAND log

edit_weights
build | sed -n "s/^SUBCOMMAND: .*\[action '\(.*\)', config.*/\1/p" >steps
printf 'Executing genrule //:stem_code\nCompiling stem.c\nLinking program\n' | diff - steps

touch weights.npy
build >log
absent SUBCOMMAND log
