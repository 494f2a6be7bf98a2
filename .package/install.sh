#!/bin/sh
# Installs opgen, all of it or nothing, or removes what this installs:
#
#   sh .package/install.sh install
#   sh .package/install.sh uninstall
#
# prefix: where to; /usr/local if unset.
# libdir: the folder of libraries, below prefix; $prefix/lib if unset.
# DESTDIR: put before every path that is written, for whoever makes a package. No installed
# file names prefix or DESTDIR, so the tree may be moved.

set -u
umask 022
prefix=${prefix:-/usr/local}
libdir=${libdir:-$prefix/lib}
DESTDIR=${DESTDIR:-}
DESTDIR=${DESTDIR%/}

fail() {
	echo "install: $*" >&2
	exit 1
}

# Every file of the list as a line: where to, mode, what.
list() {
	sed "/^#/d; s|^LIBDIR/|$lib/|" .package/files | while read -r place mode file; do
		echo "$place $mode $file"
	done
}

# The way from a file's folder to the prefix: ../../.. for lib/cmake/opgen.
way_up() {
	dirname "$1" | sed 's|[^/][^/]*|..|g'
}

# Puts a file beside its place.
stage() {
	case $3 in
	*.in) sed "s|@version@|$version|g; s|@up@|$(way_up "$1")|g; s|@libdir@|$lib|g" "$3" >"$4" ;;
	*) cp "$3" "$4" ;;
	esac && chmod "$2" "$4"
}

# Sets what a file is called until all are there.
beside() {
	beside=$root/${1%/*}/.opgen-$$-${1##*/}
}

# Makes a folder and those above it, and remembers which of them are new.
make_folder() {
	[ -n "$1" ] && [ ! -d "$1" ] || return 0
	make_folder "${1%/*}" && mkdir "$1" && made="$1
$made"
}

# Removes what is not complete.
undo() {
	list install | while read -r place _; do
		beside "$place"
		rm -f "$beside"
	done
	echo "$made" | while read -r folder; do
		[ -z "$folder" ] || rmdir "$folder" 2>/dev/null
	done
}

install_all() {
	list install >"$listing"
	while read -r place mode file; do
		[ -f "$file" ] || fail "$file is missing; run ninja first"
		[ ! -d "$root/$place" ] || fail "$root/$place is a folder, expected a file or nothing"
	done <"$listing"
	made=
	trap 'undo; rm -f "$listing"' EXIT
	trap 'exit 1' HUP INT TERM
	while read -r place mode file; do
		beside "$place"
		make_folder "${beside%/*}" && stage "$place" "$mode" "$file" "$beside" ||
			fail "$root/$place could not be written; nothing was installed"
	done <"$listing"
	while read -r place mode file; do
		beside "$place"
		mv -f "$beside" "$root/$place" || fail "$root/$place could not be replaced"
	done <"$listing"
	made=
	echo "installed in $root"
}

# Removes the folders of a file that is gone, up to DESTDIR or the prefix, as far as nothing
# else is in them; never those that every system has.
remove_folders() {
	folder=$root/${1%/*}
	while [ "$folder" != "${DESTDIR:-${prefix%/*}}" ]; do
		case $root,$folder in
		/usr,*/opgen | /usr,*/opgen/* | /usr/local,*/opgen | /usr/local,*/opgen/*) ;;
		/usr,* | /usr/local,*) return ;;
		esac
		rmdir "$folder" 2>/dev/null || return 0
		folder=${folder%/*}
	done
}

uninstall_all() {
	list uninstall >"$listing"
	while read -r place _; do
		rm -f "$root/$place" || fail "$root/$place could not be removed"
		remove_folders "$place"
	done <"$listing"
	echo "removed from $root"
}

cd "$(dirname "$0")/.." || exit 1
case $DESTDIR in
'' | /*) ;;
*) DESTDIR=$PWD/$DESTDIR ;;
esac
case $prefix in
/*) ;;
*) fail "prefix: expected an absolute path, got '$prefix'" ;;
esac
prefix=${prefix%/}
case $libdir in
"$prefix"/?*) lib=${libdir#"$prefix"/} ;;
*) fail "libdir: expected a folder below $prefix, got '$libdir'" ;;
esac
lib=${lib%/}
case $lib in
*[!A-Za-z0-9._/+-]* | *..*) fail "libdir: expected letters, digits and ._+-, got '$lib'" ;;
esac
root=$DESTDIR$prefix
version=$(sed -n 's/^#define OPGEN_VERSION "\(.*\)"$/\1/p' generator/base/version.h)
listing=$(mktemp) || exit 1
trap 'rm -f "$listing"' EXIT

case ${1-} in
install) install_all ;;
uninstall) uninstall_all ;;
*) fail "expected install or uninstall, got '${1-}'" ;;
esac
