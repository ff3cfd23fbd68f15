/*
 * play.mjs - people play in a browser: `node play.mjs HOME` with the address of a server whose --play
 * files offer connect4 (bot `first`), chinese-checkers (bot `stroll`), tictactoe, nim, letters, tree,
 * othello on 6 x 6, breakthrough, gomoku and kalah with 4 pits. It prints a line for each thing that must
 * hold. MODULES says where playwright-core is, SHOTS where pictures go, if anywhere.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { bad, click, complaints, launch, openPage, picture, same, say } from "../lib/checks.mjs";

const axe = readFileSync(createRequire(`${process.env.MODULES}/`).resolve("axe-core/axe.min.js"), "utf8");
const home = process.argv[2].replace(/\/$/, "");
const PATIENCE = Number(process.env.PATIENCE || 120) * 1000;
const mayAsk = (url) => url.startsWith(`${home}/`) || url.startsWith("data:");
const browser = await launch();
const open = (path, options) => openPage(browser, path, home + path, mayAsk, options);
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function faults(page) {
	await page.evaluate(axe);
	const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
	const found = await page.evaluate((only) => window.axe.run(document, { runOnly: only }), rules);
	return found.violations.map((one) => `${one.id}: ${one.nodes.length} times, ${one.nodes[0].html.slice(0, 160)}`);
}

async function looked(page, name) {
	for (const [width, theme] of [[1280, "light"], [390, "dark"], [390, "light"], [1280, "dark"]]) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
		await say(`${name}: nothing sticks out at ${width} px, ${theme}`, async () => same(await overflow(page) <= 0, true));
		await say(`${name}: axe-core finds nothing at ${width} px, ${theme}`, async () => same(await faults(page), []));
		await picture(page, `play-${name}-${width}-${theme}`);
	}
	await page.setViewportSize({ width: 1280, height: 900 });
}

/* The same at two sizes only. */
async function glanced(page, name) {
	for (const [width, theme] of [[390, "dark"], [1280, "light"]]) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
		await say(`${name}: nothing sticks out, and axe-core finds nothing at ${width} px, ${theme}`, async () =>
			same([await overflow(page) <= 0, await faults(page)], [true, []]));
		await picture(page, `play-${name}-${width}-${theme}`);
	}
}

/* Waits for something true on the page. */
async function until(page, ask, arg) {
	try {
		await page.waitForFunction(ask, arg, { timeout: PATIENCE, polling: 50 });
	} catch (error) {
		throw new Error(`${error.message}\nthe page says: ${await page.locator("#why, #words").allTextContents()}`);
	}
}
const yours = (page) => until(page, () => /Your turn|drawn|won|lost|ended|over/.test(document.getElementById("words").textContent));
const isOver = (page) => page.evaluate(() => document.getElementById("playing").classList.contains("over"));

const titles = { connect4: "Connect Four", "chinese-checkers": "Chinese checkers", tictactoe: "Tic-tac-toe", tree: "Game tree" };
const titleOf = (game) => titles[game] ?? game[0].toUpperCase() + game.slice(1);

/* Begins a game on the first page. */
async function begin(page, game, seat) {
	await page.goto(`${home}/`);
	const form = page.locator("section.table", { has: page.locator(`h2:text-is("${titleOf(game)}")`) });
	await click(form.locator(`input[value="${seat}"]`));
	await click(form.locator("button"));
	await page.waitForURL("**/play/*");
}

async function resign(page) {
	/* Both at once: after five seconds the first is forgotten. */
	await page.locator("button[value=resign]").evaluate((button) => { button.click(); button.click(); });
	await until(page, () => document.getElementById("playing").classList.contains("over"));
	await page.locator("#actions .go").waitFor();
}

/* --- by clicks ---------------------------------------------------------------------------------- */

{
	const page = await open("/");
	await looked(page, "home");
	await begin(page, "connect4", 1);
	await yours(page);
	await say("connect4: each column lights up", async () => same(await page.locator(".target").count(), 7));
	await click(page.locator(".target").nth(3));
	await until(page, () => / played [a-g]\. Your turn\.$/.test(document.getElementById("words").textContent));
	await say("connect4: a live region says the bot's move", async () => same(await page.locator("#words").getAttribute("aria-live"), "polite"));
	await looked(page, "connect4");
	await click(page.locator("button[value=hint]"));
	await until(page, () => /would play [a-g]\./.test(document.getElementById("hint").textContent));
	await say("connect4: the hint is marked on the board and in the list", async () =>
		same([await page.locator(".target.hinted").count(), await page.locator(".legal .hinted").count()], [1, 1]));
	await picture(page, "play-hint");
	await click(page.locator("button[value=back]"));
	await until(page, () => document.getElementById("moves").textContent === "None yet." && /Your turn/.test(document.getElementById("words").textContent));
	await say("connect4: a move is taken back", async () => same(await page.locator(".target").count(), 7));
	for (let moves = 0; !await isOver(page) && moves < 30; moves++) {
		const before = await page.locator("#moves").textContent(), free = await page.locator(".target").count();
		await click(page.locator(".target").nth(moves % free));
		await until(page, (text) => document.getElementById("moves").textContent !== text, before);
		await yours(page);
	}
	await say("connect4: the game ends, and the page says how", async () =>
		same(/^.*(You have (won|lost)|drawn)\.$/.test(await page.locator("#words").textContent()), true));
	await page.locator("#replay .replay").waitFor();
	await page.keyboard.press("Home");
	await say("connect4: the game can be replayed", async () => same((await page.locator("#replay .count").textContent()).startsWith("0 / "), true));
	await looked(page, "over");
	const address = page.url();
	await say("connect4: its record can be loaded", async () => {
		const record = await (await fetch(`${address}.record`)).text();
		same([record.startsWith("game "), /\nend normal /.test(record)], [true, true]);
	});
	await page.close();
}

/* --- by keys alone ------------------------------------------------------------------------------- */

{
	const page = await open("/");
	await begin(page, "chinese-checkers", 1);
	await yours(page);
	await say("chinese-checkers: a piece is chosen and moved by keys alone", async () => {
		for (let i = 0; i < 60 && !await page.evaluate(() => document.activeElement.classList.contains("target")); i++)
			await page.keyboard.press("Tab");
		const label = () => page.evaluate(() => document.activeElement.ariaLabel);
		same(/^your piece/.test(await label()), true);
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("Enter");
		/* The first arrow that reaches a place to go. */
		for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
			if (!/^play /.test(await label()))
				await page.keyboard.press(key);
		same(/^play /.test(await label()), true);
		await picture(page, "play-chosen");
		await page.keyboard.press("Enter");
		await until(page, () => /stroll played .*Your turn\.$/.test(document.getElementById("words").textContent));
	});
	await say("chinese-checkers: the keys are on the board again", () =>
		until(page, () => document.activeElement.classList.contains("target")).then(() => true));
	await looked(page, "chinese-checkers");
	await say("chinese-checkers: two clicks move a piece", async () => {
		const before = await page.locator("#moves").textContent();
		await click(page.locator(".target.own").first());
		await click(page.locator(".target:not(.own)").first());
		await until(page, (text) => document.getElementById("moves").textContent !== text, before);
	});
	await yours(page);
	await resign(page);
	await say("chinese-checkers: who resigns has lost", async () => same(/You have lost: you resigned\.$/.test(await page.locator("#words").textContent()), true));
	await page.close();
}

for (const game of ["nim", "letters", "tree"]) {
	const page = await open("/");
	await begin(page, game, 1);
	await yours(page);
	await say(`${game}: the list of moves plays it`, async () => {
		const before = await page.locator("#moves").textContent();
		await page.locator(".legal button").first().focus();
		await page.keyboard.press("Enter");
		await until(page, (text) => document.getElementById("moves").textContent !== text, before);
	});
	await yours(page);
	if (game !== "letters" && !await isOver(page)) /* its tiles are texts */
		await say(`${game}: each move has its place on the board`, async () =>
			same(await page.locator(".target").count(), await page.locator(".legal button").count()));
	await picture(page, `play-${game}`);
	await say(`${game}: axe-core finds nothing`, async () => same(await faults(page), []));
	if (!await isOver(page))
		await resign(page);
	await page.close();
}

/* --- boards of other games by clicks -------------------------------------------------------------- */

/* The cells that can be chosen at first. */
const byClicks = { othello: 4, breakthrough: 8, gomoku: 225, kalah: 4 };
const ENDS = ["othello", "kalah"]; /* small boards, played to the end */

for (const [game, targets] of Object.entries(byClicks)) {
	const page = await open("/");
	await begin(page, game, 1);
	await yours(page);
	await say(`${game}: what can be chosen lights up`, async () => same(await page.locator(".target").count(), targets));
	let clicked = 0;
	for (let moves = 0; !await isOver(page) && moves < (ENDS.includes(game) ? 60 : 3); moves++) {
		const before = await page.locator("#moves").textContent();
		if (await page.locator(".target").count() === 0) { /* a pass has no place on the board */
			await click(page.locator(".legal button").first());
		} else {
			clicked++;
			await click(page.locator(".target").nth(game === "gomoku" ? 112 + moves : 0));
			if (await page.locator(".target.chosen").count() > 0) /* a pawn: then where it goes */
				await click(page.locator(".target:not(.own)").first());
		}
		await until(page, (text) => document.getElementById("moves").textContent !== text, before);
		await yours(page);
		if (moves === 1)
			await glanced(page, game);
	}
	await say(`${game}: it is played by clicks`, async () => same(clicked >= 3, true));
	if (ENDS.includes(game))
		await say(`${game}: the game ends`, async () => same(await isOver(page), true));
	else
		await resign(page);
	await page.close();
}

/* --- without scripts ----------------------------------------------------------------------------- */

{
	const page = await open("/", { javaScriptEnabled: false });
	await begin(page, "tictactoe", 1);
	let forms = 0;
	for (let i = 0; i < 2000 && !await page.locator(".actions .go").count(); i++) {
		if (await page.locator(".legal button").count() > 0) {
			await click(page.locator(".legal button").first());
			forms++;
			await picture(page, "play-forms");
		} else {
			await page.waitForTimeout(100);
			await page.reload();
		}
	}
	await say("tictactoe: a whole game is played by forms, without scripts", async () =>
		same([forms >= 3, /(won|lost|drawn)\.$/.test(await page.locator("#words").textContent())], [true, true]));
	await page.close();
}

await say("pages complain about nothing and ask for nothing else", async () => same(complaints, []));
await browser.close();
process.exit(bad > 0 ? 1 : 0);
