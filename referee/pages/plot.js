/*
 * plot.js - lines over games or plies as SVG. A line has a colour and a symbol of its own, so that
 * it is known without the colour; it is drawn at the size of its place, so that texts stay readable
 * on a phone.
 */
const Plot = (() => {
	const { make } = Board;
	const LOOKS = 8;

	/* Symbols of about the same weight, around (0, 0), by look. */
	const SYMBOLS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.6 -3.6h7.2v7.2h-7.2Z", "M0 -4.6L4.4 3.4H-4.4Z",
		"M0 -5.2L5 0L0 5.2L-5 0Z", "M0 4.6L4.4 -3.4H-4.4Z", "M-1.7 -5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3Z",
		"M0 -5.4L1.5 -1.7L5.2 -1.7L2.3 0.8L3.3 4.6L0 2.4L-3.3 4.6L-2.3 0.8L-5.2 -1.7L-1.5 -1.7Z", "M-5 -2.6L0 -5.4L5 -2.6L3.1 4.4H-3.1Z"];

	function symbol(look, x, y) {
		return make("path", { class: `symbol look-${look % LOOKS + 1}${look >= LOOKS ? " hollow" : ""}`,
			d: SYMBOLS[(look + (look / LOOKS | 0)) % LOOKS], transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
	}

	/* Round steps that cut a span into about so many parts. */
	function stepsOf(low, high, parts) {
		const rough = Math.max(high - low, 1e-9) / parts, power = 10 ** Math.floor(Math.log10(rough));
		const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
		const steps = [];
		for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
			steps.push(+value.toFixed(6));
		return steps;
	}

	/* Thousands are told apart by their first digits. */
	const tick = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : String(value)).replace("-", "−");

	function text(x, y, anchor, name, ...children) {
		return make("text", { x, y, "text-anchor": anchor, class: name, "font-size": 12 }, ...children);
	}

	/* The axes: { parts, x(value), y(value) }. */
	function axes(plot, width, height, right) {
		const left = 46, top = 26, bottom = 40;
		const x = (value) => left + (value - plot.x[0]) / Math.max(plot.x[1] - plot.x[0], 1e-9) * (width - left - right);
		const y = (value) => top + (plot.y[1] - value) / Math.max(plot.y[1] - plot.y[0], 1e-9) * (height - top - bottom);
		const parts = [];
		for (const value of stepsOf(...plot.y, height < 200 ? 3 : 5)) {
			parts.push(make("path", { class: value === plot.zero ? "axis" : "mesh", d: `M${left} ${y(value).toFixed(1)}H${width - right}` }));
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

	/* Labels at the lines' ends, pushed apart so that each can be read. */
	function endLabels(lines, at, width, height) {
		const gap = 15, labels = lines.filter((line) => line.ys.length > 0)
			.map((line) => ({ line, y: at.y(line.ys.at(-1)) })).sort((a, b) => a.y - b.y);
		let low = 8;
		for (const label of labels)
			low = label.place = Math.max(label.y, low) + gap;
		let high = height - 40 + gap;
		for (const label of labels.slice().reverse())
			high = label.place = Math.min(label.place, high) - gap;
		return labels.map((label) => make("g", {},
			make("path", { class: `leader`, d: `M${(at.x(label.line.xs.at(-1)) + 6).toFixed(1)} ${label.y.toFixed(1)}L${width - 158} ${label.place.toFixed(1)}` }),
			symbol(label.line.look, width - 150, label.place),
			text(width - 138, label.place + 4, "start", "end-label", shorten(label.line.name, 19))));
	}

	function shorten(name, most) {
		const letters = [...name];
		return letters.length > most ? letters.slice(0, most - 1).join("") + "…" : name;
	}

	/* What a line leaves open: from low to high at each of its points. */
	function drawBand(line, at) {
		const edge = (ys) => line.xs.map((value, i) => `${at.x(value).toFixed(1)} ${at.y(ys[i]).toFixed(1)}`);
		return make("path", { class: `band look-${line.look % LOOKS + 1}`, d: `M${[...edge(line.low), ...edge(line.high).reverse()].join("L")}Z` });
	}

	/* A line and its symbols, some way apart from each other and from other lines' ones. */
	function drawLine(line, at, index, count) {
		let d = "", last = -1e9;
		const marks = [], apart = 90, shift = apart * index / count;
		line.xs.forEach((value, i) => {
			if (line.ys[i] === null)
				return;
			const x = at.x(value), y = at.y(line.ys[i]);
			d += `${d === "" ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
			if (line.every || (x - last >= apart && (last > -1e9 || x - at.x(line.xs[0]) >= shift)) || i === line.xs.length - 1) {
				marks.push(symbol(line.look, x, y));
				last = x;
			}
		});
		return make("g", { class: "series" }, line.low ? drawBand(line, at) : null, make("path", { class: `line look-${line.look % LOOKS + 1}`, d }), ...marks);
	}

	/*
	 * plot: { lines, x: [low, high], y: [low, high], xName, yName, zero, label, labels }; a line:
	 * { name, look, xs, ys, every, low, high }, the last two where there is a band. labels: names at the lines' ends where there is room.
	 */
	function draw(plot, width, height) {
		const labels = plot.labels && width > 560, at = axes(plot, width, height, labels ? 168 : 14);
		const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": plot.label });
		svg.append(...at.parts);
		plot.lines.forEach((line, i) => svg.append(drawLine(line, at, i, plot.lines.length)));
		if (labels)
			svg.append(...endLabels(plot.lines, at, width, height));
		svg.plotted = at;
		return svg;
	}

	/* Draws into a place, again whenever its width changes, and when what it returns is called. */
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

	/* The span of all lines, with some room. */
	function span(lines, room) {
		const all = lines.flatMap((line) => [...line.ys, ...(line.low || []), ...(line.high || [])]).filter((y) => y !== null);
		const low = all.reduce((a, b) => Math.min(a, b), Infinity), high = all.reduce((a, b) => Math.max(a, b), -Infinity);
		const more = Math.max((high - low) * 0.06, room);
		return all.length > 0 ? [low - more, high + more] : [-room, room];
	}

	return { draw, keep, span, symbol, shorten, SHOWN: LOOKS };
})();
