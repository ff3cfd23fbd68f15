/*
 * pages.js - the pages of the web process: live updates without a jump, and the replay of games.
 *
 * An event says only that something is new. The script then requests the page again and takes the
 * elements with data-live from it: data-live="moves" after every move, others after results. A
 * reader that was away requests the page once on return, so no change is missed.
 */
(() => {
	const { tag } = Replay;
	const by = (id) => document.getElementById(id);
	const data = (id, page = document) => page.getElementById(id) && JSON.parse(page.getElementById(id).textContent);
	const base = by("main").dataset.base;
	const MOVES = 250, RESULTS = 2000, LEAST_REST = 3;

	/* --- a game ---------------------------------------------------------------------------- */

	let replay = null, game = null;

	function address(ply) {
		const url = new URL(location.href);
		url.searchParams.set("ply", ply);
		history.replaceState(null, "", url);
	}

	/* A game in play keeps the reader's ply; a reader at its end follows it. */
	function showGame(page, report, next) {
		const place = by("game"), drawing = page.querySelector("#game .board"), running = next.running, first = replay === null;
		const atEnd = !first && replay.ply === replay.plies && !replay.playing;
		const wanted = new URL(location.href).searchParams.get("ply");
		const ply = first ? (wanted !== null && /^\d+$/.test(wanted) ? Number(wanted) : undefined) : atEnd ? undefined : replay.ply;
		const focus = first ? null : keepFocus(place), open = first ? [] : [...place.querySelectorAll("details")].map((details) => details.open);
		if (!first)
			replay.stop();
		game = next;
		replay = Replay.create(report, game, drawing, { ply, moved: (at) => running || address(at) });
		place.replaceChildren(replay.element);
		place.querySelectorAll("details").forEach((details, i) => { details.open = Boolean(open[i]); });
		focus?.();
	}

	document.addEventListener("keydown", (event) => {
		const own = event.target.closest("input:not([type=range]), select, textarea, pre");
		if (replay && !own && replay.key(event))
			event.preventDefault();
	});

	/* --- live updates ------------------------------------------------------------------------ */

	/* The path of the focused element within an element that is about to be replaced. */
	function keepFocus(place) {
		if (!place.contains(document.activeElement))
			return null;
		const all = () => [...place.querySelectorAll("a, button, summary, input, [tabindex]")];
		const at = all().indexOf(document.activeElement), href = document.activeElement.getAttribute("href");
		return () => (href && all().find((one) => one.getAttribute("href") === href) || all()[at])?.focus({ preventScroll: true });
	}

	/* The elements as served; the reader may have opened some of them. */
	const came = new Map([...document.querySelectorAll("[data-live][id]")].map((one) => [one.id, one.innerHTML]));

	function replace(old, fresh) {
		if (came.get(old.id) === fresh.innerHTML)
			return false;
		came.set(old.id, fresh.innerHTML);
		const focus = keepFocus(old), left = [...old.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
		const open = [...old.querySelectorAll("details")].map((details) => details.open);
		old.replaceChildren(...fresh.childNodes);
		old.querySelectorAll(".scroll").forEach((box, i) => left[i] && box.scrollTo(...left[i]));
		old.querySelectorAll("details").forEach((details, i) => { details.open = open[i] ?? details.open; });
		focus?.();
		return true;
	}

	/* Shows the end of the watched game, until its page is updated. */
	function showEnd(what, sentence) {
		by("undecided").replaceChildren(what);
		came.delete("undecided");
		tell(sentence);
	}

	/* The game is over: the address of its stored page. */
	function over(number) {
		showEnd(number ? tag("a", { href: `${base}/game/${number}` }, `over: game ${number}`) : "aborted: referee fault; it will be played again", "The game is over.");
	}

	function tell(sentence) {
		if (by("news").textContent !== sentence)
			by("news").textContent = sentence;
	}

	async function refresh() {
		const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
		if (answer.status === 404 && game?.running) /* for instance after an unnoticed restart */
			showEnd("not played here any more", "The game is not played here any more.");
		if (!answer.ok)
			return;
		const page = new DOMParser().parseFromString(await answer.text(), "text/html");
		let changed = false;
		for (const old of document.querySelectorAll("[data-live][id]")) {
			const fresh = page.getElementById(old.id);
			changed = (fresh && replace(old, fresh)) || changed;
		}
		const next = data("game-data", page);
		if (game?.running && next && (next.moves !== game.moves || String(next.left) !== String(game.left)))
			showGame(page, data("report-data", page), next);
		if (changed && by("progress") && !by("game"))
			tell(by("progress").textContent);
	}

	/* Requests the page on demand, with pauses, which are longer if the page is slow to make. */
	let due = null, busy = false, again = false, rest = 0;
	function ask(delay) {
		again = true;
		if (due !== null || busy)
			return;
		due = setTimeout(async () => {
			const begun = performance.now();
			due = null;
			busy = true;
			again = false;
			await refresh().catch(() => {});
			busy = false;
			rest = LEAST_REST * (performance.now() - begun);
			if (again)
				ask(delay);
		}, Math.max(delay, rest));
	}

	let done = null;
	function follow(known) {
		done?.abort();
		done = new AbortController();
		const pairing = by("game")?.dataset.pairing;
		const live = document.querySelector("[data-live]") !== null, moves = document.querySelector("[data-live=moves]") !== null;
		const events = new EventSource(`${base}/events?${pairing !== undefined ? `game=${pairing}` : `games=${moves ? "few" : "none"}`}`);
		const say = (text) => { by("link").textContent = text; };
		events.addEventListener("open", () => {
			say("live");
			if (known)
				ask(0);
			known = true;
		});
		events.addEventListener("error", () => {
			say("connection lost, trying again");
			if (events.readyState === EventSource.CLOSED)
				setTimeout(() => follow(true), 3000);
		});
		events.addEventListener("standings", () => live && ask(RESULTS));
		for (const name of ["begun", "move", "leave", "ended"])
			events.addEventListener(name, (event) => {
				const news = JSON.parse(event.data), mine = pairing === undefined || news.pairing === pairing;
				if (moves && mine)
					ask(name === "move" ? MOVES : 0);
				if (name === "ended" && pairing !== undefined && mine)
					over(news.game);
			});
		/* A browser has six connections per server: a hidden page gives up its own. */
		document.addEventListener("visibilitychange", () => {
			if (document.hidden)
				events.close();
			else if (events.readyState === EventSource.CLOSED)
				follow(true);
		}, { signal: done.signal });
		window.addEventListener("pagehide", () => events.close(), { signal: done.signal });
	}

	document.documentElement.classList.add("scripted");
	if (by("game-data"))
		showGame(document, data("report-data"), data("game-data"));
	if (base)
		follow(false);
	else if (document.querySelector("[data-live]"))
		setInterval(() => document.hidden || ask(0), 3 * RESULTS);
})();
