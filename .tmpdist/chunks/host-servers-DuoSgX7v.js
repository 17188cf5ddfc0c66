import { ln as CallError } from "./client-D7eheyo4.js";
import { Ht as isRecord } from "./core-CcxVOvtt.js";
import { a as findNodeAtLocation, c as printParseErrorCode, i as createScanner, o as parse$1, r as applyEdits, s as parseTree } from "./config-json-UHeDpuAV.js";
import { isDeepStrictEqual } from "node:util";
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
// src/cli/hosts/host-document.ts
var BrokenDocument = class extends Error {
	line;
	constructor(message, line) {
		super(message);
		this.line = line;
	}
};
function lineAt(text, offset) {
	return text.slice(0, offset).split("\n").length;
}
function changed(value, [name, ...rest], entry) {
	const members = new Map(Object.entries(value ?? {}));
	if (name === void 0) return Object.fromEntries(members);
	if (rest.length > 0) members.set(name, changed(members.get(name), rest, entry));
	else if (entry === void 0) members.delete(name);
	else members.set(name, entry);
	return Object.fromEntries(members);
}
// src/cli/hosts/json-document.ts
function readJSONDocument(text) {
	const mark = text.startsWith("﻿") ? "﻿" : "";
	const written = text.slice(mark.length);
	const body = written.trim() === "" ? "{}\n" : written;
	const value = parseBody(body);
	return {
		value,
		with(names, entry) {
			const edits = entry === void 0 ? removal(body, names) : editsFor(body, names, entry);
			const edited = applyEdits(body, edits);
			if (!isDeepStrictEqual(parseBody(edited), changed(value, names, entry))) throw new BrokenDocument(`${names.join(".")} can't be changed safely: is a name there twice?`, 1);
			return mark + edited;
		}
	};
}
const FOR_HOSTS = { allowTrailingComma: true };
function parseBody(body) {
	const errors = [];
	const value = parse$1(body, errors, FOR_HOSTS);
	const [first] = errors;
	if (first !== void 0) throw new BrokenDocument(`this is not JSON (${printParseErrorCode(first.error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()})`, lineAt(body, first.offset));
	if (!isRecord(value)) throw new BrokenDocument("this is no JSON object", 1);
	return value;
}
function editsFor(text, names, entry) {
	const root = parseTree(text, [], FOR_HOSTS);
	const print = (value, indent) => JSON.stringify(value, void 0, unitOf(text)).replaceAll("\n", `${eolOf$1(text)}${indent}`);
	const found = root && findNodeAtLocation(root, [...names]);
	if (found !== void 0) return [{
		offset: found.offset,
		length: found.length,
		content: print(entry, indentAt(text, found.offset))
	}];
	let [container, rest] = [root, [...names]];
	for (let next = container; next !== void 0 && rest.length > 1;) {
		next = findNodeAtLocation(next, [rest[0] ?? ""]);
		if (next === void 0) break;
		[container, rest] = [next, rest.slice(1)];
	}
	if (container?.type !== "object") throw new BrokenDocument("its servers are no JSON object", lineAt(text, container?.offset ?? 0));
	const [name = "", ...inner] = rest;
	const value = inner.reduceRight((part, key) => ({ [key]: part }), entry);
	const outer = indentAt(text, container.offset);
	const first = container.children?.[0];
	const indent = first !== void 0 && startsLine(text, first.offset) ? indentAt(text, first.offset) : outer + unitOf(text);
	return insertion(text, container, `${eolOf$1(text)}${indent}${JSON.stringify(name)}: ${print(value, indent)}`, outer);
}
function insertion(text, container, content, outer) {
	const closing = container.offset + container.length - 1;
	const last = container.children?.at(-1);
	const end = text.slice(0, closing).trimEnd().length;
	const put = {
		offset: end,
		length: 0,
		content: text.slice(end, closing).includes("\n") ? content : `${content}${eolOf$1(text)}${outer}`
	};
	if (last === void 0) return [put];
	const after = last.offset + last.length;
	return commaAfter(text, after) !== void 0 ? [put] : [{
		offset: after,
		length: 0,
		content: ","
	}, put];
}
function removal(text, names) {
	const root = parseTree(text, [], FOR_HOSTS);
	const member = root && findNodeAtLocation(root, [...names])?.parent;
	if (member === void 0) return [];
	const members = member.parent?.children ?? [];
	const before = members[members.indexOf(member) - 1];
	const end = member.offset + member.length;
	const comma = commaAfter(text, end);
	const from = startsLine(text, member.offset) ? text.slice(0, member.offset).trimEnd().length : member.offset;
	const gone = {
		offset: from,
		length: (comma === void 0 ? end : comma + 1) - from,
		content: ""
	};
	const last = comma === void 0 && before !== void 0 ? commaAfter(text, before.offset + before.length) : void 0;
	if (last === void 0) return [gone];
	const rest = Math.max(from, last + 1);
	return [{
		offset: last,
		length: 1,
		content: ""
	}, {
		offset: rest,
		length: end - rest,
		content: ""
	}];
}
function commaAfter(text, offset) {
	const scanner = createScanner(text, true);
	scanner.setPosition(offset);
	scanner.scan();
	const at = scanner.getTokenOffset();
	return text[at] === "," ? at : void 0;
}
function unitOf(text) {
	return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}
function eolOf$1(text) {
	return text.includes("\r\n") ? "\r\n" : "\n";
}
function lineStart(text, offset) {
	return text.lastIndexOf("\n", offset - 1) + 1;
}
function indentAt(text, offset) {
	return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}
function startsLine(text, offset) {
	return text.slice(lineStart(text, offset), offset).trim() === "";
}
// node_modules/smol-toml/dist/error.js
function getLineColFromPtr(string, ptr) {
	let lines = string.slice(0, ptr).split(/\r?\n/);
	return [lines.length, lines.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
	let lines = string.split(/\r?\n/);
	let codeblock = "";
	let numberLen = (Math.log10(line + 1) | 0) + 1;
	for (let i = line - 1; i <= line + 1; i++) {
		let l = lines[i - 1];
		if (!l) continue;
		codeblock += i.toString().padEnd(numberLen, " ");
		codeblock += ":  ";
		codeblock += l;
		codeblock += "\n";
		if (i === line) {
			codeblock += " ".repeat(numberLen + column + 2);
			codeblock += "^\n";
		}
	}
	return codeblock;
}
var TomlError = class TomlError extends Error {
	line;
	column;
	codeblock;
	constructor(message, options) {
		const [line, column] = getLineColFromPtr(options.toml, options.ptr);
		const codeblock = makeCodeBlock(options.toml, line, column);
		super(`Invalid TOML document: ${message}\n\n${codeblock}`, options);
		this.line = line;
		this.column = column;
		this.codeblock = codeblock;
	}
	static x(message, ctx, ptr) {
		throw new TomlError(message, {
			toml: ctx.s,
			ptr: ptr ?? ctx.p
		});
	}
};
// node_modules/smol-toml/dist/primitive.js
function parseString(ctx) {
	let startPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p++);
	let first = c;
	let isLiteral = c === 39;
	let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
	if (isMultiline) {
		if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10) ctx.p++;
		else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) ctx.p += 2;
	}
	let parsed = "";
	let sliceStart = ctx.p;
	let state = 0;
	for (; ctx.p < ctx.s.length; ctx.p++) {
		c = ctx.s.charCodeAt(ctx.p);
		if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) state = state && 3;
		else if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in strings", ctx);
		else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
			if (isMultiline) {
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
			}
			if (!state) {
				let s = ctx.s.slice(sliceStart, ctx.p);
				parsed = parsed ? parsed + s : s;
			}
			ctx.p += isMultiline ? 3 : 1;
			return parsed;
		} else if (!state) {
			if (!isLiteral && c === 92) {
				parsed += ctx.s.slice(sliceStart, sliceStart = ctx.p);
				state = 1;
			}
		} else if (state === 1) {
			if (c === 120 || c === 117 || c === 85) {
				let errPtr = ctx.p++ - 1;
				let value = 0;
				let len = c === 120 ? 2 : c === 117 ? 4 : 8;
				for (let j = 0; j < len; j++, ctx.p++) {
					let hex = ctx.s.charCodeAt(ctx.p);
					let digit = hex >= 48 && hex <= 57 ? hex - 48 : hex >= 65 && hex <= 70 ? hex - 65 + 10 : hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1;
					if (digit < 0) TomlError.x("invalid non-hex character in unicode escape", ctx);
					value = value << 4 | digit;
				}
				if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) TomlError.x("invalid unicode escape", ctx, errPtr);
				parsed += String.fromCodePoint(value);
				sliceStart = ctx.p--;
				state = 0;
			} else if (isMultiline && (c === 32 || c === 9)) state = 2;
			else {
				if (c === 98) parsed += "\b";
				else if (c === 116) parsed += "	";
				else if (c === 110) parsed += "\n";
				else if (c === 102) parsed += "\f";
				else if (c === 114) parsed += "\r";
				else if (c === 101) parsed += "\x1B";
				else if (c === 34) parsed += "\"";
				else if (c === 92) parsed += "\\";
				else TomlError.x("unrecognised escape sequence", ctx);
				sliceStart = ctx.p + 1;
				state = 0;
			}
		} else if (c !== 32 && c !== 9) {
			if (state === 2) TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
			state = !isLiteral && c === 92 ? 1 : 0;
			sliceStart = ctx.p;
		}
	}
	TomlError.x("unfinished string", ctx, startPtr);
}
// node_modules/smol-toml/dist/date.js
let DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class TomlDate extends Date {
	#hasDate = false;
	#hasTime = false;
	#offset = null;
	constructor(date, fasttype, unsafeDelim) {
		let hasDate = true;
		let hasTime = true;
		let offset = "Z";
		let c;
		if (typeof date === "string") {
			if (fasttype) prep: {
				if (fasttype < 3) {
					if (+date.slice(11, 13) > 23) {
						date = "";
						break prep;
					}
					if (fasttype === 2) {
						offset = null;
						date += "Z";
					} else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) offset = date.slice(date.length - 6);
					if (unsafeDelim) date = date.slice(0, 10) + "T" + date.slice(11);
				} else if (fasttype === 4) date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
				hasDate = fasttype !== 4;
				hasTime = fasttype !== 3;
			}
			else {
				let match = date.match(DATE_TIME_RE);
				if (match) {
					if (!match[1]) {
						hasDate = false;
						date = `0000-01-01T${date}`;
					}
					hasTime = !!match[2];
					hasTime && date[10] === " " && (date = date.replace(" ", "T"));
					if (match[2] && +match[2] > 23) date = "";
					else {
						offset = match[3] || null;
						if (!offset && hasTime) date += "Z";
					}
				} else date = "";
			}
		}
		super(date);
		if (!isNaN(this.getTime())) {
			this.#hasDate = hasDate;
			this.#hasTime = hasTime;
			this.#offset = offset;
		}
	}
	isDateTime() {
		return this.#hasDate && this.#hasTime;
	}
	isLocal() {
		return !this.#hasDate || !this.#hasTime || !this.#offset;
	}
	isDate() {
		return this.#hasDate && !this.#hasTime;
	}
	isTime() {
		return this.#hasTime && !this.#hasDate;
	}
	isValid() {
		return this.#hasDate || this.#hasTime;
	}
	toISOString() {
		let iso = super.toISOString();
		if (this.isDate()) return iso.slice(0, 10);
		if (this.isTime()) return iso.slice(11, 23);
		if (this.#offset === null) return iso.slice(0, -1);
		if (this.#offset === "Z" || this.#offset === "z") return iso;
		let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
		offset = this.#offset[0] === "-" ? offset : -offset;
		return (/* @__PURE__ */ new Date(this.getTime() - offset * 6e4)).toISOString().slice(0, -1) + this.#offset;
	}
	static wrapAsOffsetDateTime(jsDate, offset = "Z") {
		let date = new TomlDate(jsDate);
		date.#offset = offset;
		return date;
	}
	static wrapAsLocalDateTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#offset = null;
		return date;
	}
	static wrapAsLocalDate(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasTime = false;
		date.#offset = null;
		return date;
	}
	static wrapAsLocalTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasDate = false;
		date.#offset = null;
		return date;
	}
};
// node_modules/smol-toml/dist/extract.js
function isDigit(char, base = 10) {
	return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
	return char === 32 || char === 9 || char === 10 || char === 13 || delim && (char === delim || char === 44) || char === 35;
}
function extractValue(ctx, end) {
	let errPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p);
	if (c === 91 || c === 123) {
		ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
		let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
		ctx.d++;
		return value;
	}
	if (c === 34 || c === 39) return parseString(ctx);
	if (c === 116) {
		if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, true;
	}
	if (c === 102) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, false;
	}
	if (c === 43 || c === 45) return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
	if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) return parseDate(ctx, c, end);
	if (ctx.s.charCodeAt(ctx.p + 2) === 58) return parseTime(ctx, c, end);
	return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
	let c = startChr;
	let state = 0;
	let hasUnderscores = false;
	if (c === 105) {
		if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, (sign || 1) / 0;
	}
	if (c === 110) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, NaN;
	}
	if (c === 48) {
		if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr)) return ctx.bi === true ? 0n : 0;
		if (!sign) {
			if (c === 120) return parseIntegerBaseN(ctx, startPtr, 16, endChr);
			else if (c === 98) return parseIntegerBaseN(ctx, startPtr, 2, endChr);
			else if (c === 111) return parseIntegerBaseN(ctx, startPtr, 8, endChr);
		}
		if (c === 46) state = 2;
		else if (c === 101 || c === 69) state = 4;
		else TomlError.x("illegal leading zero", ctx, startPtr);
	} else if (!isDigit(c)) TomlError.x("invalid value", ctx, startPtr);
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
		if (!state) state = 1;
		if (c === 95) {
			if (!(state & 1)) TomlError.x("illegal underscore", ctx);
			state += 11;
			hasUnderscores = true;
		} else if (state === 1 && c === 46) state = 2;
		else if ((state === 1 || state === 3) && (c === 101 || c === 69)) state = 4;
		else if (state === 4 && (c === 43 || c === 45)) state = 6;
		else if (!isDigit(c)) TomlError.x(`illegal character in numeric literal`, ctx);
		else if (state > 9) state -= 11;
		else if (!(state & 1)) state++;
	}
	if (!state) {
		let val = (startChr - 48) * (sign || 1);
		return ctx.bi === true ? BigInt(val) : val;
	}
	if (!(state & 1)) TomlError.x("unfinished numeric value", ctx, startPtr);
	let str = ctx.s.slice(startPtr, ctx.p);
	if (hasUnderscores) str = str.replaceAll("_", "");
	return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
	let c, underscore = 1;
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) if (c === 95) {
		if (underscore & 1) TomlError.x("illegal underscore", ctx);
		underscore = 3;
	} else if (!isDigit(c, base)) TomlError.x(`illegal character in numeric literal`, ctx);
	else if (underscore & 1) underscore--;
	if (underscore & 1) TomlError.x("unfinished numeric value", ctx);
	let str = ctx.s.slice(startPtr + 2, ctx.p);
	if (underscore) str = str.replaceAll("_", "");
	return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
	if (ctx.bi !== true) int: {
		let val = parseInt(str, base);
		if (!Number.isSafeInteger(val)) {
			if (ctx.bi) break int;
			TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
		}
		return val;
	}
	return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
	let startPtr = ctx.p++, unsafeSeparator;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
	ctx.p += 5;
	if (!isDigit(ctx.s.charCodeAt(ctx.p++))) TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
	if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 3, false, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) !== 58) TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	if (c = ctx.s.charCodeAt(ctx.p)) {
		if (c === 90 || c === 122) return readDate(ctx, ctx.s.slice(startPtr, ++ctx.p), 1, unsafeSeparator, startPtr, "[+00:00]");
		if (c === 43 || c === 45) return readDate(ctx, ctx.s.slice(startPtr, ctx.p += 6), 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
	}
	return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
	let start = ctx.p;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) return parseNumber(ctx, --ctx.p, c, 0, endChr);
	if (ctx.s.charCodeAt(ctx.p += 4) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	return readDate(ctx, ctx.s.slice(start, ctx.p), 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
	if (ctx.ld) {
		let date = new TomlDate(str, type, unsafeDelim);
		if (!date.isValid()) TomlError.x("invalid date", ctx, errPtr);
		return date;
	}
	try {
		if (temporalSuffix) str += temporalSuffix;
		switch (type) {
			case 1: return Temporal.ZonedDateTime.from(str);
			case 2: return Temporal.PlainDateTime.from(str);
			case 3: return Temporal.PlainDate.from(str);
			case 4: return Temporal.PlainTime.from(str);
		}
	} catch (e) {
		TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
	}
}
// node_modules/smol-toml/dist/util.js
function skipComment(ctx) {
	for (; ctx.p < ctx.s.length; ctx.p++) {
		let c = ctx.s.charCodeAt(ctx.p);
		if (c === 10) break;
		if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
			ctx.p++;
			break;
		}
		if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in comments", ctx);
	}
}
function skipVoid(ctx, banNewLines, banComments) {
	let c;
	while (ctx.p < ctx.s.length) {
		while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10))) ctx.p++;
		if (banComments || c !== 35) break;
		skipComment(ctx);
	}
}
// node_modules/smol-toml/dist/struct.js
function parseKey(ctx, end = 61) {
	let startPtr;
	let state = 0;
	let parsed = [];
	let sliceStart;
	let c = ctx.s.charCodeAt(startPtr = ctx.p);
	do
		if (c === end) {
			if (!state) TomlError.x("unexpected end of key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			return ctx.p++, parsed;
		} else if (c === 46) {
			if (!state) TomlError.x("illegal empty bare key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			state = 0;
		} else if (!state && (c === 34 || c === 39)) {
			if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2)) TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
			parsed.push(parseString(ctx));
			state = 2;
			ctx.p--;
		} else if (c === 32 || c === 9) {
			if (state === 1) {
				parsed.push(ctx.s.slice(sliceStart, ctx.p));
				state = 2;
			}
		} else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) TomlError.x("illegal character in key", ctx);
		else if (!state) {
			state = 1;
			sliceStart = ctx.p;
		}
	while (c = ctx.s.charCodeAt(++ctx.p));
	TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
	let startPtr = ctx.p++;
	let res = Object.create(null);
	let seen = /* @__PURE__ */ new Set();
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
			ctx.p++;
			return res;
		}
		let k;
		let t = res;
		let hasOwn = false;
		let errPtr = ctx.p;
		let key = parseKey(ctx);
		for (let i = 0; i < key.length; i++) {
			if (i) t = hasOwn ? t[k] : t[k] = Object.create(null);
			k = key[i];
			if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen.has(t[k]))) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) {
				t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
				break;
			}
			if (!hasOwn && unsafe) Object.defineProperty(t, k, {
				enumerable: true,
				configurable: true,
				writable: true
			});
		}
		if (hasOwn) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
		skipVoid(ctx, true, true);
		let value = extractValue(ctx, 125);
		if (t && typeof (t[k] = value) === "object") seen.add(value);
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
	let startPtr = ctx.p++;
	let res = [];
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
			ctx.p++;
			return res;
		}
		res.push(extractValue(ctx, 93));
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished array", ctx, startPtr);
}
// node_modules/smol-toml/dist/parse.js
function peekTable(ctx, key, table, meta, type) {
	let t = table;
	let m = meta;
	let k;
	let hasOwn = false;
	let state;
	for (let i = 0; i < key.length; i++) {
		if (i) {
			t = hasOwn ? t[k] : t[k] = Object.create(null);
			m = (state = m[k]).c;
			if (type === 0 && (state.t === 1 || state.t === 2)) return null;
			if (state.t === 2) {
				let l = t.length - 1;
				t = t[l];
				m = m[l].c;
			}
		}
		k = key[i];
		if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) return null;
		if (!hasOwn) {
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) return false;
			if (unsafe) {
				Object.defineProperty(t, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
				Object.defineProperty(m, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
			}
			m[k] = {
				t: i < key.length - 1 && type === 2 ? 3 : type,
				d: false,
				i: 0,
				c: Object.create(null)
			};
		}
	}
	state = m[k];
	if (state.t !== type && !(type === 1 && state.t === 3)) return null;
	if (type === 2) {
		if (!state.d) {
			state.d = true;
			t[k] = [];
		}
		t[k].push(t = Object.create(null));
		state.c[state.i++] = state = {
			t: 1,
			d: false,
			i: 0,
			c: Object.create(null)
		};
	}
	if (state.d) return null;
	state.d = true;
	if (type === 1) t = hasOwn ? t[k] : t[k] = Object.create(null);
	else if (type === 0 && hasOwn) return null;
	return [
		k,
		t,
		state.c
	];
}
function validateTablePeek(ctx, peek, ptr) {
	if (peek === null || ctx.uk === 2) TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
	let ctx = {
		s: toml,
		p: 0,
		d: options.maxDepth ?? 1e3,
		bi: options.integersAsBigInt ?? false,
		ld: options.useLegacyDate ?? true,
		uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
	};
	let res = Object.create(null);
	let meta = Object.create(null);
	let tmp;
	let skipping = false;
	let tbl = res;
	let m = meta;
	if (toml.charCodeAt(0) === 65279) ctx.p++;
	skipVoid(ctx);
	while (ctx.p < toml.length) {
		if (toml.charCodeAt(ctx.p) === 91) {
			let isTableArray = toml.charCodeAt(++ctx.p) === 91;
			tmp = ctx.p += +isTableArray;
			skipping = false;
			let k = parseKey(ctx, 93);
			if (isTableArray) {
				if (toml.charCodeAt(ctx.p) !== 93) TomlError.x("expected end of table array declaration", ctx);
				ctx.p++;
			}
			let p = peekTable(ctx, k, res, meta, isTableArray ? 2 : 1);
			if (!p) {
				validateTablePeek(ctx, p, tmp);
				skipping = true;
			} else {
				m = p[2];
				tbl = p[1];
			}
		} else {
			tmp = ctx.p;
			let p = peekTable(ctx, parseKey(ctx), tbl, m, 0);
			if (!p && !skipping) validateTablePeek(ctx, p, tmp);
			skipVoid(ctx, true, true);
			let v = extractValue(ctx, void 0);
			if (p && !skipping) p[1][p[0]] = v;
		}
		skipVoid(ctx, true);
		if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
		skipVoid(ctx);
	}
	return res;
}
// node_modules/smol-toml/dist/stringify.js
let BARE_KEY = /^[a-z0-9-_]+$/i;
let HAS_WELLFORMED = !!"".isWellFormed;
function extendedTypeOf(obj) {
	let type = typeof obj;
	if (type === "object") {
		if (Array.isArray(obj)) return "array";
		if (typeof obj.getUTCDate === "function" && obj instanceof Date) return "date";
		if (globalThis.Temporal) {
			if (obj.until) {
				if (obj instanceof Temporal.ZonedDateTime) return "temporal/tz+uc";
				if (obj instanceof Temporal.PlainDateTime || obj instanceof Temporal.PlainDate) return "temporal/uc";
				if (obj instanceof Temporal.PlainTime || obj instanceof Temporal.Instant) return "temporal";
				if (obj instanceof Temporal.PlainYearMonth) return "temporal/x";
			} else if (obj.toPlainDate && obj instanceof Temporal.PlainMonthDay || obj.negated && obj instanceof Temporal.Duration) return "temporal/x";
		}
	}
	return type;
}
function isArrayOfTables(obj) {
	for (let i = 0; i < obj.length; i++) if (extendedTypeOf(obj[i]) !== "object") return false;
	return obj.length != 0;
}
function formatWellFormedStringUnchecked(s) {
	return JSON.stringify(s).replaceAll("", "\\u007f");
}
function formatString(s) {
	return formatWellFormedStringUnchecked(HAS_WELLFORMED ? s.toWellFormed() : s);
}
function formatKey(s) {
	if (BARE_KEY.test(s)) return s;
	if (HAS_WELLFORMED && !s.isWellFormed()) throw new RangeError("key contains illegal lone surrogates");
	return formatWellFormedStringUnchecked(s);
}
function stringifyValue(val, type, depth, numberAsFloat, strictTemporal) {
	if (depth === 0) throw new Error("Could not stringify the object: maximum object depth exceeded");
	switch (type) {
		case "number":
			if (isNaN(val)) return "nan";
			if (val === Infinity) return "inf";
			if (val === -Infinity) return "-inf";
			if (Number.isInteger(val) && (numberAsFloat || !Number.isSafeInteger(val))) return val.toFixed(1);
		case "bigint":
		case "boolean":
		case "temporal": return val.toString();
		case "string": return formatString(val);
		case "date":
			if (isNaN(val.getTime())) throw new TypeError("cannot serialize invalid date");
			return val.toISOString();
		case "object": return stringifyInlineTable(val, depth, numberAsFloat, strictTemporal);
		case "array": return stringifyArray(val, depth, numberAsFloat, strictTemporal);
		case "temporal/tz+uc": if (strictTemporal) {
			let tz = val.timeZoneId;
			let tzc = tz.charCodeAt(0);
			if (tzc !== 43 && tzc !== 45 && (tzc !== 85 && tzc !== 71 && tzc !== 90 && tzc !== 69 || tz !== "UTC" && tz !== "UCT" && tz !== "Universal" && tz !== "Zulu" && !tz.startsWith("GMT") && tz !== "Greenwich" && !tz.startsWith("Etc/"))) throw new TypeError("Temporal objects with an IANA timezone are not allowed in Temporal strict mode");
		}
		case "temporal/uc":
			if (strictTemporal && val.calendarId !== "iso8601") throw new TypeError("Temporal objects with a non-default calendar are not allowed in Temporal strict mode");
			return val.toString({
				calendarName: "never",
				timeZoneName: "never"
			});
		case "temporal/x": throw new TypeError("Unsupported " + val[Symbol.toStringTag]);
	}
}
function stringifyInlineTable(obj, depth, numberAsFloat, strictTemporal) {
	let keys = Object.keys(obj);
	if (keys.length === 0) return "{}";
	let res = "{ ";
	for (let i = 0; i < keys.length; i++) {
		let k = keys[i];
		if (i) res += ", ";
		res += formatKey(k) + " = " + stringifyValue(obj[k], extendedTypeOf(obj[k]), depth - 1, numberAsFloat, strictTemporal);
	}
	return res + " }";
}
function stringifyArray(array, depth, numberAsFloat, strictTemporal) {
	if (array.length === 0) return "[]";
	let res = "[ ";
	for (let i = 0; i < array.length; i++) {
		if (i) res += ", ";
		if (array[i] === null || array[i] === void 0) throw new TypeError("arrays cannot contain null or undefined values");
		res += stringifyValue(array[i], extendedTypeOf(array[i]), depth - 1, numberAsFloat, strictTemporal);
	}
	return res + " ]";
}
function stringifyArrayTable(array, key, depth, numberAsFloat, strictTemporal) {
	if (depth === 0) throw new Error("Could not stringify the object: maximum object depth exceeded");
	let res = "";
	for (let i = 0; i < array.length; i++) {
		res += `${res && "\n"}[[${key}]]\n`;
		res += stringifyTable(0, array[i], key, depth, numberAsFloat, strictTemporal);
	}
	return res;
}
function stringifyTable(tableKey, obj, prefix, depth, numberAsFloat, strictTemporal) {
	if (depth === 0) throw new Error("Could not stringify the object: maximum object depth exceeded");
	let preamble = "";
	let tables = "";
	let keys = Object.keys(obj);
	for (let i = 0; i < keys.length; i++) {
		let k = keys[i];
		if (obj[k] !== null && obj[k] !== void 0) {
			let type = extendedTypeOf(obj[k]);
			if (type === "symbol" || type === "function") throw new TypeError(`cannot serialize values of type '${type}'`);
			let key = formatKey(k);
			if (type === "array" && isArrayOfTables(obj[k])) tables += (tables && "\n") + stringifyArrayTable(obj[k], prefix ? `${prefix}.${key}` : key, depth - 1, numberAsFloat, strictTemporal);
			else if (type === "object") {
				let tblKey = prefix ? `${prefix}.${key}` : key;
				tables += (tables && "\n") + stringifyTable(tblKey, obj[k], tblKey, depth - 1, numberAsFloat, strictTemporal);
			} else {
				preamble += key;
				preamble += " = ";
				preamble += stringifyValue(obj[k], type, depth, numberAsFloat, strictTemporal);
				preamble += "\n";
			}
		}
	}
	if (tableKey && (preamble || !tables)) preamble = preamble ? `[${tableKey}]\n${preamble}` : `[${tableKey}]`;
	return preamble && tables ? `${preamble}\n${tables}` : preamble || tables;
}
function stringify(obj, { maxDepth = 1e3, numbersAsFloat = false, strictTemporal = false } = {}) {
	if (extendedTypeOf(obj) !== "object") throw new TypeError("stringify can only be called with an object");
	let str = stringifyTable(0, obj, "", maxDepth, numbersAsFloat, strictTemporal);
	if (str[str.length - 1] !== "\n") return str + "\n";
	return str;
}
// src/cli/hosts/toml-document.ts
function readTOMLDocument(text) {
	const value = parseText(text);
	return {
		value,
		with(names, entry) {
			const kept = withoutTables(text, names);
			const edited = entry === void 0 ? kept : `${withBlankLine(kept)}${tableOf(names, entry, eolOf(text))}`;
			if (!isDeepStrictEqual(plain(parseText(edited)), plain(withoutEmpty(changed(value, names, entry), names)))) throw new BrokenDocument(`${names.join(".")} is no table of its own, so that only a person can change it`, 1);
			return edited;
		}
	};
}
function parseText(text) {
	try {
		return parse(text);
	} catch (thrown) {
		const { line = 1, message } = thrown;
		const [first = ""] = message.replace(/^Invalid TOML document: /, "").split("\n");
		throw new BrokenDocument(`this is not TOML (${first})`, line);
	}
}
function plain(value) {
	return JSON.parse(JSON.stringify(value, (_, part) => typeof part === "bigint" ? String(part) : part));
}
function withoutEmpty(value, [name = ""]) {
	const { [name]: part, ...rest } = value;
	return part !== void 0 && Object.keys(part).length === 0 ? rest : value;
}
function eolOf(text) {
	return text.includes("\r\n") ? "\r\n" : "\n";
}
function withBlankLine(text) {
	if (text.trim() === "") return "";
	return `${text.trimEnd()}${eolOf(text)}${eolOf(text)}`;
}
function tableOf(names, entry, eol) {
	let value = entry;
	for (const name of names.toReversed()) value = { [name]: value };
	return stringify(value).trim().concat("\n").replaceAll("\n", eol);
}
function withoutTables(text, names) {
	const kept = [];
	let dropped;
	const finish = () => {
		if (dropped === void 0) return;
		const last = dropped.findLastIndex((line) => !/^\s*(?:#.*)?$/.test(line));
		kept.push(...dropped.slice(last + 1));
		dropped = void 0;
	};
	for (const line of text.split(/(?<=\n)/)) {
		const header = headerOf(line);
		if (header !== void 0) {
			finish();
			if (names.every((name, index) => header[index] === name)) dropped = [];
		}
		(dropped ?? kept).push(line);
	}
	finish();
	return kept.join("");
}
function headerOf(line) {
	if (/^\s*\[\[/.test(line)) return [];
	const inner = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
	if (inner === void 0) return void 0;
	try {
		const names = [];
		let value = parse(`[${inner}]`);
		for (let [next] = Object.entries(value); next !== void 0; [next] = Object.entries(value)) {
			names.push(next[0]);
			value = next[1];
		}
		return names;
	} catch {
		return;
	}
}
// src/cli/hosts/host-file.ts
const LARGEST = 64 * 2 ** 20;
const PRIVATE = 384;
async function readHostFile(file, { title, syntax }) {
	const { path, text } = await readText(file, title);
	const read = syntax === "toml" ? readTOMLDocument : readJSONDocument;
	return {
		path,
		text,
		document: withPlace(() => read(text ?? ""), file, title)
	};
}
function withPlace(work, file, title) {
	try {
		return work();
	} catch (thrown) {
		if (!(thrown instanceof BrokenDocument)) throw thrown;
		const message = `The config of ${title} stays as it is: ${file}:${thrown.line}: ${thrown.message}. Repair it, then try again.`;
		throw new CallError("EXECUTION_ERROR", message);
	}
}
async function readText(file, title) {
	try {
		const path = await realpath(file);
		const { size } = await stat(path);
		if (size > LARGEST) throw new Error(`it has more than ${LARGEST} bytes`);
		return {
			path,
			text: await readFile(path, "utf8")
		};
	} catch (cause) {
		if (cause.code === "ENOENT") return {
			path: file,
			text: void 0
		};
		throw new CallError("EXECUTION_ERROR", `The config of ${title} can't be read: ${cause.message}`);
	}
}
async function replaceHostFile({ path, text }, next) {
	if ((await readText(path, path)).text !== text) throw new CallError("EXECUTION_ERROR", `${path} was changed in the meantime: run the command again.`);
	const draft = `${path}.${process.pid}.tmp`;
	try {
		await mkdir(dirname(path), { recursive: true });
		const mode = text === void 0 ? PRIVATE : (await stat(path)).mode & 511;
		const backup = text === void 0 ? void 0 : await keepCopy(path, text, mode);
		await writeFile(draft, next, { mode: PRIVATE });
		await chmod(draft, mode);
		await rename(draft, path);
		return backup;
	} catch (cause) {
		await rm(draft, { force: true });
		throw new CallError("EXECUTION_ERROR", `${path} can't be written: ${cause.message}`);
	}
}
async function keepCopy(path, text, mode) {
	const time = (/* @__PURE__ */ new Date()).toISOString().slice(0, 19).replaceAll(":", "-");
	for (let number = 1;; number++) {
		const copy = `${path}.${time}${number === 1 ? "" : `-${number}`}.bak`;
		try {
			await writeFile(copy, text, {
				mode: PRIVATE,
				flag: "wx"
			});
			await chmod(copy, mode);
			return copy;
		} catch (thrown) {
			if (thrown.code !== "EEXIST" || number > 100) throw thrown;
		}
	}
}
// src/cli/hosts/known-hosts.ts
const plainEntry = ({ command, args, env }) => ({
	command,
	args,
	env
});
const typedEntry = ({ command, args, env }) => ({
	type: "stdio",
	command,
	args,
	env
});
const at = (file, ...names) => ({
	file,
	at: names
});
const inProject = (file, ...names) => ({
	file,
	at: names,
	isProject: true
});
function settingsFolder({ platform, home, env }) {
	if (platform === "darwin") return join(home, "Library", "Application Support");
	if (platform === "win32") return env["APPDATA"] ?? join(home, "AppData", "Roaming");
	return env["XDG_CONFIG_HOME"] || join(home, ".config");
}
const HOSTS = [
	{
		name: "claude-desktop",
		title: "Claude Desktop",
		docs: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
		syntax: "json",
		variables: "none",
		places: (machine) => [at(join(settingsFolder(machine), "Claude", "claude_desktop_config.json"), "mcpServers")],
		toEntry: plainEntry,
		afterwards: "Quit Claude Desktop and start it again."
	},
	{
		name: "claude-code",
		title: "Claude Code",
		docs: "https://code.claude.com/docs/en/mcp",
		syntax: "json",
		variables: "plain",
		places: ({ home, folder, env }) => {
			const file = join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json");
			return [
				at(file, "mcpServers"),
				inProject(file, "projects", "*", "mcpServers"),
				inProject(join(folder, ".mcp.json"), "mcpServers")
			];
		},
		toEntry: typedEntry,
		afterwards: "Sessions that start from now on have it; /mcp shows it."
	},
	{
		name: "cursor",
		title: "Cursor",
		docs: "https://cursor.com/docs/mcp",
		syntax: "json",
		variables: "prefixed",
		places: ({ home, folder }) => [at(join(home, ".cursor", "mcp.json"), "mcpServers"), inProject(join(folder, ".cursor", "mcp.json"), "mcpServers")],
		toEntry: plainEntry,
		afterwards: "Restart Cursor, or switch the server on in its MCP settings."
	},
	{
		name: "vscode",
		title: "VS Code",
		docs: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
		syntax: "json",
		variables: "prefixed",
		places: (machine) => [at(join(settingsFolder(machine), "Code", "User", "mcp.json"), "servers"), inProject(join(machine.folder, ".vscode", "mcp.json"), "servers")],
		toEntry: typedEntry,
		afterwards: "VS Code offers \"Start\" above the entry: run \"MCP: Open User Configuration\"."
	},
	{
		name: "windsurf",
		title: "Windsurf",
		docs: "https://docs.windsurf.com/windsurf/cascade/mcp",
		syntax: "json",
		variables: "prefixed",
		places: ({ home }) => [at(join(home, ".codeium", "windsurf", "mcp_config.json"), "mcpServers")],
		toEntry: plainEntry,
		afterwards: "Press the refresh button of Cascade's MCP servers."
	},
	{
		name: "zed",
		title: "Zed",
		docs: "https://zed.dev/docs/ai/mcp",
		syntax: "json",
		variables: "none",
		places: ({ platform, home, folder, env }) => {
			const base = platform === "win32" ? env["APPDATA"] ?? home : env["XDG_CONFIG_HOME"] || join(home, ".config");
			return [at(join(base, platform === "win32" ? "Zed" : "zed", "settings.json"), "context_servers"), inProject(join(folder, ".zed", "settings.json"), "context_servers")];
		},
		toEntry: plainEntry,
		afterwards: "Zed reads it at once."
	},
	{
		name: "codex",
		title: "Codex CLI",
		docs: "https://developers.openai.com/codex/mcp",
		syntax: "toml",
		variables: "none",
		places: ({ home, folder, env }) => [at(join(env["CODEX_HOME"] || join(home, ".codex"), "config.toml"), "mcp_servers"), inProject(join(folder, ".codex", "config.toml"), "mcp_servers")],
		toEntry: plainEntry,
		afterwards: "Sessions that start from now on have it; /mcp shows it."
	},
	{
		name: "gemini-cli",
		title: "Gemini CLI",
		docs: "https://geminicli.com/docs/tools/mcp-server/",
		syntax: "json",
		variables: "shell",
		places: ({ home, folder }) => [at(join(home, ".gemini", "settings.json"), "mcpServers"), inProject(join(folder, ".gemini", "settings.json"), "mcpServers")],
		toEntry: plainEntry,
		afterwards: "Sessions that start from now on have it; /mcp shows it."
	},
	{
		name: "lm-studio",
		title: "LM Studio",
		docs: "https://lmstudio.ai/docs/app/mcp",
		syntax: "json",
		variables: "none",
		places: ({ home }) => [at(join(home, ".lmstudio", "mcp.json"), "mcpServers")],
		toEntry: plainEntry,
		afterwards: "Switch it on in LM Studio's integrations."
	},
	{
		name: "cline",
		title: "Cline",
		docs: "https://docs.cline.bot/mcp/configuring-mcp-servers",
		syntax: "json",
		variables: "none",
		places: (machine) => {
			const extension = join("globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json");
			return [at(join(settingsFolder(machine), "Code", "User", extension), "mcpServers"), at(join(machine.home, ".cline", "data", "settings", "cline_mcp_settings.json"), "mcpServers")];
		},
		toEntry: plainEntry,
		afterwards: "Cline reads it at once."
	}
];
// src/cli/hosts/host-servers.ts
async function findHostServers(machine, hosts = HOSTS) {
	const servers = [];
	const problems = [];
	const places = hosts.flatMap((host) => host.places(machine).map((place) => ({
		host,
		place
	})));
	for (const { host, place } of places) try {
		const { text, document } = await readHostFile(place.file, host);
		if (text === void 0) continue;
		for (const { names, value } of partsAt(document.value, place.at)) {
			const project = place.isProject === true ? names[0] ?? machine.folder : void 0;
			servers.push(...serversIn(value).map((server) => ({
				...server,
				host,
				file: place.file,
				project
			})));
		}
	} catch (thrown) {
		const { message } = thrown;
		if (!problems.includes(message)) problems.push(message);
	}
	return {
		servers,
		problems
	};
}
function serversIn(value) {
	return Object.entries(isRecord(value) ? value : {}).flatMap(([name, entry]) => isRecord(entry) ? [{
		name,
		entry
	}] : []);
}
function partsAt(value, [name, ...rest], names = []) {
	if (name === void 0) return [{
		names,
		value
	}];
	if (!isRecord(value)) return [];
	if (name === "*") return Object.entries(value).flatMap(([key, member]) => partsAt(member, rest, [...names, key]));
	return Object.hasOwn(value, name) ? partsAt(value[name], rest, names) : [];
}
const KEY_VARIABLE = "OPERATIONS_MCP_KEY";
function isOwnEntry({ command, args, env }) {
	if (isRecord(env) && Object.hasOwn(env, "OPERATIONS_MCP_KEY")) return true;
	const words = [command, ...Array.isArray(args) ? args : []].filter((word) => typeof word === "string");
	return words.some((word) => OURS.test(word)) && words.includes("mcp");
}
const OURS = /^@alkdev\/operations(?:@|$)|(?:^|[\\/])operations(?:\.cmd)?$|[\\/]@alkdev[\\/]operations[\\/].*bin\.js$/;
export { readHostFile as a, HOSTS as i, findHostServers as n, replaceHostFile as o, isOwnEntry as r, withPlace as s, KEY_VARIABLE as t };
