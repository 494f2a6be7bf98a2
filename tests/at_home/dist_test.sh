# The tarball: the same twice, builds without git, and makes itself again.
# packages: git gcc libc6-dev ninja-build lua5.4 libjansson-dev libexpat1-dev libmd-dev libprotobuf-c-dev protobuf-c-compiler

folder=$PWD
cd "$ROOT"
sh .package/dist.sh "$folder/once"
sh .package/dist.sh "$folder/twice"
diff -r "$folder/once" "$folder/twice"
commit=$(sh .package/commit.sh)

cd "$folder"
tar -xf once/opgen-*.tar.gz
cd opgen-*/
ninja
build/opgen --version | grep "(commit ${commit%% *})"
ninja dist
cmp build/opgen-*.tar.gz ../once/opgen-*.tar.gz
DESTDIR=$folder/stage prefix=/usr ninja install
DESTDIR=$folder/stage prefix=/usr ninja uninstall
[ -z "$(ls "$folder/stage")" ]
