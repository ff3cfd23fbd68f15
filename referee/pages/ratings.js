/*
 * ratings.js - ratings over the games of a tournament: the plot, and which bots are in it.
 *
 * data: { games, lines: [{ bot, at, elo, error }] }; error is there where a line has a band of 95 %
 * around it.
 */
const Ratings = (() => {
	const { tag } = Replay;

	function draw(place, bots, data) {
		const banded = data.lines.some((line) => line.error);
		const all = data.lines.map((line, i) => ({ name: bots[line.bot], look: i, xs: line.at, ys: line.elo, on: i < Plot.SHOWN,
			low: line.error && line.elo.map((elo, j) => elo - line.error[j]), high: line.error && line.elo.map((elo, j) => elo + line.error[j]) }));
		const canvas = tag("div", { className: "canvas" });
		const legend = tag("fieldset", { className: "legend" }, tag("legend", {}, "Bots in the plot"));
		const redraw = Plot.keep(canvas, 380, (width, height) => {
			const on = all.filter((line) => line.on);
			return Plot.draw({ lines: on, x: [0, data.games], y: Plot.span(on, 10), zero: banded ? 0 : 1500, xName: "games of the tournament", yName: "Elo",
				label: `${banded ? "Elo with its error" : "Running Elo"} of ${on.map((line) => line.name).join(", ")} over ${data.games} games; the same as a table below`,
				labels: true }, width, height);
		});
		for (const line of all) {
			const box = tag("input", { type: "checkbox", checked: line.on });
			box.addEventListener("change", () => {
				line.on = box.checked;
				redraw();
			});
			legend.append(tag("label", {}, box, Board.make("svg", { viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true" }, Plot.symbol(line.look, 0, 0)),
				tag("bdi", {}, line.name)));
		}
		place.replaceChildren(canvas, legend);
	}

	return { draw };
})();
