import { Ct as toPointer, dn as messageOf, g as spendTurn, ln as CallError, v as approximateSize, wt as toPointerToken, xt as fromPointer } from "./client-D7eheyo4.js";
import { Vt as shorten, vt as safePattern } from "./core-CcxVOvtt.js";
import { f as tokensIn } from "./hub-shared-evUMSPIC.js";
import { m as Unsafe } from "./typebox-CNAKntqg.js";
// src/answers/left-out.ts
const LONGEST_POINTER = 120;
const MOST_PLACES = 20;
var LeftOutList = class {
	#places = /* @__PURE__ */ new Map();
	more = 0;
	add(path, kind, { shown, of }) {
		const at = pointerTo(path.map((step) => typeof step === "number" ? "*" : step));
		const key = `${kind} ${at}`;
		const known = this.#places.get(key);
		if (known !== void 0) known.count++;
		else if (this.#places.size >= MOST_PLACES) this.more++;
		else this.#places.set(key, {
			at,
			kind,
			count: 1,
			first: pointerTo(path),
			shown,
			of
		});
	}
	get places() {
		return [...this.#places.values()];
	}
};
function pointerTo(path) {
	return shorten(toPointer(path), LONGEST_POINTER);
}
function describeLeftOut({ at, kind, count, shown, of }) {
	const where = at === "" ? "the answer" : at;
	if (kind === "bytes") return count === 1 ? `${where}: its bytes` : `${where}: the bytes of ${count}`;
	if (kind === "levels") return `${where}: what is below`;
	const unit = kind === "text" ? "characters" : kind;
	return count === 1 ? `${where}: has ${shown} of ${of} ${unit}` : `${where}: ${count} of them have fewer ${unit}`;
}
// src/answers/cut-value.ts
const MOST_LEVELS$1 = 64;
const SHORT_TEXT = 240;
const TINY_TEXT = 40;
const MARK_ROOM = 40;
function cutValue(given, room) {
	const whole = new Whole(given);
	const loose = {
		rows: Infinity,
		members: Infinity,
		levels: MOST_LEVELS$1
	};
	for (let text = room; text > SHORT_TEXT; text = Math.floor(text * .6)) {
		const cut = tryCut(whole, {
			...loose,
			text
		}, room);
		if (cut !== void 0) return cut;
	}
	const short = {
		...loose,
		text: SHORT_TEXT
	};
	return mostThatFits(room, (rows) => tryCut(whole, {
		...short,
		rows
	}, room)) ?? mostThatFits(room, (members) => tryCut(whole, {
		rows: 1,
		members,
		text: TINY_TEXT,
		levels: MOST_LEVELS$1
	}, room)) ?? mostThatFits(MOST_LEVELS$1, (levels) => tryCut(whole, {
		rows: 1,
		members: 1,
		text: TINY_TEXT,
		levels
	}, room)) ?? nothingOf(given);
}
function mostThatFits(most, cutWith) {
	let found;
	let [low, high] = [1, most];
	while (low <= high) {
		const middle = Math.floor((low + high) / 2);
		const cut = cutWith(middle);
		if (cut === void 0) high = middle - 1;
		else [found, low] = [cut, middle + 1];
	}
	return found;
}
var Whole = class {
	value;
	#names = /* @__PURE__ */ new Map();
	constructor(given) {
		this.value = toPlain(given, "");
	}
	namesOf(members) {
		let names = this.#names.get(members);
		if (names === void 0) this.#names.set(members, names = Object.keys(members));
		return names;
	}
};
function tryCut(whole, limits, room) {
	const cutter = new Cutter(whole, limits, room);
	const value = cutter.cut(whole.value);
	if (cutter.isOver) return void 0;
	const text = JSON.stringify(value) ?? "null";
	if (text.length > room) return void 0;
	return {
		value,
		text,
		left: cutter.left.places,
		more: cutter.left.more
	};
}
function nothingOf(whole) {
	const left = new LeftOutList();
	left.add([], "levels", {
		shown: 0,
		of: 1
	});
	const value = Array.isArray(whole) ? [] : typeof whole === "string" ? "" : {};
	return {
		value,
		text: JSON.stringify(value),
		left: left.places,
		more: 0
	};
}
var Cutter = class {
	left = new LeftOutList();
	isOver = false;
	#whole;
	#limits;
	#path = [];
	#room;
	constructor(whole, limits, room) {
		this.#whole = whole;
		this.#limits = limits;
		this.#room = room;
	}
	cut(value) {
		if (typeof value === "string") return this.#cutText(value);
		if (typeof value !== "object" || value === null) {
			this.#spend(typeof value === "number" ? String(value).length : 4);
			return value;
		}
		this.#spend(2);
		const isBelow = this.#path.length >= this.#limits.levels;
		return Array.isArray(value) ? this.#cutRows(value, isBelow) : this.#cutMembers(value, isBelow);
	}
	#cutText(text) {
		const { text: most } = this.#limits;
		if (text.length <= most + MARK_ROOM) {
			this.#spend(text.length + 2);
			return text;
		}
		this.left.add(this.#path, "text", {
			shown: most,
			of: text.length
		});
		const cut = `${withoutHalf(text.slice(0, most))}… [${text.length - most} more characters]`;
		this.#spend(cut.length + 2);
		return cut;
	}
	#cutRows(rows, isBelow) {
		const shown = isBelow ? 0 : Math.min(rows.length, this.#limits.rows);
		const cut = [];
		for (let index = 0; index < shown && !this.isOver; index++) {
			this.#spend(1);
			this.#path.push(index);
			cut.push(this.cut(toPlain(rows[index], String(index)) ?? null));
			this.#path.pop();
		}
		if (shown < rows.length) this.left.add(this.#path, isBelow ? "levels" : "rows", {
			shown,
			of: rows.length
		});
		return cut;
	}
	#cutMembers(members, isBelow) {
		const names = this.#whole.namesOf(members);
		if (names.length === 1 && typeof members["$bytes"] === "string") return this.#cutBytes(members["$bytes"]);
		const shown = isBelow ? 0 : Math.min(names.length, this.#limits.members);
		const cut = [];
		for (let index = 0; index < shown && !this.isOver; index++) {
			const name = names[index];
			const value = toPlain(members[name], name);
			if (value === void 0) continue;
			this.#spend(name.length + 4);
			this.#path.push(name);
			cut.push([name, this.cut(value)]);
			this.#path.pop();
		}
		if (shown < names.length) this.left.add(this.#path, isBelow ? "levels" : "members", {
			shown,
			of: names.length
		});
		return Object.fromEntries(cut);
	}
	#cutBytes(base64) {
		const isWhole = base64.length <= this.#limits.text;
		if (!isWhole) this.left.add(this.#path, "bytes", {
			shown: 0,
			of: base64.length
		});
		const $bytes = isWhole ? base64 : "";
		this.#spend($bytes.length + 12);
		return { $bytes };
	}
	#spend(characters) {
		this.#room -= characters;
		if (this.#room < 0) this.isOver = true;
	}
};
function toPlain(value, key) {
	const plain = typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function" ? value.toJSON(key) : value;
	if (typeof plain === "function" || typeof plain === "symbol") return void 0;
	return typeof plain === "number" && !Number.isFinite(plain) ? null : plain;
}
function withoutHalf(text) {
	return text.replace(/[\uD800-\uDBFF]$/, "");
}
// src/answers/fit-answer.ts
const LARGEST_ANSWER = 32 * 2 ** 20;
const LONGEST_NOTE = 1600;
function isVeryLarge(value) {
	return approximateSize(value, LARGEST_ANSWER) >= LARGEST_ANSWER;
}
function fitAnswer(value, text, options) {
	const { left, more, ...cut } = cutValue(value, roomBesideNote(options.room));
	const part = keepWhole(text, {
		left,
		more
	}, options);
	return {
		...cut,
		note: describePart(part, {
			...options,
			shown: cut.text.length
		}),
		part
	};
}
function keepWhole(text, { left, more }, { keep }) {
	return text === void 0 ? {
		left,
		more
	} : {
		left,
		more,
		size: text.length,
		...keep?.(text)
	};
}
function roomBesideNote(room) {
	return room - noteRoom(room);
}
function noteRoom(room) {
	return Math.min(LONGEST_NOTE, Math.floor(room * .45));
}
function describePart(part, options) {
	const { left, more, size, handle, expiresAt } = part;
	const { shown, room, readOn, advice } = options;
	const of = size === void 0 ? `more than ${tokensIn(LARGEST_ANSWER)}` : String(tokensIn(size));
	const [first] = left;
	const begin = `Only a part of the answer: ${tokensIn(shown)} of ${of} tokens.`;
	const end = handle === void 0 || expiresAt === void 0 || first === void 0 ? `The rest is not kept. ${advice}` : `The whole is kept until ${new Date(expiresAt).toISOString().slice(0, 16)}Z. ${readOn(handle, first)}`;
	const forList = noteRoom(room) - begin.length - end.length - 40;
	const lines = [];
	let used = 0;
	for (const place of left) {
		const line = `- ${describeLeftOut(place)}`;
		used += line.length + 1;
		if (used > forList) break;
		lines.push(line);
	}
	const unlisted = left.length - lines.length + more;
	if (lines.length > 0 && unlisted > 0) lines.push(`- and ${unlisted} more`);
	const list = lines.length > 0 ? ["Left out:", ...lines] : [];
	return shorten([
		begin,
		...list,
		end
	].join("\n"), noteRoom(room));
}
function writeAnswer(value) {
	if (isVeryLarge(value)) return void 0;
	try {
		const text = JSON.stringify(value) ?? "null";
		if (text.length > 65536) spendTurn(text.length);
		return text;
	} catch (cause) {
		throw new CallError("OUTPUT_INVALID", "The result can't be written as JSON.", void 0, { cause });
	}
}
// src/answers/json-path.ts
const MOST_LEVELS = 500;
let loading;
async function compilePath(source) {
	const { library, environment } = await (loading ??= load());
	const query = compile(environment, source);
	const problem = new PathCheck(library).problemOf(query.segments);
	if (problem !== void 0) throw refused$1(source, problem);
	return {
		source,
		*locations(answer) {
			for (const { location } of query.lazyQuery(answer)) yield location;
		},
		prefixes: query.segments.slice(0, -1).map((_, index) => {
			const prefix = new library.JSONPathQuery(environment, query.segments.slice(0, index + 1));
			return {
				source: prefix.toString(),
				firstValues: (answer, count) => firstOf(prefix, answer, count)
			};
		})
	};
}
function firstOf(query, answer, count) {
	const found = [];
	for (const { value } of query.lazyQuery(answer)) {
		found.push({ value });
		if (found.length >= count) break;
	}
	return found;
}
function compile(environment, source) {
	try {
		return environment.compile(source);
	} catch (cause) {
		throw refused$1(source, messageOf(cause), cause);
	}
}
function refused$1(source, problem, cause) {
	const message = `${shorten(source, 200)} can't be used as a path: ${shorten(problem, 200)}. Give a JSON Pointer (/items/0) or JSONPath ($.items[*]['id','title']).`;
	return new CallError("VALIDATION_ERROR", message, void 0, { cause });
}
async function load() {
	const library = await import("./json-p3.esm-S_Ty8doo.js");
	const { JSONPathEnvironment, FunctionExpressionType } = library;
	const environment = new JSONPathEnvironment({
		strict: true,
		maxRecursionDepth: MOST_LEVELS
	});
	const types = {
		argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
		returnType: FunctionExpressionType.LogicalType
	};
	const matchBy = (toSource) => ({
		...types,
		call: (text, pattern) => typeof text === "string" && typeof pattern === "string" && safePattern(toSource(pattern))?.test(text) === true
	});
	environment.functionRegister.set("match", matchBy((pattern) => `^(?:${pattern})$`));
	environment.functionRegister.set("search", matchBy((pattern) => pattern));
	return {
		library,
		environment
	};
}
var PathCheck = class {
	#library;
	constructor(library) {
		this.#library = library;
	}
	problemOf(segments, isInFilter = false) {
		if (segments.filter((segment) => segment.toString().startsWith("..")).length > (isInFilter ? 0 : 1)) return isInFilter ? "a filter may not have `..`" : "only one `..` is allowed";
		for (const { selectors } of segments) {
			const problem = this.#problemOfSelectors(selectors) ?? this.#problemOfFilters(selectors);
			if (problem !== void 0) return problem;
		}
	}
	#problemOfSelectors(selectors) {
		const { NameSelector, IndexSelector } = this.#library.jsonpath.selectors;
		if (selectors.length === 1) return void 0;
		if (!selectors.every((selector) => selector instanceof NameSelector || selector instanceof IndexSelector && selector.index >= 0)) return "several selectors in one bracket may only be names and indexes from 0 on";
		return new Set(selectors.map((selector) => selector.toString())).size === selectors.length ? void 0 : "a bracket names something twice";
	}
	#problemOfFilters(selectors) {
		const { FilterSelector } = this.#library.jsonpath.selectors;
		for (const selector of selectors) {
			const problem = selector instanceof FilterSelector ? this.#problemOfExpression(selector.expression) : void 0;
			if (problem !== void 0) return problem;
		}
	}
	#problemOfExpression(expression) {
		const { RootQuery, RelativeQuery, PrefixExpression, InfixExpression, LogicalExpression, FunctionExtension } = this.#library.jsonpath.expressions;
		if (expression instanceof RootQuery) return "a filter compares with @, not with $";
		if (expression instanceof RelativeQuery) return this.problemOf(expression.path.segments, true);
		if (expression instanceof LogicalExpression) return this.#problemOfExpression(expression.expression);
		if (expression instanceof PrefixExpression) return this.#problemOfExpression(expression.right);
		if (expression instanceof InfixExpression) return this.#problemOfExpression(expression.left) ?? this.#problemOfExpression(expression.right);
		if (!(expression instanceof FunctionExtension)) return void 0;
		return expression.args.map((argument) => this.#problemOfExpression(argument)).find((problem) => problem !== void 0);
	}
};
// src/answers/json-length.ts
function jsonLength(value, most) {
	let length = 0;
	const waiting = [value];
	while (waiting.length > 0 && length <= most) {
		const next = waiting.pop();
		if (typeof next === "string") length += next.length > most ? next.length : JSON.stringify(next).length;
		else if (typeof next !== "object" || next === null) length += String(next).length;
		else if (Array.isArray(next)) {
			length += 2 + Math.max(next.length - 1, 0);
			if (length > most) break;
			for (const row of next) waiting.push(row);
		} else {
			length += 2;
			let count = 0;
			for (const name in next) {
				length += JSON.stringify(name).length + (count++ === 0 ? 1 : 2);
				if (length > most) break;
				waiting.push(next[name]);
			}
		}
	}
	return length;
}
// src/answers/read-page.ts
const FRAME = 150;
const LEAST_ROOM = 200;
function readPage(root, place, room) {
	const longest = longestPointer(room);
	for (const pointer of [place.at, place.within]) {
		if (writtenLength(pointer) <= longest) continue;
		throw notThere(`${shorten(pointer, 100)} is too long to be read as a place. Read what it is in, or give select.`);
	}
	const found = page(root, place, {
		room: Math.max(room - FRAME - 5 * longest, LEAST_ROOM),
		longest
	});
	return found.at === place.within ? found : {
		...found,
		path: toNormalizedPath(root, found.at)
	};
}
function longestPointer(room) {
	return Math.max(100, Math.floor(room / 40));
}
function writtenLength(text) {
	return JSON.stringify(JSON.stringify(text)).length;
}
function page(root, place, size) {
	const { at, offset } = place;
	const { room } = size;
	const value = findAt(root, at);
	if (typeof value === "string") return textPage(root, {
		...place,
		text: value
	}, room);
	if (!isContainer(value)) return {
		at,
		offset: 0,
		value,
		...nextAfter(root, place)
	};
	if (place.from !== void 0) return memberText(root, {
		...place,
		value,
		from: place.from
	}, room);
	const of = sizeOf(value);
	assertOffset(offset, of, at);
	const end = wholeMembers(value, offset, room);
	if (end > offset || offset === of) {
		const next = end < of ? { next: toCursor({
			...place,
			offset: end
		}) } : nextAfter(root, place);
		return {
			at,
			offset,
			of,
			value: slice(value, offset, end),
			...next
		};
	}
	const inside = `${at}/${toPointerToken(nameAt(value, offset))}`;
	if (writtenLength(inside) <= size.longest && JSON.stringify(toNormalizedPath(root, inside)).length <= 2 * size.longest) return page(root, {
		...place,
		at: inside,
		offset: 0
	}, size);
	return memberText(root, {
		...place,
		value,
		from: 0
	}, room);
}
function wholeMembers(value, offset, room) {
	const of = sizeOf(value);
	let left = room - 2;
	let index = offset;
	for (; index < of; index++) {
		const name = nameAt(value, index);
		left -= (Array.isArray(value) ? 1 : JSON.stringify(name).length + 2) + jsonLength(memberOf(value, name), left);
		if (left < 0) break;
	}
	return index;
}
function textPage(root, { text, ...place }, room) {
	const { at, offset } = place;
	assertOffset(offset, text.length, at);
	const value = charactersThatFit(text, offset, room);
	const end = offset + value.length;
	const next = end < text.length ? { next: toCursor({
		...place,
		offset: end
	}) } : nextAfter(root, place);
	return {
		at,
		offset,
		of: text.length,
		value,
		...next
	};
}
function memberText(root, { value, from, ...place }, room) {
	const { at, offset } = place;
	const of = sizeOf(value);
	assertOffset(offset, of - 1, at);
	const text = writtenMember(value, offset);
	assertOffset(from, text.length, at);
	const json = charactersThatFit(text, from, room);
	const end = from + json.length;
	const isLast = offset + 1 >= of;
	return {
		at,
		offset,
		of,
		json,
		from,
		...end < text.length ? { next: toCursor({
			...place,
			from: end
		}) } : isLast ? nextAfter(root, place) : { next: toCursor({
			...place,
			from: void 0,
			offset: offset + 1
		}) }
	};
}
const written = /* @__PURE__ */ new WeakMap();
function writtenMember(value, offset) {
	const last = written.get(value);
	if (last?.offset === offset) return last.text;
	const text = JSON.stringify(slice(value, offset, offset + 1));
	written.set(value, {
		offset,
		text
	});
	return text;
}
function charactersThatFit(text, offset, room) {
	let piece = text.slice(offset, offset + room);
	for (let length = JSON.stringify(piece).length; length > room && piece.length > 1;) {
		piece = piece.slice(0, Math.max(Math.floor(piece.length * room / length) - 1, 1));
		length = JSON.stringify(piece).length;
	}
	const whole = offset + piece.length < text.length ? withoutHalf(piece) : piece;
	return whole === "" ? piece : whole;
}
function nextAfter(root, { at, within }) {
	for (let inside = at; inside !== within && inside.startsWith(within); inside = parentOf(inside)) {
		const above = parentOf(inside);
		const container = findAt(root, above);
		const name = fromPointer(inside).at(-1);
		const offset = (Array.isArray(container) ? Number(name) : namesOf(container).indexOf(name)) + 1;
		if (offset < sizeOf(container)) return { next: toCursor({
			at: above,
			offset,
			within
		}) };
	}
	return {};
}
function parentOf(pointer) {
	return pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
}
function findAt(root, pointer) {
	if (pointer !== "" && !pointer.startsWith("/")) throw notThere(`${shorten(pointer, 200)} is no JSON Pointer: it begins with /.`);
	let value = root;
	let above = "";
	for (const name of fromPointer(pointer)) {
		if (!isContainer(value)) throw notThere(`${above || "The answer"} has nothing below it.`);
		if (!(Array.isArray(value) ? /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < value.length : Object.hasOwn(value, name))) throw notThere(`${above || "The answer"} has no ${shorten(name, 100)}. It has ${namesIn(value)}.`);
		value = memberOf(value, name);
		above = shorten(`${above}/${toPointerToken(name)}`, 200);
	}
	return value;
}
function toNormalizedPath(root, pointer) {
	let value = root;
	let path = "$";
	for (const name of fromPointer(pointer)) {
		const quoted = JSON.stringify(name).slice(1, -1).replaceAll("\\\"", "\"").replaceAll("'", "\\'");
		path += Array.isArray(value) ? `[${name}]` : `['${quoted}']`;
		value = memberOf(value, name);
	}
	return path;
}
function namesIn(value) {
	if (Array.isArray(value)) return value.length === 0 ? "no rows" : `the rows 0 to ${value.length - 1}`;
	if (!isContainer(value)) return `${typeof value === "string" ? "a text" : String(value)}, and nothing below it`;
	const names = Object.keys(value);
	const listed = names.slice(0, 40).map((name) => shorten(name, 60));
	if (names.length > listed.length) listed.push(`and ${names.length - listed.length} more`);
	return listed.join(", ") || "no members";
}
function notThere(message) {
	return new CallError("VALIDATION_ERROR", message);
}
function assertOffset(offset, most, at) {
	if (offset <= most) return;
	throw notThere(`offset is ${offset}, and ${shorten(at, 200) || "the answer"} ends at ${most}.`);
}
function isContainer(value) {
	return typeof value === "object" && value !== null;
}
const known = /* @__PURE__ */ new WeakMap();
function namesOf(value) {
	let names = known.get(value);
	if (names === void 0) known.set(value, names = Object.keys(value));
	return names;
}
function sizeOf(value) {
	return Array.isArray(value) ? value.length : namesOf(value).length;
}
function nameAt(value, index) {
	return Array.isArray(value) ? String(index) : namesOf(value)[index];
}
function memberOf(value, name) {
	return value[name];
}
function slice(value, start, end) {
	if (Array.isArray(value)) return value.slice(start, end);
	const names = namesOf(value).slice(start, end);
	return Object.fromEntries(names.map((name) => [name, memberOf(value, name)]));
}
function toCursor({ at, offset, from, within }) {
	return JSON.stringify([
		within,
		at,
		offset,
		...from === void 0 ? [] : [from]
	]);
}
function fromCursor(cursor) {
	try {
		const [within, at, offset, from] = JSON.parse(cursor);
		if (typeof within === "string" && typeof at === "string" && isCount(offset) && at.startsWith(within) && (from === void 0 || isCount(from))) return {
			at,
			offset,
			from,
			within
		};
	} catch {}
	throw notThere("cursor is none of ours: give the next of the last page.");
}
function isCount(value) {
	return Number.isSafeInteger(value) && value >= 0;
}
// src/answers/select-parts.ts
const MOST_PATHS = 10;
const LONGEST_PATH = 500;
const MOST_PARTS = 2e5;
const SelectSchema = Unsafe({
	type: ["string", "array"],
	items: { type: "string" },
	description: "Only these parts: JSON Pointer or JSONPath ($.items[*]['id','title']), or a list of such"
});
function isSelect(given) {
	const isList = Array.isArray(given) && given.every((path) => typeof path === "string");
	return given === void 0 || typeof given === "string" || isList;
}
async function toSelection(select) {
	const paths = typeof select === "string" ? [select] : select;
	if (paths.length === 0 || paths.length > MOST_PATHS) throw refused(`select takes 1 to ${MOST_PATHS} paths.`);
	for (const path of paths) if (path.length > LONGEST_PATH) throw refused(`A path of select has at most ${LONGEST_PATH} characters.`);
	const [only] = paths;
	if (paths.length === 1 && only !== void 0 && isPointer(only)) return { from: (answer) => findAt(answer, only) };
	const steps = await Promise.all(paths.map((path) => isPointer(path) ? pointerPath(path) : compilePath(path)));
	return { from: (answer) => keepParts(answer, steps) };
}
function isPointer(path) {
	return path === "" || path.startsWith("/");
}
async function pointerPath(pointer) {
	return {
		source: pointer,
		*locations(answer) {
			findAt(answer, pointer);
			yield fromPointer(pointer);
		},
		prefixes: []
	};
}
function keepParts(answer, paths) {
	const kept = { root: /* @__PURE__ */ new Map() };
	let count = 0;
	for (const path of paths) {
		const before = count;
		try {
			for (const location of path.locations(answer)) {
				if (++count > MOST_PARTS) throw refused(`select finds more than ${MOST_PARTS} parts.`);
				keep(kept, location);
			}
		} catch (thrown) {
			if (thrown instanceof CallError) throw thrown;
			throw refused(`${shorten(path.source, 200)} can't be followed here: ${shorten(messageOf(thrown), 200)}`);
		}
		if (count === before) throw foundNothing(answer, path);
	}
	return build(answer, kept.root);
}
function keep(kept, location) {
	if (kept.root === "all") return;
	if (location.length === 0) {
		kept.root = "all";
		return;
	}
	let inside = kept.root;
	for (const [index, step] of location.entries()) {
		const name = String(step);
		if (index === location.length - 1) {
			inside.set(name, "all");
			return;
		}
		let below = inside.get(name);
		if (below === "all") return;
		if (below === void 0) inside.set(name, below = /* @__PURE__ */ new Map());
		inside = below;
	}
}
function build(value, kept) {
	if (kept === "all" || !isContainer(value)) return value;
	const members = value;
	if (Array.isArray(value)) return [...kept.keys()].map(Number).toSorted((left, right) => left - right).map((index) => build(value[index], kept.get(String(index))));
	return Object.fromEntries(Array.from(kept, ([name, below]) => [name, build(members[name], below)]));
}
function foundNothing(answer, { source, prefixes }) {
	let [reached, names] = ["The answer", namesIn(answer)];
	for (const prefix of prefixes) {
		const [first] = prefix.firstValues(answer, 1);
		if (first === void 0) break;
		[reached, names] = [shorten(prefix.source, 200), namesIn(first.value)];
	}
	return refused(`${shorten(source, 200)} finds nothing. ${reached} has ${names}.`);
}
function refused(message) {
	return new CallError("VALIDATION_ERROR", message);
}
export { isContainer as a, describePart as c, keepWhole as d, roomBesideNote as f, LeftOutList as h, fromCursor as i, fitAnswer as l, cutValue as m, isSelect as n, readPage as o, writeAnswer as p, toSelection as r, jsonLength as s, SelectSchema as t, isVeryLarge as u };
