import { n as stringWidth, t as wrapAnsi } from "./wrap-ansi-Bg9j0Cyz.js";
// src/cli/terminal/fit-text.ts
const UNITS_PER_COLUMN = 10;
function fitText(text, width) {
	if (stringWidth(text) <= width) return text;
	if (width < 2) return "…".slice(0, Math.max(0, width));
	const start = text.slice(0, width * UNITS_PER_COLUMN);
	const [line = ""] = wrapAnsi(start, width - 1, {
		hard: true,
		wordWrap: false
	}).split("\n", 1);
	return stringWidth(line) < width ? `${line.trimEnd()}…` : "…";
}
function padText(text, width) {
	return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
export { padText as n, fitText as t };
