/*
 * checks.mjs - what the tests in a browser share: the browser, pages and what they should not do,
 * sentences that hold or not, how many did not, and what is on the plot of ratings. MODULES says
 * where playwright-core is.
 */
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.MODULES}/`)("playwright-core");
export let bad = 0;
const PATIENCE = 120000; /* ms, on the busiest machine */

export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [] });

/* A picture of the whole page for people to look at, in the folder SHOTS where it is given. */
export const picture = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });

/* Whatever pages did that they should not do. */
export const complaints = [];

/* A page. mayAsk(URL): may it ask for this? quiet(): are the browser's complaints ignored now? */
export async function openPage(browser, name, url, mayAsk, options = {}, quiet = () => false) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
	const complain = (text) => complaints.push(`${name}: ${text}`);
	page.setDefaultTimeout(PATIENCE);
	page.on("console", (message) => quiet() || complain(message.text()));
	page.on("pageerror", (error) => complain(error.message));
	page.on("dialog", (dialog) => complain(`a dialog, ${dialog.message()}`));
	page.on("request", (request) => mayAsk(request.url()) || complain(`asked for ${request.url()}`));
	await page.goto(url);
	return page;
}

export async function say(sentence, holds) {
	try {
		const wrong = await holds();
		if (wrong !== undefined && wrong !== true)
			throw new Error(JSON.stringify(wrong));
		console.log(`ok ${sentence}`);
	} catch (error) {
		console.log(String(error.message || error).split("\n").slice(0, 6).join("\n"));
		console.log(`not ok ${sentence}`);
		bad++;
	}
}

export function same(got, wanted) {
	if (JSON.stringify(got) !== JSON.stringify(wanted))
		throw new Error(`got: ${JSON.stringify(got)}\nwanted: ${JSON.stringify(wanted)}`);
}

/* Waits until ask() gives the wanted value: the effect of a click or a key may come after it. */
export async function soon(ask, wanted) {
	const end = Date.now() + PATIENCE;
	let got = await ask();
	while (JSON.stringify(got) !== JSON.stringify(wanted) && Date.now() < end) {
		await new Promise((later) => setTimeout(later, 20));
		got = await ask();
	}
	same(got, wanted);
}

/* Where a click goes: the middle of the first of its boxes, or this far from its corner. True: it is
 * what a reader hits there, and is not disabled. */
function isHit(node, position) {
	node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
	const box = [...node.getClientRects()].find((one) => one.width * one.height > 0);
	if (box === undefined || node.matches(":disabled"))
		return false;
	const hit = document.elementFromPoint(box.left + (position?.x ?? box.width / 2), box.top + (position?.y ?? box.height / 2));
	return hit !== null && (node.contains(hit) || hit.closest("label")?.control === node);
}

/* Clicks when the element can be hit. The driver's own click also waits for two animation frames, and
 * waits without end when a browser draws none, as happens on a busy machine. */
export async function click(element, position) {
	await element.page().waitForLoadState(); /* what comes with the page is there before what hears the click */
	await soon(() => element.evaluate(isHit, position), true);
	await element.click({ force: true, position });
}
