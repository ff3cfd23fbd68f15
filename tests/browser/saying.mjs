/*
 * saying.mjs - what the tests in a browser share: the browser, sentences that hold or not, and how
 * many did not. MODULES says where playwright-core is.
 */
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.MODULES}/`)("playwright-core");
export let bad = 0;

export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [] });

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
