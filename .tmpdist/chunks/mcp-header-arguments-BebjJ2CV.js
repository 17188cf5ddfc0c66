// src/shared/mcp-header-arguments.ts
const KEYWORD = "x-mcp-header";
const MAX_DEPTH = 200;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES = /* @__PURE__ */ new Set([
	"string",
	"integer",
	"boolean"
]);
function readHeaderArguments(inputSchema) {
	const declared = [];
	const names = /* @__PURE__ */ new Set();
	const visit = (schema, depth, path) => {
		if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return void 0;
		const problem = Object.hasOwn(schema, KEYWORD) ? declare(schema, depth === 0 ? void 0 : path) : void 0;
		if (problem !== void 0) return problem;
		for (const [keyword, value] of Object.entries(schema)) {
			if (keyword === KEYWORD) continue;
			const found = keyword === "properties" && !Array.isArray(schema) ? visitAll(value, depth, path) : visit(value, depth + 1, void 0);
			if (found !== void 0) return found;
		}
	};
	const visitAll = (properties, depth, path) => {
		for (const [name, property] of Object.entries(Object(properties))) {
			const found = visit(property, depth + 1, path && [...path, name]);
			if (found !== void 0) return found;
		}
	};
	const declare = (schema, path) => {
		const { [KEYWORD]: name, type } = schema;
		if (path === void 0) return `${KEYWORD} stands where it may not`;
		if (typeof name !== "string" || !TOKEN.test(name)) return `${KEYWORD} is no name of a header field`;
		if (!TYPES.has(type)) return `${KEYWORD} ${name} is not for a text, a whole number or a boolean`;
		if (names.has(name.toLowerCase())) return `${KEYWORD} ${name} is used twice`;
		names.add(name.toLowerCase());
		declared.push({
			path,
			field: `mcp-param-${name.toLowerCase()}`,
			type
		});
	};
	return {
		problem: visit(inputSchema, 0, []),
		declared
	};
}
export { readHeaderArguments as t };
