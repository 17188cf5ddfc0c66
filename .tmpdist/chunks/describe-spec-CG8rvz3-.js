import { dt as checkAccess, vt as operationId } from "./client-D7eheyo4.js";
import { K as toJSONSchema, ct as outputExample, lt as outputExampleOf, ot as inputExample, st as inputExamplesOf } from "./core-CcxVOvtt.js";
import { S as inSlices } from "./hub-shared-evUMSPIC.js";
// src/shared/time/json-in-slices.ts
const STEP = 32;
async function jsonInSlices(value, levels) {
	const steps = function* () {
		return (yield* writeParts(value(), levels, { count: 0 })) ?? "null";
	};
	return await inSlices(steps());
}
function* writeParts(value, levels, written) {
	if (levels === 0 || typeof value !== "object" || value === null) {
		if (++written.count % STEP === 0) yield;
		return JSON.stringify(value);
	}
	const parts = [];
	if (isList(value)) {
		for (const item of value) parts.push((yield* writeParts(item, levels - 1, written)) ?? "null");
		return `[${parts.join(",")}]`;
	}
	for (const [name, member] of Object.entries(value)) {
		const text = yield* writeParts(member, levels - 1, written);
		if (text !== void 0) parts.push(`${JSON.stringify(name)}:${text}`);
	}
	return `{${parts.join(",")}}`;
}
function isList(value) {
	return Symbol.iterator in value;
}
// src/serve/http/openapi/describe-spec.ts
function callableSpecs(registry, identity) {
	return registry.list().filter((spec) => registry.getHandler(operationId(spec)) !== void 0 && checkAccess(spec.accessControl, identity));
}
function summarise(spec) {
	const { namespace, name, type, version, title, description, tags, deprecated, origin, idempotent } = spec;
	const words = {
		namespace,
		name,
		type,
		version,
		title,
		description,
		tags,
		deprecated
	};
	return {
		id: operationId(spec),
		...words,
		origin,
		idempotent,
		...requestOf(spec)
	};
}
function requestOf({ metadata }) {
	const { method, path } = metadata ?? {};
	return typeof method === "string" && typeof path === "string" ? {
		method,
		path
	} : {};
}
function describeSpec(spec) {
	const { errorSchemas, accessControl, metadata, output } = spec;
	const inputSchema = toJSONSchema(spec.inputSchema, "input");
	const outputSchema = toJSONSchema(spec.outputSchema, "output");
	return {
		...summarise(spec),
		inputSchema,
		example: inputExample(inputSchema, inputExamplesOf(spec)),
		outputSchema,
		outputExample: outputExample(outputSchema, outputExampleOf(spec)),
		errorSchemas: errorSchemas && describeErrors(errorSchemas),
		accessControl,
		output,
		metadata
	};
}
function describeErrors(errors) {
	return Object.fromEntries(Object.entries(errors).map(([code, { schema, ...rest }]) => [code, schema === void 0 ? rest : {
		...rest,
		schema: toJSONSchema(schema, "output")
	}]));
}
export { jsonInSlices as i, describeSpec as n, summarise as r, callableSpecs as t };
