import { d as OperationType, dt as checkAccess } from "./client-D7eheyo4.js";
import { K as toJSONSchema, Vt as shorten, ot as inputExample, st as inputExamplesOf } from "./core-CcxVOvtt.js";
import { n as printSignature } from "./print-signature-COBsT1SB.js";
import { t as createSearch } from "./create-search-BQuNrLaM.js";
// src/code/code-lookup.ts
const MOST_FOUND = 50;
const MOST_DESCRIBED = 20;
const LONGEST_DESCRIPTION = 300;
const LONGEST_EXAMPLE = 1e3;
const ROOM = {
	input: 8e3,
	output: 4e3
};
function lookUp(registry, search = searchOf(registry)) {
	const find = (id, identity) => {
		const spec = registry.getSpec(id);
		return spec !== void 0 && registry.getHandler(id) !== void 0 && checkAccess(spec.accessControl, identity) ? spec : void 0;
	};
	return {
		async search({ query, limit = 10 }, identity) {
			return (await search.search(query, {
				identity,
				limit: Math.min(limit, MOST_FOUND)
			})).flatMap(({ id }) => {
				const spec = find(id, identity);
				if (spec === void 0) return [];
				return [{
					id,
					type: spec.type,
					description: shorten(spec.description, LONGEST_DESCRIPTION)
				}];
			});
		},
		async describe(ids, identity) {
			return ids.slice(0, MOST_DESCRIBED).map((id) => {
				const spec = find(id, identity);
				return spec === void 0 ? {
					id,
					problem: "There is no such operation."
				} : describeSpec(id, spec);
			});
		}
	};
}
const searches = /* @__PURE__ */ new WeakMap();
function searchOf(registry) {
	let search = searches.get(registry);
	if (search === void 0) searches.set(registry, search = createSearch(registry));
	return search;
}
function describeSpec(id, spec) {
	const input = toJSONSchema(spec.inputSchema, "input");
	const { text: signature } = printSignature({
		name: `env.${id}`,
		input,
		output: toJSONSchema(spec.outputSchema, "output"),
		isStream: spec.type === OperationType.SUBSCRIPTION,
		isEnveloped: true
	}, ROOM);
	const example = inputExample(input, inputExamplesOf(spec));
	const isShort = example !== void 0 && JSON.stringify(example).length <= LONGEST_EXAMPLE;
	return {
		id,
		type: spec.type,
		description: spec.description,
		signature,
		...isShort ? { example } : {}
	};
}
export { lookUp as t };
