import { n as stringWidth } from "./wrap-ansi-Bg9j0Cyz.js";
import { P as safeLine } from "./command-call-oK2uQUrh.js";
import { n as padText, t as fitText } from "./fit-text-Dgj2l370.js";
// src/cli/terminal/table.ts
const GAP = 2;
const LEAST_LAST_COLUMN = 20;
function formatTable(rows, columns, terminal) {
	const cells = rows.map((row) => columns.map(({ text }) => safeLine(text(row))));
	if (!terminal.isInteractive) return cells.map((line) => `${line.join("	")}\n`).join("");
	const { style, width } = terminal;
	const titles = {
		texts: columns.map(({ title }) => title),
		paint: style.dim
	};
	const body = rows.map((row, at) => ({
		texts: cells[at] ?? [],
		paint: (text, index) => {
			const colour = columns[index]?.colour?.(row);
			return colour === void 0 ? text : style[colour](text);
		}
	}));
	const widths = columnWidths([titles, ...body], width);
	const format = (line) => stringWidth(line.texts[0] ?? "") > (widths[0] ?? 0) ? stackedLine(line, width) : alignedLine(line, widths);
	return `${[titles, ...body].map(format).join("\n")}\n`;
}
function columnWidths(lines, room) {
	const [first = 0, ...others] = lines[0]?.texts.map((_, index) => Math.max(...lines.map(({ texts }) => stringWidth(texts[index] ?? "")))) ?? [];
	const between = others.slice(0, -1);
	const taken = between.reduce((sum, width) => sum + width + GAP, GAP);
	const narrowed = Math.min(first, Math.max(0, room - taken - LEAST_LAST_COLUMN));
	return [
		narrowed,
		...between,
		room - taken - narrowed
	];
}
function alignedLine({ texts, paint }, widths) {
	const last = texts.length - 1;
	return texts.map((text, index) => {
		const width = widths[index] ?? 0;
		return paint(index === last ? fitText(text, width) : padText(text, width + GAP), index);
	}).join("").trimEnd();
}
function stackedLine({ texts, paint }, width) {
	const [first = "", ...others] = texts;
	let room = width - GAP;
	const cells = others.map((text, index) => {
		const fitted = fitText(text, room);
		room -= stringWidth(fitted) + GAP;
		return fitted === "" ? "" : " ".repeat(GAP) + paint(fitted, index + 1);
	});
	return `${paint(first, 0)}\n${cells.join("").trimEnd()}`;
}
export { formatTable as t };
