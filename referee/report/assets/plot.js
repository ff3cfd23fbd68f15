/*
 * plot.js - draws lines over plies as SVG, with the parts that all plots share. Each line has a colour
 * and a symbol, so that it is recognisable without the colour. The drawing has the size of its place,
 * so that texts stay readable on a phone.
 */
const Plot = (() => {
	const { make } = Board;
	const LOOKS = 8;

	/* Symbols of about equal weight around (0, 0), by look. */
	const SYMBOLS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.6 -3.6h7.2v7.2h-7.2Z", "M0 -4.6L4.4 3.4H-4.4Z",
		"M0 -5.2L5 0L0 5.2L-5 0Z", "M0 4.6L4.4 -3.4H-4.4Z", "M-1.7 -5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3Z",
		"M0 -5.4L1.5 -1.7L5.2 -1.7L2.3 0.8L3.3 4.6L0 2.4L-3.3 4.6L-2.3 0.8L-5.2 -1.7L-1.5 -1.7Z", "M-5 -2.6L0 -5.4L5 -2.6L3.1 4.4H-3.1Z"];

	/* After eight looks the colours repeat, with other symbols that have an outline. */
	const shape = (look) => SYMBOLS[(look + (look / LOOKS | 0)) % LOOKS];
	const colour = (look) => look % LOOKS + 1;
	const hollow = (look) => look >= LOOKS;

	function symbol(look, x, y) {
		return make("path", { class: `symbol look-${colour(look)}${hollow(look) ? " hollow" : ""}`,
			d: shape(look), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
	}

	/* The symbol alone, for a list of names. */
	const key = (look) => make("svg", { viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true" }, symbol(look, 0, 0));

	/* Round steps that divide a span into about this many parts. */
	function stepsOf(low, high, parts) {
		const rough = Math.max(high - low, 1e-9) / parts, power = 10 ** Math.floor(Math.log10(rough));
		const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
		const steps = [];
		for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
			steps.push(+value.toFixed(6));
		return steps;
	}

	/* Numbers from 10000 are written in thousands. */
	const tick = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : String(value)).replace("-", "−");

	function text(x, y, anchor, name, ...children) {
		return make("text", { x, y, "text-anchor": anchor, class: name, "font-size": 12 }, ...children);
	}

	/* The axes: { parts, x(value), y(value) }. */
	function axes(plot, width, height) {
		const left = 46, top = 26, bottom = 40, right = 14;
		const x = (value) => left + (value - plot.x[0]) / Math.max(plot.x[1] - plot.x[0], 1e-9) * (width - left - right);
		const y = (value) => top + (plot.y[1] - value) / Math.max(plot.y[1] - plot.y[0], 1e-9) * (height - top - bottom);
		const parts = [];
		for (const value of stepsOf(...plot.y, 3)) {
			parts.push(make("path", { class: value === 0 ? "axis" : "mesh", d: `M${left} ${y(value).toFixed(1)}H${width - right}` }));
			parts.push(text(left - 8, y(value) + 4, "end", "tick", tick(value)));
		}
		for (const value of stepsOf(...plot.x, Math.max(2, Math.min(8, (width - left - right) / 90 | 0))))
			if (Number.isInteger(value))
				parts.push(text(x(value), height - bottom + 18, "middle", "tick", tick(value)));
		parts.push(make("path", { class: "axis", d: `M${left} ${height - bottom}H${width - right}` }));
		parts.push(text((left + width - right) / 2, height - 4, "middle", "axis-name", plot.xName));
		parts.push(text(4, 12, "start", "axis-name", plot.yName));
		return { parts, x, y };
	}

	/* Draws a line and its symbols, at a distance from each other and from those of other lines. */
	function drawLine(line, at, index, count) {
		let d = "", last = -1e9;
		const marks = [], apart = 90, shift = apart * index / count;
		line.xs.forEach((value, i) => {
			const x = at.x(value), y = at.y(line.ys[i]);
			d += `${d === "" ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
			if (line.every || (x - last >= apart && (last > -1e9 || x - at.x(line.xs[0]) >= shift)) || i === line.xs.length - 1) {
				marks.push(symbol(line.look, x, y));
				last = x;
			}
		});
		return make("g", {}, make("path", { class: `line look-${colour(line.look)}`, d }), ...marks);
	}

	/* plot: { lines, x: [low, high], y: [low, high], xName, yName, label }; a line: { look, xs, ys, every }, every: each point has a symbol. */
	function draw(plot, width, height) {
		const at = axes(plot, width, height);
		const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": plot.label });
		svg.append(...at.parts);
		plot.lines.forEach((line, i) => svg.append(drawLine(line, at, i, plot.lines.length)));
		svg.plotted = at;
		return svg;
	}

	/* Draws into a place, and again when its width changes. Calling the result redraws it. */
	function keep(place, height, make) {
		let width = 0;
		const redraw = () => {
			width = Math.floor(place.clientWidth);
			if (width > 0)
				place.replaceChildren(make(width, height));
		};
		new ResizeObserver(() => Math.floor(place.clientWidth) !== width && redraw()).observe(place);
		return redraw;
	}

	/* The range of numbers, with a margin. */
	function span(numbers, room) {
		const low = numbers.reduce((a, b) => Math.min(a, b), Infinity), high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
		const more = Math.max((high - low) * 0.06, room);
		return numbers.length > 0 ? [low - more, high + more] : [-room, room];
	}

	return { draw, keep, span, key };
})();
