/*
 * replay.js - replays a game ply by ply: the board, buttons, a slider and keys, the moves, the players,
 * the mover's search info and time. Replay.create() takes a game's data (defined in report.h) and
 * returns its element and its functions.
 */
const Replay = (() => {
	const ICONS = { first: "M6 5v14M19 5L9 12l10 7Z", back: "M17 5L7 12l10 7Z", next: "M7 5l10 7-10 7Z",
		last: "M18 5v14M5 5l10 7-10 7Z", flip: "M8 20V6M4.5 9L8 5.5L11.5 9M16 4v14M12.5 15L16 18.5L19.5 15", play: "M7 4l13 8-13 8Z", pause: "M8 5v14M16 5v14" };

	/* Makes an element with its properties and children; a text is a child, never HTML. */
	function tag(name, properties, ...children) {
		const element = document.createElement(name);
		for (const [key, value] of Object.entries(properties || {}))
			if (key in element)
				element[key] = value;
			else
				element.setAttribute(key, value);
		element.append(...children.flat().filter((child) => child !== null && child !== undefined));
		return element;
	}

	function button(icon, name, act) {
		const element = tag("button", { type: "button", className: "icon", title: name, "aria-label": name },
			Board.make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, Board.make("path", { d: ICONS[icon] })));
		element.addEventListener("click", act);
		return element;
	}

	/* A score in hundredths; for a forced end the plies to it. As in referee/game/score.h. */
	function scoreText(score) {
		const size = Math.abs(score);
		const text = size <= 1000000 && size >= 900000 ? `M${1000000 - size}` : (size / 100).toFixed(2);
		return score < 0 ? `−${text}` : text[0] === "M" ? text : `+${text}`;
	}

	/* The time left on a clock; the server writes it alike. */
	function clockText(us) {
		const seconds = Math.floor(us / 1e6), two = (n) => String(n).padStart(2, "0");
		return seconds < 10 ? `${(Math.floor(us / 1e5) / 10).toFixed(1)} s` : seconds < 3600 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
			: `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
	}

	/* The part of a bar that a score fills: an even game is half, 2.5 of the bots' units three quarters. */
	const share = (score) => 1 / (1 + Math.exp(-score / 228));

	/* A span of microseconds for people. */
	function time(us) {
		if (us === null || us === undefined)
			return null;
		return us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1000).toPrecision(3)} ms` : `${(us / 1e6).toPrecision(3)} s`;
	}

	const count = (n) => (n === null || n === undefined ? null : n.toLocaleString("en"));

	/* The solver's judgement of a move in words, and whether the move lost value. */
	function judge(game, ply) {
		const found = (game.values || []).find(([at]) => at === ply);
		if (!found || found[1] === null || found[2] === null)
			return null;
		const [, before, after] = found, word = (value) => ["lost", "drawn", "won"][Math.sign(value) + 1];
		const thrown = Math.sign(after) < Math.sign(before);
		return { thrown, text: thrown ? `threw away: ${word(before)} → ${word(after)}` : `still ${word(after)}${before === after ? "" : ", not the best"}` };
	}

	/* "won", "drew", "lost"; with more than two seats the place. */
	function outcome(game, i) {
		const rank = game.players[i].rank, tied = game.players.filter((other) => other.rank === rank).length;
		if (game.running)
			return "";
		if (/^0[- ]0/.test(game.result)) /* all failed together */
			return "lost";
		if (game.players.length > 2)
			return `${tied > 1 ? "shared " : ""}${["1st", "2nd", "3rd"][rank - 1] || `${rank}th`}`;
		return tied > 1 ? "drew" : rank === 1 ? "won" : "lost";
	}

	const stamp = (report, seat) => tag("span", { className: `chip stamp seat-${seat}`, "aria-hidden": "true" }, report.marks[seat - 1]);

	/*
	 * report: { seats, marks, bots }; game: its data; drawing: its board, which is changed. options:
	 * moved(ply): called with each ply shown; ply: the first one; flipped: the board is seen from the
	 * other side; turned(flipped): called when the reader turns it; scores, blunders: elements of the page
	 * to be put beside the board, or null.
	 */
	function create(report, game, drawing, options) {
		const good = game.why === undefined;
		const picture = good ? Board.create(drawing, game.boards, report.marks) : null, moves = good && game.moves !== "" ? game.moves.split(" ") : [];
		const plies = moves.length;
		const name = (i) => report.bots[game.players[i].bot] ?? "?";
		const seatOf = (ply) => Number(game.seats[ply - 1]);
		let ply = -1, timer = null;

		const balance = report.seats === 2 && game.score?.some((score) => score !== null) ? Board.make("svg", { class: "balance", viewBox: "0 0 10 100", preserveAspectRatio: "none", role: "img" }) : null;
		const board = tag("div", { className: balance ? "board-place with-balance" : "board-place" }, picture?.element, balance);
		const status = tag("p", { className: "status", role: "status", "aria-live": "polite" });
		const words = tag("pre", { className: "in-words-text" });
		const slider = tag("input", { type: "range", min: 0, max: plies, step: 1, "aria-label": "Ply" });
		const count_ = tag("output", { className: "count" });
		const facts = tag("dl", { className: "facts-of-move" });
		const toggle = button("play", "Play", () => play(timer === null));
		const list = tag("ol", { className: `moves seats-${Math.min(report.seats, 3)}` });
		const links = [];
		const players = tag("ul", { className: "players" });
		const chart = tag("div", { className: "plot small" });
		let redraw = () => {};

		/* The text of the live region. */
		function sentence(at) {
			const left = game.left.filter(([after]) => after === at).map(([, seat]) => ` ${name(seat - 1)} left: ${game.players[seat - 1].verdict}.`).join("");
			const ended = at !== plies ? "" : game.running ? " It goes on." : ` The game is over, ${game.result}.`;
			if (at === 0)
				return `${game.opening === "" ? "The start" : "After the opening"}.${left}${ended}`;
			return `Ply ${at} of ${plies}: ${name(seatOf(at) - 1)} (seat ${seatOf(at)}) played ${moves[at - 1]}.${left}${ended}`;
		}

		function fact(term, value) {
			return value === null || value === undefined ? [] : [tag("div", {}, tag("dt", {}, term), tag("dd", {}, value))];
		}

		function showMove(at) {
			const of = (key) => (game[key] ? game[key][at - 1] : null);
			const rows = at === 0 ? [] : [...fact("Move", moves[at - 1]), ...fact("Time", time(of("wall"))),
				...fact("Processor", time(of("cpu")) ?? "–"), ...fact("Waiting", of("wait") ? time(of("wait")) : null),
				...fact("Depth", count(of("depth"))),
				...fact("Score", of("score") === null || of("score") === undefined ? null : scoreText(of("score"))),
				...fact("Nodes", count(of("nodes"))), ...fact("Solver", judge(game, at)?.text)];
			facts.replaceChildren(...rows);
		}

		/* The time that a seat has used on its clock up to a ply. */
		function clock(seat, at) {
			const spent = moves.slice(0, at).map((_, i) => (seatOf(i + 1) === seat ? game.wall?.[i] ?? 0 : 0)).reduce((a, b) => a + b, 0);
			return game.wall ? `used ${time(spent)}` : "";
		}

		/* The last score that a seat gave up to a ply; null: none. */
		function scoreAt(seat, at) {
			for (let i = at - 1; game.score && i >= 0; i--)
				if (seatOf(i + 1) === seat && game.score[i] !== null)
					return game.score[i];
			return null;
		}

		/* The bar beside the board of two seats: the mean of both bots' scores, and a mark for each. */
		function weigh(at) {
			const views = [1, 2].map((seat) => scoreAt(seat, at)), known = views.map((score, i) => (score === null ? null : share(i === 0 ? score : -score))).filter((one) => one !== null);
			const mean = known.length > 0 ? known.reduce((a, b) => a + b) / known.length : 0.5, y = (part) => 100 - 100 * part;
			balance.replaceChildren(Board.make("rect", { class: "part seat-2", width: 10, height: 100 }), Board.make("rect", { class: "part seat-1", y: y(mean), width: 10, height: 100 * mean }),
				Board.make("path", { class: "even", d: "M0 50H10" }), ...known.map((part) => Board.make("path", { class: "view", d: `M0 ${y(part).toFixed(1)}H10` })));
			balance.setAttribute("aria-label", known.length === 0 ? "No bot has given a score yet" : `By the bots' own scores: ${views.map((score, i) => (score === null ? null :
				`${name(i)} ${scoreText(score)}`)).filter((text) => text !== null).join(", ")}`);
		}

		/* Shows a ply. */
		function show(to) {
			const at = Math.max(0, Math.min(plies, to));
			if (at === ply || !good)
				return;
			if (ply >= 0 && links[ply])
				links[ply].removeAttribute("aria-current");
			ply = at;
			picture.show(at);
			words.textContent = picture.describe();
			status.textContent = sentence(at);
			slider.value = at;
			slider.setAttribute("aria-valuetext", `${at} of ${plies}`);
			count_.textContent = `${at} / ${plies}`;
			showMove(at);
			const turn = at < plies ? seatOf(at + 1) : game.to_move || 0;
			[...players.children].forEach((row, i) => {
				row.classList.toggle("turn", i + 1 === turn);
				const said = scoreAt(i + 1, at);
				row.querySelector(".used").textContent = clock(i + 1, at);
				row.querySelector(".score").textContent = said === null ? "" : `score ${scoreText(said)}`;
			});
			if (balance)
				weigh(at);
			if (links[at]) {
				links[at].setAttribute("aria-current", "step");
				reveal();
			}
			redraw();
			moveCursor();
			options.moved(at);
		}

		/* Keeps the shown move in sight without scrolling the page. */
		function reveal() {
			const top = links[ply].offsetTop;
			if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40)
				list.scrollTop = top - list.clientHeight / 2;
		}

		function play(on) {
			clearInterval(timer);
			timer = null;
			if (on) {
				if (ply === plies)
					show(0);
				timer = setInterval(() => (ply < plies ? show(ply + 1) : play(false)), 700);
			}
			toggle.querySelector("path").setAttribute("d", ICONS[on ? "pause" : "play"]);
			toggle.title = on ? "Pause" : "Play";
			toggle.setAttribute("aria-label", toggle.title);
		}

		function go(to) {
			play(false);
			show(to);
		}

		slider.addEventListener("input", () => go(Number(slider.value)));

		const turn = button("flip", "Flip the board", () => {
			turn.setAttribute("aria-pressed", drawing.classList.toggle("flipped"));
			options.turned?.(drawing.classList.contains("flipped"));
		});
		if (options.flipped !== undefined)
			drawing?.classList.toggle("flipped", options.flipped);
		turn.setAttribute("aria-pressed", drawing?.classList.contains("flipped") ?? false);

		/* Returns whether the replay used the key. */
		function key(event) {
			const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: plies };
			if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
				return false;
			go(steps[event.key]);
			return true;
		}

		function fillPlayers() {
			game.players.forEach((player, i) => {
				const failed = !["ok"].includes(player.verdict);
				players.append(tag("li", {}, stamp(report, i + 1),
					tag("div", { className: "who" }, tag("bdi", { className: "name" }, name(i)),
						tag("span", { className: "seat" }, `seat ${i + 1}${player.remote ? " · over the network" : ""}`, tag("span", { className: "to-move" }, " · to move")),
						failed ? tag("span", { className: "verdict" }, `${player.verdict}${player.detail ? `: ${player.detail}` : ""}`) : null,
						!failed && player.detail ? tag("span", { className: "soft" }, player.detail) : null),
					tag("div", { className: "end" }, tag("span", { className: player.rank === 1 && !game.running ? "outcome first" : "outcome" }, outcome(game, i)),
						player.clock && player.clock.left !== null ? tag("span", { className: "clock", role: "timer" }) : null,
						tag("span", { className: "elo score" }), tag("span", { className: "elo used" }))));
			});
		}

		/* The moves in order, each a button, with a row for each round of the seats. */
		function fillMoves() {
			const start = tag("button", { type: "button" }, game.opening === "" ? "start" : "opening");
			start.addEventListener("click", () => go(0));
			links.push(start);
			list.append(tag("li", { className: "begin" }, start));
			moves.forEach((move, i) => {
				const thrown = judge(game, i + 1)?.thrown;
				const link = tag("button", { type: "button" },
					tag("span", { className: "number" }, tag("span", { className: "hear" }, "Ply "), i + 1),
					tag("span", { className: `chip seat-${seatOf(i + 1)}` }, tag("span", { className: "hear" }, ", "), report.marks[seatOf(i + 1) - 1],
						tag("span", { className: "hear" }, ": ")), move,
					thrown ? tag("span", { className: "bad", title: judge(game, i + 1).text }, "??", tag("span", { className: "hear" }, " a blunder")) : null);
				link.addEventListener("click", () => go(i + 1));
				links.push(link);
				list.append(tag("li", {}, link));
				for (const [after, seat] of game.left)
					if (after === i + 1)
						list.append(tag("li", { className: "gone" }, `seat ${seat} left: ${game.players[seat - 1].verdict}`));
			});
		}

		/* The bots' scores of their positions if they reported any; else their times. */
		function series() {
			const scores = game.score && game.score.some((score) => score !== null);
			const said = scores ? game.score.filter((score) => score !== null && Math.abs(score) < 900000).map((score) => Math.abs(score) / 100).sort((a, b) => a - b) : [];
			const most = scores ? Math.max(10, Math.ceil((said[Math.floor(said.length * 0.85)] ?? 0) * 1.2)) : 0;
			const values = scores ? game.score.map((score) => (score === null ? null : Math.max(-most, Math.min(most, score / 100)))) : (game.wall || []).map((us) => us / 1000);
			const lines = [];
			for (let seat = 1; seat <= report.seats; seat++) {
				const at = moves.map((_, i) => i).filter((i) => seatOf(i + 1) === seat && values[i] !== null);
				if (at.length > 0)
					lines.push({ name: name(seat - 1), look: seat - 1, xs: at.map((i) => i + 1), ys: at.map((i) => values[i]), every: plies <= 60 });
			}
			return { scores, most, lines };
		}

		function fillChart() {
			const { scores, most, lines } = series();
			if (plies < 2 || lines.length === 0)
				return [];
			const numbers = lines.flatMap((line) => line.ys);
			const y = scores ? Plot.span(numbers, 0.5) : [0, Plot.span(numbers, 0.01)[1]];
			const plot = { lines, x: [0, plies], y: scores ? [Math.min(y[0], 0), Math.max(y[1], 0)] : y, xName: "ply",
				yName: scores ? "score" : "ms", label: scores ? `Each bot's score of its position, by ply; scores beyond ${most} are drawn at ${most}` : "Milliseconds that each move took, by ply" };
			redraw = Plot.keep(chart, 170, (width, height) => {
				const svg = Plot.draw(plot, width, height), at = svg.plotted;
				svg.append(Board.make("path", { class: "cursor", d: `M${at.x(ply).toFixed(1)} 20V${height - 40}` }));
				svg.addEventListener("click", (event) => {
					const x = event.clientX - svg.getBoundingClientRect().left;
					go(Math.round((x - at.x(0)) / (at.x(1) - at.x(0))));
				});
				return svg;
			});
			return [tag("h3", {}, scores ? "Scores" : "Times"), chart,
				tag("p", { className: "legend" }, lines.map((line) => tag("span", {}, Plot.key(line.look),
					tag("bdi", {}, line.name))))];
		}

		/* The chart as served: a click shows a ply, and a line stands at the shown one. */
		const served = options.scores?.querySelector(".chart");
		function takeChart() {
			served.addEventListener("click", (event) => {
				const [left, right, most] = served.dataset.plot.split(" "), box = served.getBoundingClientRect();
				go(Math.round(((event.clientX - box.left) / box.width * served.viewBox.baseVal.width - left) / (right - left) * most));
			});
			return options.scores;
		}

		function moveCursor() {
			for (const link of options.blunders?.querySelectorAll("a") ?? [])
				if (new URL(link.href).searchParams.get("ply") === String(ply))
					link.setAttribute("aria-current", "step");
				else
					link.removeAttribute("aria-current");
			const [left, right, most] = served?.dataset.plot.split(" ").map(Number) ?? [];
			served?.querySelector(".cursor").setAttribute("d", served.querySelector(".cursor").getAttribute("d").replace(/^M[^ ]+/, `M${(left + ply / most * (right - left)).toFixed(1)}`));
		}

		function errors() {
			return game.players.map((player, i) => [player.stderr, i]).filter(([text]) => text).map(([text, i]) =>
				tag("details", { className: "stderr" }, tag("summary", {}, "End of the stderr of ", tag("bdi", {}, name(i))), tag("pre", {}, text)));
		}

		function about() {
			const rows = [...fact("Opening", game.opening === "" ? null : game.opening), ...(game.running ? [] : fact("Ended", game.reason)),
				...fact("Started", `${new Date(game.started).toISOString().slice(0, 19).replace("T", " ")} UTC`),
				...(game.running ? [] : [...fact("Took", `${game.seconds} s`), ...fact("Sandbox", game.sandbox), ...fact("Machine", game.worker), ...fact("Seed", game.seed)])];
			return tag("details", { className: "settings" }, tag("summary", {}, "About this game"), tag("dl", {}, rows));
		}

		const buttons = tag("div", { className: "buttons", role: "group", "aria-label": "Go through the game" },
			button("first", "To the start (Home)", () => go(0)), button("back", "One ply back (left arrow)", () => go(ply - 1)), toggle,
			button("next", "One ply on (right arrow)", () => go(ply + 1)), button("last", "To the end (End)", () => go(plies)),
			drawing?.dataset.flip ? turn : null, count_);
		fillPlayers();
		if (good)
			fillMoves();
		const stage = good
			? [board, slider, buttons, status, tag("details", { className: "in-words" }, tag("summary", {}, "The board in words"), words)]
			: [tag("p", { className: "note" }, `This game cannot be played again: ${game.why}.`)];
		const element = tag("div", { className: "replay" }, tag("div", { className: "stage" }, stage),
			tag("div", { className: "side" }, players, facts, good ? [tag("h3", {}, "Moves"), list] : [], options.blunders ?? [], served ? takeChart() : good ? fillChart() : [], errors(), about()));
		if (good) {
			show(options.ply ?? plies);
			requestAnimationFrame(reveal);
		}
		return { element, show: go, key, stop: () => play(false), plies, get ply() { return ply; }, get playing() { return timer !== null; } };
	}

	return { create, tag, scoreText, clockText };
})();
