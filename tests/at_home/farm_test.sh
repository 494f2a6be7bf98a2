# Many nodes, compiled by two machines with distcc, of which one fails on the way, and by
# ccache. The machines are network namespaces of this one.
# packages: distcc ccache iproute2 ninja-build gcc

opgen=$ROOT/build/opgen
# As a variable of ninja has it, for the shell.
runtime=$(printf '%s' "$ROOT/runtime" | sed 's/[$]/$$/g')
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
n=24

# Machine 1 or 2, with distcc's server. Its log is machine1.log.
machine() {
	name=opgen_farm$1
	$as_root ip netns add "$name"
	$as_root ip link add "$name" type veth peer name eth0 netns "$name"
	$as_root ip address add "10.213.$1.1/24" dev "$name"
	$as_root ip link set "$name" up
	$as_root ip -n "$name" address add "10.213.$1.2/24" dev eth0
	$as_root ip -n "$name" link set eth0 up
	$as_root ip netns exec "$name" distccd --daemon --no-detach --listen "10.213.$1.2" --allow "10.213.$1.0/24" --jobs 2 \
		--log-stderr --log-level info >"machine$1.log" 2>&1 &
}

# Its cable is pulled, so that not even the end of a connection is heard of, and it stops.
fail() {
	name=opgen_farm$1
	$as_root ip -n "$name" link set eth0 down
	$as_root ip netns pids "$name" | xargs $as_root kill -KILL
}

remove() {
	for name in opgen_farm1 opgen_farm2; do
		$as_root ip netns pids "$name" | xargs -r $as_root kill -KILL
		$as_root ip netns delete "$name"
	done
} 2>/dev/null

# How many compilations a machine has finished.
compiled() {
	grep -c 'COMPILE_OK' "machine$1.log" || true
}

# A folder of its own, the code in it, and a build by a compiler.
generate() {
	mkdir "$1"
	(cd "$1" && "$opgen" ../specs/*.json --all-nodes --target x86-64-v4,x86-64-v3 \
		-o nodes --ninja nodes/build.ninja)
	cat >"$1/build.ninja" <<END
nodes_root = nodes/
include nodes/build.ninja
nodes_cc = $2
nodes_cflags = -O2 '-I$runtime'
END
}

# All objects are there, and those of the first build.
same_objects() {
	[ "$(ls "$1/nodes/nodes_objects" | grep -c '[.]o$')" = $n ]
	diff -r here/nodes/nodes_objects "$1/nodes/nodes_objects"
	cmp here/nodes/libnodes.a "$1/nodes/libnodes.a"
	ninja -C "$1" | grep 'no work to do'
}

mkdir specs
i=0
while [ $i -lt $n ]; do
	i=$((i + 1))
	echo "{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, $i, 20, 20], \"W\": [16, $i, 3, 3]}}" \
		>"specs/conv$i.json"
done

generate here gcc
ninja -C here

remove || true
trap remove EXIT
machine 1
machine 2
export DISTCC_HOSTS='10.213.1.2/2 10.213.2.2/2'
export DISTCC_IO_TIMEOUT=10
export DISTCC_DIR=$PWD/distcc
mkdir distcc
sleep 2

generate farm 'distcc gcc'
ninja -C farm -j 4 >farm.log 2>&1 &
build=$!
until [ "$(compiled 1)" -ge 2 ] && [ "$(compiled 2)" -ge 2 ]; do
	kill -0 $build
	sleep 0.1
done
fail 2
before=$(compiled 1)
kill -0 $build
wait $build
cat farm.log
[ "$(compiled 1)" -gt "$before" ]
[ "$(compiled 2)" -lt $n ]
same_objects farm

# What the machine that is left compiles is kept, and then nothing is compiled.
export DISTCC_HOSTS='10.213.1.2/2'
export CCACHE_PREFIX=distcc
export CCACHE_DIR=$PWD/ccache
before=$(compiled 1)
generate cached 'ccache gcc'
ninja -C cached
[ "$(compiled 1)" = $((before + n)) ]
same_objects cached
ccache --zero-stats
generate again 'ccache gcc'
ninja -C again
[ "$(compiled 1)" = $((before + n)) ]
same_objects again
ccache --print-stats | awk '
	/^(direct|preprocessed)_cache_hit/ { hits += $2 }
	/^cache_miss/ { misses += $2 }
	END { print hits " hits, " misses " misses"; exit hits != '$n' || misses != 0 }'
