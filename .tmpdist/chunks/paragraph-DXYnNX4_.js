import { n as stringWidth, t as wrapAnsi } from "./wrap-ansi-Bg9j0Cyz.js";
// src/cli/terminal/paragraph.ts
function paragraph({ label, paint, text, suffix = "" }, terminal) {
	const wrapped = wrapLines([
		label,
		text,
		suffix
	].filter((part) => part !== "").join(" "), terminal.errorWidth);
	const middle = wrapped.slice(label.length, wrapped.length - suffix.length);
	return `${paint(label)}${middle}${suffix === "" ? "" : terminal.errorStyle.dim(suffix)}\n`;
}
function wrapLines(text, width) {
	if (width === void 0) return text;
	return text.split("\n").map((line) => stringWidth(line) <= width ? line : wrapAnsi(line, width)).join("\n");
}
export { paragraph as t };
