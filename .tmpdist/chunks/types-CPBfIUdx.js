import { dn as messageOf, ln as CallError, vt as operationId } from "./client-D7eheyo4.js";
import { Nt as isSchemaObject, V as deprecationText, W as toDeprecation, dt as targetOf, et as jsonSchemaOf, ut as SchemaGraph } from "./core-CcxVOvtt.js";
import { x as atOnce } from "./hub-shared-evUMSPIC.js";
import { a as printKey, c as commentLines, i as indent, n as nameInReference, o as printType, r as toTypeName, s as schemaComment, t as TypeNames } from "./type-names-DJz0Ewcj.js";
// src/declarations/shared-types.ts
var SharedTypes = class {
	#graph;
	#prefix;
	#names = new TypeNames();
	#types = /* @__PURE__ */ new Map();
	#plain;
	constructor(prefix, roots, graph = new SchemaGraph()) {
		this.#prefix = prefix;
		this.#graph = graph;
		this.#plain = atOnce(graph.findPlain(roots.map(({ root }) => root)));
		for (const side of ["output", "input"]) for (const within of roots) if (within.side === side) this.#nameAll(within);
	}
	print(within, schema = within.root) {
		return printType(schema, { refer: (ref) => this.#nameOf(ref, within) });
	}
	declare() {
		const sorted = [...this.#types.values()].toSorted((a, b) => a.name < b.name ? -1 : 1);
		const loops = new AliasLoops((ref, within) => this.#find(ref, within));
		return sorted.flatMap(({ name, schema, within }) => {
			const refer = (ref) => {
				const target = this.#find(ref, within);
				return target === void 0 || loops.isLoop(schema, within, ref) ? void 0 : target.name;
			};
			return [...schemaComment(schema), ...`export type ${name} = ${printType(schema, { refer })};`.split("\n")];
		});
	}
	#nameOf(ref, within) {
		const type = this.#find(ref, within);
		return type && `${this.#prefix}${type.name}`;
	}
	#find(ref, within) {
		return this.#types.get(this.#keyOf(ref, within));
	}
	#nameAll(within) {
		for (const [ref, schema] of this.#graph.reach(within.root, within.root)) {
			const key = this.#keyOf(ref, within);
			if (this.#types.has(key)) continue;
			const wish = toTypeName(nameInReference(ref));
			const name = within.side === "input" ? this.#names.take(wish, `${wish}Input`) : this.#names.take(wish);
			this.#types.set(key, {
				name,
				schema,
				within
			});
		}
	}
	#keyOf(ref, within) {
		if (this.#plain.has(ref)) return ref;
		const target = targetOf(within.root, ref);
		if (target === void 0) return ref;
		const reached = Array.from(this.#graph.reach(target, within.root), ([inner, schema]) => `${inner} ${this.#graph.idOf(schema)}`);
		return [
			ref,
			this.#graph.idOf(target),
			...reached.toSorted()
		].join("\n");
	}
};
var AliasLoops = class {
	#find;
	constructor(find) {
		this.#find = find;
	}
	isLoop(schema, within, ref) {
		if (!inPlaceRefs(schema).includes(ref)) return false;
		const seen = /* @__PURE__ */ new Set();
		const open = [this.#find(ref, within)];
		for (const next of open) {
			if (next === void 0 || seen.has(next.schema)) continue;
			if (next.schema === schema) return true;
			seen.add(next.schema);
			open.push(...inPlaceRefs(next.schema).map((inner) => this.#find(inner, next.within)));
		}
		return false;
	}
};
function inPlaceRefs(schema) {
	if (typeof schema !== "object" || schema === null) return [];
	const { $ref, ...rest } = schema;
	const combined = [
		"allOf",
		"anyOf",
		"oneOf"
	].flatMap((keyword) => {
		const parts = rest[keyword];
		return Array.isArray(parts) ? parts.flatMap(inPlaceRefs) : [];
	});
	return [...typeof $ref === "string" ? [$ref] : [], ...combined];
}
// src/declarations/generate-types.ts
function generateTypes(specs, options = {}) {
	const { name = "Operations", register = true } = options;
	if (toTypeName(name) !== name) throw new CallError("VALIDATION_ERROR", `"${name}" is no name for an interface: try "${toTypeName(name)}".`);
	const names = new TypeNames();
	names.take(name);
	const graph = new SchemaGraph();
	const byNamespace = groupByNamespace(specs);
	const interfaceLines = [];
	const namespaceLines = [];
	for (const [namespace, members] of [...byNamespace].toSorted(byKey)) {
		const typed = members.toSorted((a, b) => a.name < b.name ? -1 : 1).map(toTypedSpec);
		const typeNamespace = names.take(toTypeName(namespace));
		const shared = new SharedTypes(`${typeNamespace}.`, typed.flatMap(rootsOf), graph);
		interfaceLines.push(`${printKey(namespace)}: {`, ...indent(typed.flatMap((operation) => operationLines(operation, shared))), "};");
		const types = shared.declare();
		if (types.length > 0) namespaceLines.push("", `export namespace ${typeNamespace} {`, ...indent(types), "}");
	}
	return [
		"// Made by `operations types`: changes to this file are lost.",
		"import type { GeneratedOperations } from \"@alkdev/operations\";",
		"",
		`export interface ${name} extends GeneratedOperations {`,
		...indent(interfaceLines),
		"}",
		...register ? [
			"",
			"declare module \"@alkdev/operations\" {",
			"  interface Register {",
			`    operations: ${name};`,
			"  }",
			"}"
		] : [],
		...namespaceLines,
		""
	].join("\n");
}
function groupByNamespace(specs) {
	const groups = /* @__PURE__ */ new Map();
	for (const spec of specs) {
		const members = groups.get(spec.namespace);
		if (members === void 0) groups.set(spec.namespace, [spec]);
		else members.push(spec);
	}
	return groups;
}
function byKey([a], [b]) {
	return a < b ? -1 : 1;
}
function rootsOf({ input, output, errors }) {
	return [
		output,
		...errors.map(([, details]) => details),
		input
	];
}
function toTypedSpec(spec) {
	try {
		return {
			spec,
			input: rootOf(spec.inputSchema, "input"),
			output: rootOf(spec.outputSchema, "output"),
			errors: Object.entries(spec.errorSchemas ?? {}).map(([code, { schema, description }]) => [
				code,
				rootOf(schema ?? {}, "output"),
				description
			])
		};
	} catch (thrown) {
		const [input, output] = [rootOf({}, "input"), rootOf({}, "output")];
		return {
			spec,
			input,
			output,
			errors: [],
			problem: `The schemas of ${operationId(spec)} can't be used: ${messageOf(thrown)}`
		};
	}
}
function rootOf(schema, side) {
	const root = jsonSchemaOf(schema, side);
	return {
		root: isSchemaObject(root) ? root : root === false ? { not: {} } : {},
		side
	};
}
function operationLines({ spec, input, output, errors, problem }, shared) {
	const deprecation = toDeprecation(spec.deprecated);
	const text = [
		spec.title === spec.description ? void 0 : spec.title,
		spec.description,
		problem
	];
	const errorLines = errors.flatMap(([code, details, description]) => [...commentLines(description), ...`${printKey(code)}: ${shared.print(details)};`.split("\n")]);
	return [
		...commentLines(text.filter((part) => part !== void 0 && part !== "").join("\n\n"), { deprecated: deprecation && deprecationText(deprecation) }),
		`${printKey(spec.name)}: {`,
		...indent([
			`kind: ${JSON.stringify(spec.type)};`,
			...`input: ${shared.print(input)};`.split("\n"),
			...`output: ${shared.print(output)};`.split("\n"),
			...errorLines.length === 0 ? ["errors: {};"] : [
				"errors: {",
				...indent(errorLines),
				"};"
			]
		]),
		"};"
	];
}
export { generateTypes as t };
