import { dn as messageOf } from "./client-D7eheyo4.js";
import { B as REPEATED_NAME, z as ConfigError } from "./hub-sources-fie4hXTD.js";
import { t as readYAMLTokens } from "./yaml-tokens-C1pmTkl9.js";
import { LineCounter, Parser, isMap, isNode, parseDocument } from "yaml";
// src/hub/config/text/yaml-text.ts
const MAX_ALIASES = 100;
function readYAML(text, file) {
	const lines = new LineCounter();
	const document = compose(text, file, lines);
	if (document.errors.length > 0) throw new ConfigError(document.errors.map((error) => yamlProblem(error, {
		text,
		file,
		lines
	})));
	const value = toValue(document, file);
	if (value === null) throw new ConfigError([{
		file,
		path: "",
		message: "the file is empty"
	}]);
	return {
		value: withoutEmptySections(value),
		locate: locator(document, lines)
	};
}
function compose(text, file, lineCounter) {
	try {
		readYAMLTokens({ Parser }, text);
	} catch (thrown) {
		throw new ConfigError([{
			file,
			path: "",
			message: messageOf(thrown)
		}]);
	}
	return parseDocument(text, {
		lineCounter,
		prettyErrors: false
	});
}
function yamlProblem({ code, pos, message }, { text, file, lines }) {
	const { line, col } = lines.linePos(pos[0]);
	const position = {
		file,
		line,
		column: col,
		path: ""
	};
	if (code === "DUPLICATE_KEY") return {
		...position,
		message: REPEATED_NAME
	};
	const isVariable = text.startsWith("${", pos[0] - 1);
	return {
		...position,
		message: `this is not YAML: ${message}`,
		...isVariable ? { hint: "between braces a variable needs quotes: \"${NAME}\"" } : {}
	};
}
function withoutEmptySections(value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}
function toValue(document, file) {
	try {
		return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch (thrown) {
		throw new ConfigError([{
			file,
			path: "",
			message: `this YAML can't be used: ${messageOf(thrown)}`
		}]);
	}
}
function locator(document, lines) {
	const positionOf = (node) => {
		const offset = isNode(node) ? node.range?.[0] : void 0;
		if (offset === void 0) return void 0;
		const { line, col } = lines.linePos(offset);
		return {
			line: Math.max(line, 1),
			column: Math.max(col, 1)
		};
	};
	return (path, part = "value") => {
		for (let length = path.length; length >= 0; length--) {
			const node = length === path.length && part === "key" ? keyNode(document, path) : nodeAt(document, path.slice(0, length));
			const position = positionOf(node);
			if (position !== void 0) return position;
		}
	};
}
function nodeAt(document, path) {
	return path.length === 0 ? document.contents : document.getIn(path, true);
}
function keyNode(document, path) {
	const parent = nodeAt(document, path.slice(0, -1));
	if (!isMap(parent)) return void 0;
	const name = String(path.at(-1));
	return parent.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === name)?.key;
}
export { readYAML };
