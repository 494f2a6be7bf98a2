# The page of --report in a browser: its text is there, the console is empty, it fits a
# phone, and it is dark where the reader wants that.
# packages: chromium

opgen=$ROOT/build/opgen
# This folder as a URL has it.
here=file://$(printf '%s' "$PWD" | sed 's/%/%25/g; s/#/%23/g; s/?/%3F/g; s/ /%20/g')

browse() {
	timeout 60 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
		--user-data-dir="$PWD/profile" --allow-file-access-from-files \
		--virtual-time-budget=3000 --enable-logging=stderr "$@"
}

# A page, as the browser has it then, with what it says of it on the console.
show() {
	browse --dump-dom "$here/$1" >dom 2>messages
	if grep CONSOLE messages; then
		return 1
	fi
}

has() {
	for text; do
		grep -qF -e "$text" dom || {
			echo "missing: $text"
			return 1
		}
	done
}

# A frame as wide as a phone tells its page's width and color.
cat >phone.html <<'END'
<!DOCTYPE html>
<title>phone</title>
<iframe id="frame" width="390" height="800"></iframe>
<p id="told"></p>
<script>
	const frame = document.getElementById("frame");
	frame.onload = () => {
		const page = frame.contentDocument;
		document.getElementById("told").textContent = "width " + page.documentElement.scrollWidth +
			", body " + frame.contentWindow.getComputedStyle(page.body).backgroundColor;
	};
	frame.src = location.hash.slice(1);
</script>
END

# One that follows a step's link, sorts the steps, and tells what is seen then.
cat >steps.html <<'END'
<!DOCTYPE html>
<title>steps</title>
<iframe id="frame" width="1000" height="800"></iframe>
<p id="told"></p>
<script>
	const frame = document.getElementById("frame");
	frame.onload = () => {
		const page = frame.contentDocument;
		const rows = () => [...page.querySelectorAll(".rows li")].sort((a, b) =>
			a.getBoundingClientRect().top - b.getBoundingClientRect().top);
		const seen = () => rows().map((row) => row.querySelector("a").textContent).join(" ");
		const wires = page.querySelector(".wires");
		const width = (row) => row.querySelector("i").getBoundingClientRect().width;
		const told = [seen()];
		page.querySelector(".by-bytes").click();
		told.push(seen(), "wires " + wires.getBoundingClientRect().width);
		page.querySelector(".by-time").click();
		told.push("falling " + rows().every((row, i, all) => !i || width(row) <= width(all[i - 1])));
		told.push("open " + page.querySelectorAll("details[open]").length);
		document.getElementById("told").textContent = told.join(", ");
	};
	frame.src = location.hash.slice(1) + "#opgen_smooth_v3-2";
</script>
END

"$opgen" "$ROOT/samples/stem/stem.json" --target x86-64-v4 -o stem.c --report stem.html
"$opgen" "$ROOT/samples/smooth/smooth.onnx" --graph --dim batch=1 --target x86-64-v3 -o net.c --report net.html
cat >pool.json <<'END'
{"op": "AveragePool", "dtype": "float32", "inputs": {"X": [1, 8, 30, 30]},
 "attributes": {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}}
END
"$opgen" pool.json -o pool.c --report pool.html

# A browser that told nothing of a mistake would pass everything.
echo '<script>null.x</script>' >wrong.html
if show wrong.html >/dev/null; then
	echo "the console is not seen"
	exit 1
fi

show stem.html
has 'Windows along D2' 'direct-ow' 'cycles, chosen' 'Register tile' 'fused multiply-adds' \
	'Regions of the output' 'opgen_stem_v4_border_0' '<details>'
show pool.html
has '1–14: 3 of 3 taps' 'Regions of the output' 'opgen_pool_interior_3'
show net.html
has 'A network of 3 steps' 'by multiply-adds' 'at 3 GHz' 'class="chart"' 'Shuffle' 'Workspace over time' 'Tensors in it' 'Emitted functions'

browse --dump-dom "$here/steps.html#net.html" >dom 2>messages
has 'Conv Shuffle Pool, ' ', wires 0, falling true, open 1'

for page in stem net pool; do
	browse --dump-dom "$here/phone.html#$page.html" >dom 2>messages
	has 'width 390, body rgb(255, 255, 255)'
	browse --blink-settings=preferredColorScheme=0 --dump-dom "$here/phone.html#$page.html" >dom 2>messages
	has 'width 390, body rgb(20, 23, 28)'
	browse --window-size=1000,3000 --screenshot="$PWD/$page.png" "$here/$page.html" 2>messages
	test -s "$page.png"
done
