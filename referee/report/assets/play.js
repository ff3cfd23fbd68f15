/*
 * play.js - a game against a bot in the browser: the board takes clicks and keys, moves arrive without
 * loading the page again. Without this script the page is forms.
 *
 * The server says which cells of the board each legal move touches (board_touched()), so this script
 * needs no knowledge of games. A reader chooses cells until one move is left. A move that is part of
 * all others that are left is the choice too: a match of a heap stands for those above it.
 */
(() => {
	const by = (id) => document.getElementById(id);
	const served = by("play-data");
	if (served === null)
		return;
	const { tag } = Replay;
	const prefix = by("main").dataset.prefix, place = by("playing"), svg = by("board").querySelector("svg");
	const cells = svg ? [...svg.querySelectorAll(".cells use:not(.way), .cells text, .cells path")] : [];
	const blank = svg?.cloneNode(true);
	let now = JSON.parse(served.textContent), chosen = [], focus = null, replay = null, busy = false;
	const address = `${prefix}/play/${now.id}`;

	/* --- the board ------------------------------------------------------------------------------ */

	/* The boards after each ply, from a drawing with any contents. */
	const boards = (game) => game.boards.map((changes, i) => {
		const values = i === 0 ? cells.flatMap((_, at) => [at, ""]) : [];
		for (let at = 0; at < changes.length; at += 2)
			i === 0 ? (values[2 * changes[at] + 1] = changes[at + 1]) : values.push(changes[at], changes[at + 1]);
		return values;
	});

	const at = (cell) => ({ x: Number(cells[cell].getAttribute("x")), y: Number(cells[cell].getAttribute("y")) });
	const own = (cell) => (cells[cell].getAttribute("href") || "").startsWith(`#p-${now.you}`);
	const holding = (wanted) => now.legal.filter(([, touched]) => wanted.every((cell) => touched.includes(cell)));

	/* Half the smallest distance of two cells, so that targets do not overlap. */
	function radius() {
		const places = cells.map((cell, i) => (cell.tagName === "use" && !cell.classList.contains("float") ? at(i) : null)).filter((one) => one);
		let least = Infinity;
		places.forEach((a, i) => places.slice(i + 1).forEach((b) => {
			const far = Math.hypot(a.x - b.x, a.y - b.y);
			least = far > 1 && far < least ? far : least;
		}));
		return least === Infinity ? 20 : least / 2;
	}
	const size = radius();

	/* The cells that can be chosen now: own pieces before where they go. */
	function choices() {
		const count = new Map();
		for (const [, touched] of now.legal)
			for (const cell of touched)
				count.set(cell, (count.get(cell) || 0) + 1);
		const all = [...count.keys()].filter((cell) => count.get(cell) < now.legal.length || own(cell) || decided([cell]) !== null);
		const pieces = all.filter(own);
		if (pieces.length === 0)
			return all;
		const next = chosen.length === 0 ? [] : holding(chosen).flatMap(([, touched]) => touched);
		return all.filter((cell) => pieces.includes(cell) || next.includes(cell));
	}

	/* The only move that the chosen cells leave, or the one that is part of all others; null: none. */
	function decided(wanted) {
		const left = holding(wanted);
		if (left.length === 0 || wanted.every(own))
			return null;
		const [move, least] = left.reduce((a, b) => (b[1].length < a[1].length ? b : a));
		return left.every(([other, touched]) => other === move || (touched.length > least.length && least.every((cell) => touched.includes(cell)))) ? move : null;
	}

	function choose(cell) {
		let wanted = chosen.includes(cell) ? chosen.filter((one) => one !== cell) : [...chosen, cell];
		if (holding(wanted).length === 0)
			wanted = [cell];
		const move = decided(wanted);
		chosen = wanted;
		if (move !== null) {
			send({ do: "move", move, ply: now.ply });
			return;
		}
		showTargets(cell);
	}

	/* "c3" of an own piece, "to c5" of where it goes. */
	function label(cell) {
		const name = cells[cell].dataset.cell, moves = holding([...chosen, cell]).map(([move]) => move);
		if (own(cell))
			return `your piece${name ? ` at ${name}` : ""}${chosen.includes(cell) ? ", chosen" : ""}`;
		return moves.length === 1 ? `play ${moves[0]}` : `play at ${name || cell}`;
	}

	/* The target nearest in the direction of an arrow key. */
	function neighbour(from, key) {
		const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
		const a = at(Number(from.dataset.target));
		const far = (one) => {
			const b = at(Number(one.dataset.target)), along = (b.x - a.x) * dx + (b.y - a.y) * dy;
			return along < 1 ? Infinity : along + 2 * Math.abs((b.x - a.x) * dy + (b.y - a.y) * dx);
		};
		return [...svg.querySelectorAll("[data-target]")].filter((one) => far(one) < Infinity).sort((one, other) => far(one) - far(other))[0];
	}

	function onKey(event) {
		if (["Enter", " "].includes(event.key)) {
			event.preventDefault();
			choose(Number(event.target.dataset.target));
		} else if (event.key.startsWith("Arrow")) {
			event.preventDefault();
			const next = neighbour(event.target, event.key);
			if (next) {
				event.target.setAttribute("tabindex", -1);
				next.setAttribute("tabindex", 0);
				next.focus();
			}
		} else if (event.key === "Escape") {
			chosen = [];
			showTargets();
		}
	}

	/* Lights up what can be chosen. to: the cell that keeps the focus. */
	function showTargets(to) {
		const had = svg.contains(document.activeElement);
		svg.querySelector(".targets")?.remove();
		const can = now.turn && !busy ? choices() : [];
		svg.setAttribute("role", can.length > 0 ? "group" : "img");
		if (can.length === 0)
			return;
		const hinted = (now.legal.find(([move]) => move === now.hint) || [null, []])[1];
		const group = Board.make("g", { class: "targets" });
		for (const cell of can) {
			const { x, y } = at(cell);
			if ("columns" in svg.dataset) { /* a column is one target */
				const column = Board.make("rect", { class: "column", x: x - size, y: 0, width: 2 * size, height: svg.viewBox.baseVal.height });
				column.addEventListener("click", () => choose(cell));
				group.append(column);
			}
			const look = `target${chosen.includes(cell) ? " chosen" : ""}${own(cell) ? " own" : ""}${hinted.includes(cell) ? " hinted" : ""}${size < 15 ? " small" : ""}${can.length > 64 ? " many" : ""}`;
			const target = Board.make("circle", { class: look, cx: x, cy: y, r: size * 0.86, role: "button", tabindex: -1,
				"aria-label": label(cell), "data-target": cell });
			target.addEventListener("click", () => choose(cell));
			target.addEventListener("keydown", onKey);
			group.append(target);
		}
		svg.append(group);
		const next = group.querySelector(`[data-target="${to}"]`) || group.querySelector("[data-target]");
		next.setAttribute("tabindex", 0);
		if (had)
			next.focus();
	}

	/* --- the page ------------------------------------------------------------------------------- */

	const why = (text) => by("why").replaceChildren(text ? `${text}.` : "");

	/* Where the keyboard is, since what it is in goes after a move. */
	function keepFocus() {
		const active = document.activeElement;
		focus = by("legal").contains(active) ? "legal" : svg?.contains(active) ? "board" : active === document.body ? focus : null;
	}

	function giveFocus() {
		if (!now.turn || focus === null || document.activeElement !== document.body)
			return;
		(focus === "legal" ? by("legal").querySelector("button") : svg.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
	}

	function showLegal() {
		const buttons = (now.turn ? now.legal : []).map(([move]) => tag("button", { type: "button", className: move === now.hint ? "hinted" : "" }, move));
		buttons.forEach((one) => one.addEventListener("click", () => send({ do: "move", move: one.textContent, ply: now.ply })));
		by("legal").replaceChildren(...(buttons.length > 0 ? [tag("fieldset", { className: "legal" }, tag("legend", {}, "Your moves"), buttons)] : []));
	}

	function showHint() {
		by("hint").textContent = now.hint ? `Hint: in your place the bot would play ${now.hint}.`
			: now.hinting ? "The bot looks for a hint." : now.no_hint ? `No hint: ${now.no_hint}.` : "";
	}

	function showPlayers() {
		const turn = now.state === "over" ? 0 : now.replay?.next;
		[...by("players").children].forEach((row, i) => row.classList.toggle("turn", i + 1 === turn));
		const moves = now.replay?.moves ? now.replay.moves.split(" ") : [];
		by("moves").textContent = moves.length > 0 ? moves.map((move, i) => `${i + 1}. ${move}`).join(" ") : "None yet.";
		by("moves").scrollTop = by("moves").scrollHeight;
	}

	function showActions() {
		const can = { back: now.back, hint: now.turn && !now.hinting, resign: !now.resigns };
		for (const one of by("actions").querySelectorAll("button[name=do]"))
			one.disabled = !can[one.value];
	}

	/* The end: the page's other buttons, and the game to be replayed. */
	async function showEnd() {
		place.classList.add("over");
		const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
		by("actions").replaceChildren(...page.getElementById("actions").childNodes);
		if (now.replay === undefined || svg === null || replay !== null)
			return;
		const report = { seats: now.seats, marks: now.marks, bots: ["You", now.bot] };
		replay = Replay.create(report, { ...now.replay, boards: boards(now.replay) }, blank, { moved: () => {} });
		by("replay").replaceChildren(tag("h2", {}, "The game again"), replay.element);
		document.addEventListener("keydown", (event) => {
			if (event.target.closest("input:not([type=range]), select, textarea") === null && replay.key(event))
				event.preventDefault();
		});
	}

	function show(next) {
		/* A state that is shown is not drawn again: a click on it would be lost. */
		if (next.version < now.version || (next.version === now.version && next !== now))
			return;
		if (next.ply !== now.ply || next.turn !== now.turn)
			chosen = [];
		keepFocus();
		now = next;
		if (svg && now.replay) {
			const all = boards(now.replay);
			svg.querySelector(".targets")?.remove();
			Board.create(svg, all, now.marks).show(all.length - 1);
			showTargets(chosen[0]);
		}
		if (by("words").textContent !== now.words)
			by("words").textContent = now.words;
		place.classList.toggle("thinking", !now.turn && now.state !== "over");
		showLegal();
		showHint();
		showPlayers();
		if (now.state === "over")
			showEnd();
		else
			showActions();
		giveFocus();
	}

	/* --- the server ----------------------------------------------------------------------------- */

	async function send(fields) {
		if (busy)
			return;
		busy = true;
		why("");
		try {
			const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(fields) });
			const got = await answer.json();
			busy = false;
			if (answer.ok) {
				show(got);
				return;
			}
			why(got.why);
		} catch {
			why("The server does not answer; try again");
		}
		busy = false;
		chosen = [];
		if (svg)
			showTargets();
	}

	let asking = false, again = false;
	async function update() {
		again = asking;
		if (asking)
			return;
		asking = true;
		try {
			const answer = await fetch(`${address}.json`);
			if (answer.ok)
				show(await answer.json());
			else if (answer.status === 404)
				why("This game does not exist any more: the server has started again");
		} catch { /* the next event asks again */ }
		asking = false;
		if (again)
			update();
	}

	/* A resignation needs a second press. */
	function sure(button) {
		if (button.value !== "resign" || button.dataset.sure)
			return true;
		button.dataset.sure = 1;
		button.textContent = "Resign: sure?";
		setTimeout(() => {
			delete button.dataset.sure;
			button.textContent = "Resign";
		}, 5000);
		return false;
	}

	by("actions").addEventListener("submit", (event) => {
		const button = event.submitter;
		if (button?.name !== "do")
			return;
		event.preventDefault();
		if (sure(button))
			send({ do: button.value, ply: now.ply });
	});

	if (now.state !== "over") {
		const events = new EventSource(`${address}/events`);
		events.addEventListener("changed", (event) => {
			if (JSON.parse(event.data).version > now.version)
				update();
			if (now.state === "over")
				events.close();
		});
		events.addEventListener("open", update);
	}
	show(now);
})();
