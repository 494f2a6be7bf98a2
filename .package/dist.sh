#!/bin/sh
# Makes build/opgen-VERSION.tar.gz and its bill of materials, build/opgen-VERSION.spdx.json, of
# what git tracks, or of what an unpacked tarball has. The same files give the same bytes: names
# are sorted, times are the commit's, and owners and the umask do not count.
#
#   sh .package/dist.sh [FOLDER]
#
# FOLDER: where the two go; build if unset.
# LUA: the interpreter; lua5.4 if unset.

set -eu
export LC_ALL=C TZ=UTC
cd "$(dirname "$0")/.."
out=${1:-build}
version=$(sed -n 's/^#define OPGEN_VERSION "\(.*\)"$/\1/p' generator/base/version.h)
name=opgen-$version

# Sources of no commit are of the first second of 1970.
identity=$(sh .package/commit.sh)
commit=${identity%% *}
time=${identity##* }
time=${time:-0}

tar --version 2>/dev/null | grep -q 'GNU tar' || {
	echo "dist: expected GNU tar" >&2
	exit 1
}
mkdir -p "$out"
work=$(mktemp -d "$out/.dist-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# A clone has more in its folder than git tracks; a tarball has nothing but what is built.
if [ -e .git ]; then
	git -c safe.directory="$PWD" ls-files
else
	find . -name build -path ./build -prune -o \( -type f -o -type l \) ! -path ./.spdx.json -print |
		sed 's|^\./||'
fi | sort >"$work/files"

mkdir "$work/$name"
tar -cf - -T "$work/files" | tar -xf - -C "$work/$name"
[ -z "$commit" ] || echo "$commit $time" >"$work/$name/.commit"
"${LUA:-lua5.4}" .package/spdx.lua "$work/$name" "$version" "$commit" "$time" <"$work/files" \
	>"$work/spdx.json"
cp "$work/spdx.json" "$work/$name/.spdx.json"
tar --sort=name --format=ustar --mtime="@$time" --owner=0 --group=0 --numeric-owner \
	--mode=u=rwX,go=rX -C "$work" -cf "$work/$name.tar" "$name"
gzip -9n "$work/$name.tar"
mv "$work/$name.tar.gz" "$work/spdx.json" "$out"
mv "$out/spdx.json" "$out/$name.spdx.json"
echo "$out/$name.tar.gz"
