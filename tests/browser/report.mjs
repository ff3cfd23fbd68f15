/*
 * report.mjs - the report in a browser: `node report.mjs FOLDER` opens the pages of the folder that
 * tests/end-to-end/export-html.sh has made and prints a line for each thing that must hold. MODULES says
 * where playwright-core is, SHOTS where pictures go, if anywhere.
 */
import { readFileSync } from "node:fs";
import { bad, click, complaints, launch, openPage, picture, same, say, soon } from "../lib/checks.mjs";

const folder = process.argv[2];

const browser = await launch();
const address = (name) => `file://${folder}/${name}.html`;
const open = (name, fragment = "", options = {}) => openPage(browser, name, address(name) + fragment,
	(url) => url.startsWith(address(name)), options);

const rows = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
const count = (page, selector) => page.locator(`.board-place ${selector}`).count();
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const status = (page) => page.locator(".status").textContent();
const fragment = (page) => page.evaluate(() => location.hash); /* page.url() may be late */

/* --- every game's board: what is drawn is what the position string says -------------------------- */

const letters = (text, letter) => text.split(letter).length - 1;
const onBoard = (final) => final.split(" ")[0];

/* Cells of the board by what they hold: pieces of a seat, those of a name, texts of a name. */
const seats = (page, seat) => count(page, `.cells use[data-cell][href^="#p-${seat}"]`);
const pieces = (page, name) => count(page, `.cells use[href="#p-${name}"]`);
const texts = async (page, name) => (await page.locator(`.board-place text[data-cell="${name}"]`).allTextContents()).filter((text) => text !== "").length;
const way = async (page) => (await page.locator(".board-place path.way").getAttribute("d")).split("L").length - 1;

const grid = (cells, one, two) => async (page, final) => same([await count(page, ".cells use[data-cell]"), await seats(page, 1), await seats(page, 2)],
	[cells, letters(onBoard(final), one), letters(onBoard(final), two)]);
const kinds = {
	tictactoe: grid(9, "x", "o"),
	connect4: grid(42, "r", "y"),
	wide: grid(45, "r", "y"),
	nim: async (page, final) => same([await count(page, ".heap"), await pieces(page, "m")],
		[3, onBoard(final).split("/").reduce((sum, heap) => sum + Number(heap), 0)]),
	letters: async (page, final) => same([await texts(page, "Pile"), await texts(page, "Seat 1"), await texts(page, "Seat 2")],
		onBoard(final).split("/").map((part) => (part === "-" ? 0 : part.length))),
	tree: async (page, final) => same([await pieces(page, "leaf"), await pieces(page, "here"), await way(page)], [26, 1, onBoard(final).split("/").length]),
	path: async (page, final) => same([await pieces(page, "here"), await way(page), await page.locator(".board-place text[data-cell^=Choice]").allTextContents().then((all) => all.map((text) => text.split(" ")[0]))],
		[1, onBoard(final).split("/").length, onBoard(final).split("/")]),
};
for (const players of [2, 3, 4, 6])
	kinds[`star${players}`] = async (page, final) => {
		const pegs = [...Array(players)].map((_, i) => letters(onBoard(final), "ABCDEF"[i]));
		same(pegs, Array(players).fill(10));
		same(await Promise.all(pegs.map((_, i) => seats(page, i + 1))), pegs);
		same([await count(page, ".cells use[data-cell]"), await count(page, ".point")], [121, players]);
	};

for (const [name, check] of Object.entries(kinds)) {
	const game = rows(name).at(-1);
	const page = await open(name, `#game-${game.id}`);
	await say(`${name}: the board at the end has what the position has`, () => check(page, game.final));
	await say(`${name}: it can be heard`, async () => {
		same((await page.locator(".board-place .board").getAttribute("aria-label")).startsWith("The board: "), true);
		same((await status(page)).includes(`Ply ${game.plies} of ${game.plies}`), true);
	});
	await say(`${name}: nothing moved yet at ply 0`, async () => {
		await page.keyboard.press("Home");
		/* A tree has a mark at its root from the start. */
		same([await fragment(page), await count(page, ".float[href]")], [`#game-${game.id}-ply-0`, ["tree", "path"].includes(name) ? 1 : 0]);
	});
	await page.keyboard.press("End");
	if (game.plies > 1)
		await page.keyboard.press("ArrowLeft");
	await picture(page, name);
	await page.close();
}

/* --- going through a game ------------------------------------------------------------------------ */

{
	const game = rows("connect4")[4], page = await open("connect4", `#game-${game.id}-ply-2`);
	const stones = async () => await seats(page, 1) + await seats(page, 2);
	await say("a link to a ply shows that ply", async () => same([await stones(), await page.locator(".count").textContent()], [5, `2 / ${game.plies}`]));
	await say("keys step through it, and the address follows", async () => {
		await page.keyboard.press("ArrowRight");
		same([await stones(), await fragment(page)], [6, `#game-${game.id}-ply-3`]);
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("ArrowLeft");
		same([await stones(), await fragment(page)], [4, `#game-${game.id}-ply-1`]);
		await page.keyboard.press("End");
		same(await stones(), game.plies + 3);
		await page.keyboard.press("ArrowRight");
		same(await stones(), game.plies + 3);
	});
	await say("the slider does", async () => {
		await page.locator("input[type=range]").fill("4");
		same([await stones(), await fragment(page)], [7, `#game-${game.id}-ply-4`]);
	});
	await say("keys on the slider step once", async () => {
		await page.locator("input[type=range]").press("ArrowRight");
		same(await fragment(page), `#game-${game.id}-ply-5`);
	});
	await say("buttons do", async () => {
		await click(page.getByRole("button", { name: "To the start (Home)" }));
		await click(page.getByRole("button", { name: "One ply on (right arrow)" }));
		same(await fragment(page), `#game-${game.id}-ply-1`);
	});
	await say("so does the list of moves, and keys go on from there", async () => {
		await click(page.locator(".moves button").nth(3));
		same([await fragment(page), await page.locator(".moves [aria-current]").count()], [`#game-${game.id}-ply-3`, 1]);
		await page.keyboard.press("ArrowRight");
		same(await fragment(page), `#game-${game.id}-ply-4`);
	});
	await say("what happened is said in a live region", async () => {
		same(await page.locator(".status").getAttribute("aria-live"), "polite");
		same(/^Ply 4 of \d+: \w+ \(seat [12]\) played [a-g]\./.test(await status(page)), true);
	});
	await say("the next game is one click away, and the list is too", async () => {
		await click(page.getByRole("link", { name: "Next" }));
		await soon(() => fragment(page), `#game-${game.id + 1}-ply-${rows("connect4")[5].plies}`);
		await click(page.getByRole("link", { name: "All games" }));
		await soon(async () => [await page.locator("#main").isVisible(), await page.locator("#replay").isVisible()], [true, false]);
	});
	await page.close();
}

{
	const page = await open("connect4", "#game-7-ply-1");
	const solver = () => page.locator(".facts-of-move div", { hasText: "Solver" }).locator("dd").allTextContents();
	await say("what the solver found is told, and a blunder is marked", async () => {
		const told = [await solver()];
		for (let ply = 2; ply <= 4; ply++) {
			await page.keyboard.press("ArrowRight");
			told.push(await solver());
		}
		same(told, [["threw away: won → drawn"], ["still drawn"], ["still won, not the best"], []]);
		same(await page.locator(".moves button", { hasText: "??" }).count(), 1);
	});
	await page.close();
}

/* --- the list and the tables --------------------------------------------------------------------- */

{
	const page = await open("connect4"), games = rows("connect4");
	const visible = () => page.locator("#games-table tbody tr:visible").count();
	const between = (...bots) => games.filter((game) => bots.every((bot) => game.bots.split("|").includes(bot))).length;
	await say("all games are listed", async () => same(await visible(), games.length));
	await say("the filter by bot leaves its games", async () => {
		await page.getByLabel("Bot", { exact: true }).selectOption({ label: "pvs" });
		same(await visible(), between("pvs"));
	});
	await say("with its opponent those of the two, and the address says so", async () => {
		await page.getByLabel("Against").selectOption({ label: "first" });
		same([await visible(), /^#games-\d-\d$/.test(await fragment(page))], [between("pvs", "first"), true]);
	});
	await say("the results of a bot add up", async () => {
		let sum = 0;
		for (const result of ["won", "drawn", "lost"]) {
			await page.getByLabel("Result").selectOption(result);
			sum += await visible();
		}
		same(sum, between("pvs", "first"));
	});
	await say("a cell of the crosstable leads to its games", async () => {
		await click(page.getByRole("button", { name: "Show all" }));
		same(await visible(), games.length);
		const row = page.locator(".square tbody tr", { hasText: "random" }).first();
		await click(row.locator("td a").first());
		await soon(visible, games.length / 3);
		same(await page.getByLabel("Bot", { exact: true }).evaluate((select) => select.selectedOptions[0].textContent), "random");
	});
	await say("the chart has a line, a name and a symbol of its own for each bot", async () => {
		same(await page.locator("#plot .series").count(), 3);
		same((await page.locator("#plot .name").allTextContents()).sort(), ["first", "pvs", "random"]);
		const shapes = await page.locator("#plot .series").evaluateAll((all) => all.map((one) => one.querySelector(".symbol").getAttribute("d")));
		same(new Set(shapes).size, 3);
	});
	await say("every table has a caption and every heading of it a scope", () => page.evaluate(() =>
		[...document.querySelectorAll("table")].every((table) => table.caption && [...table.querySelectorAll("th")].every((th) => th.scope))));
	await say("headings come in their order, one of the first kind", () => page.evaluate(() => {
		const levels = [...document.querySelectorAll("h1, h2, h3")].map((heading) => Number(heading.tagName[1]));
		return levels.filter((level) => level === 1).length === 1 && levels.every((level, i) => i === 0 ? level === 1 : level <= levels[i - 1] + 1) &&
			document.documentElement.lang === "en";
	}));
	await say("every control has a name", () => page.evaluate(() =>
		[...document.querySelectorAll("button, input, select, a")].every((control) => control.textContent.trim() || control.labels?.length || control.ariaLabel)));
	await page.close();
}

/* --- widths, light and dark, paper, no scripts ---------------------------------------------------- */

/* The least contrast of all texts with what is behind them (WCAG 2.2, 1.4.3), and whose it is. */
function contrasts() {
	const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const behind = (element) => {
		for (let at = element; at; at = at.parentElement) {
			const colour = parse(getComputedStyle(at).backgroundColor);
			if (colour.length === 3 || colour[3] === 1)
				return colour;
		}
		return parse(getComputedStyle(document.body).backgroundColor);
	};
	const least = { ratio: 99 };
	const take = (value, element) => value < least.ratio && Object.assign(least, { ratio: value, text: element.textContent.slice(0, 40), of: element.className.baseVal ?? element.className });
	for (const element of document.querySelectorAll("body *")) {
		const style = getComputedStyle(element);
		const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
		const on = element.closest(".stone"); /* a definition, shown elsewhere */
		if (!own || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName) || (!on && element.getClientRects().length === 0) || style.visibility === "hidden")
			continue;
		if (on)
			take(ratio(parse(style.fill), parse(getComputedStyle(on.querySelector("circle")).fill)), element);
		else
			take(ratio(parse(element instanceof SVGElement ? style.fill : style.color), behind(element)), element);
	}
	return least;
}

for (const [name, at] of [["connect4", ""], ["connect4", "#game-5-ply-9"], ["star6", ""], ["star6", `#game-${rows("star6")[0].id}-ply-30`], ["hostile", ""], ["hostile", "#game-1"], ["letters", "#game-1"]]) {
	const page = await open(name, at, { reducedMotion: "reduce" });
	await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
	for (const colorScheme of ["light", "dark"])
		for (const width of [360, 1280]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 900 });
			const what = `${name}${at && " game"}, ${colorScheme}, ${width} wide`;
			await say(`${what}: nothing is wider than the screen`, async () => same(await overflow(page) <= 0, true));
			await say(`${what}: every text can be read`, async () => {
				const least = await page.evaluate(contrasts);
				return least.ratio >= 4.5 || least;
			});
			if (colorScheme === "light" ? width > 360 : width === 360)
				await picture(page, `${name}${at && "-game"}-${colorScheme}-${width}`);
		}
	await page.close();
}

{
	const page = await open("connect4", "", { colorScheme: "dark" });
	await page.emulateMedia({ media: "print", colorScheme: "dark" });
	await say("on paper it is light, without menu and filter", () => page.evaluate(() =>
		getComputedStyle(document.documentElement).getPropertyValue("--ink").trim() === "#1a1f26" &&
		["nav.menu", "#filter"].every((part) => getComputedStyle(document.querySelector(part)).display === "none")));
	if (process.env.SHOTS)
		await page.pdf({ path: `${process.env.SHOTS}/connect4.pdf`, format: "A4" });
	await page.close();
}
{
	const page = await open("connect4", "", { javaScriptEnabled: false });
	await say("without scripts all tables are there", async () => same([await page.locator("table:visible").count() >= 4, await page.locator("#games-table tbody tr:visible").count()], [true, 24]));
	await page.close();
}

/* --- hostile texts --------------------------------------------------------------------------------- */

{
	const page = await open("hostile", "#game-1");
	await say("hostile texts are texts, in a game", async () => {
		const text = await page.locator("#replay").innerText();
		for (const part of ['"><img src=x onerror=hacked=1>', "</script><script>hacked = 1</script><!-- <script>", "\\xe2\\x80\\xae", "W".repeat(63)])
			if (!text.includes(part))
				return `no ${part} in ${text}`;
		await click(page.locator(".stderr summary"));
		same((await page.locator(".stderr pre").innerText()).includes("</script><script>hacked = 1</script>\\xff\\xfe\\x00\\x1b[31m"), true);
	});
	await click(page.getByRole("link", { name: "All games" }));
	await say("and in the report", async () => {
		same((await page.locator("h1").innerText()), "</title><script>hacked = 1</script>");
		same(await page.evaluate(() => [typeof window.hacked, document.images.length, document.querySelectorAll("script:not([type])").length]), ["undefined", 0, 1]);
	});
	await say("its faults lead to their games", async () => {
		await click(page.locator("#faults td a").first());
		await soon(() => page.locator(".verdict").count(), 1);
	});
	await page.close();
}

await say("no page complained, and none asked for anything", () => same(complaints, []));
await browser.close();
process.exit(bad > 0 ? 1 : 0);
