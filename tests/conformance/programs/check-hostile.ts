/**
 * Checks values against schemas that would take exponential time, as `compiled` or `interpreted` code, and prints the
 * answers. It is a separate program, because only killing a process ends a check that hangs.
 */
import { Settings } from "typebox/system";
import { importOpenAPI, OperationRegistry } from "../../../src/entries/index.ts";
import { collectErrors } from "../../../src/schema/explain/collect-errors.ts";
import { getValidator } from "../../../src/schema/engine/validator.ts";

const LEVELS = 40;
const self = { $ref: "#" };
const text = { type: "string" };
const next = { type: "object", properties: { inner: self }, required: ["inner"] };
const closed = { ...next, unevaluatedProperties: false };
const rest = { type: "object", minProperties: 1, unevaluatedProperties: self };
const first = { type: "array", prefixItems: [self], unevaluatedItems: false };

/** Each definition applies the next one twice, to the same value. */
function doubledDefinitions(last: object): Record<string, object> {
  const $defs: Record<string, object> = { [`a${LEVELS}`]: last };
  for (let index = 0; index < LEVELS; index++) {
    const $ref = `#/$defs/a${index + 1}`;
    $defs[`a${index}`] = { anyOf: [{ $ref }, { $ref, minProperties: 1 }] };
  }
  return $defs;
}

function nestedContains(): object {
  let schema: object = text;
  for (let level = 0; level < LEVELS; level++)
    schema = { type: "array", contains: schema, minContains: 1, maxContains: 2 };
  return schema;
}

function nested(leaf: unknown, wrap: (value: unknown) => unknown): unknown {
  let value = leaf;
  for (let level = 0; level < LEVELS; level++) value = wrap(value);
  return value;
}

const inObjects = (leaf: unknown): unknown => nested(leaf, (inner) => ({ inner }));
const inArrays = (leaf: unknown): unknown => nested(leaf, (inner) => [inner]);
const $defs = doubledDefinitions({ type: "object", properties: { inner: text } });

const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, ""]));
const $manyDefs = doubledDefinitions({ type: "object", additionalProperties: text });

/** A schema, a value that fits it, and one that does not. */
const cases: Record<string, readonly [schema: object, good: unknown, bad: unknown]> = {
  anyOf: [{ anyOf: [next, { ...next }, text] }, inObjects(""), inObjects(5)],
  oneOf: [{ oneOf: [{ allOf: [next, { required: ["nowhere"] }] }, next, text] }, inObjects(""), inObjects(5)],
  unevaluatedProperties: [{ anyOf: [closed, { ...closed }, text] }, inObjects(""), inObjects(5)],
  "a schema of unevaluatedProperties": [{ anyOf: [rest, { ...rest }, text] }, inObjects(""), inObjects(5)],
  unevaluatedItems: [{ anyOf: [first, { ...first }, text] }, inArrays(""), inArrays(5)],
  definitions: [{ $ref: "#/$defs/a0", $defs }, { inner: "" }, { inner: 5 }],
  "definitions of many members": [{ $ref: "#/$defs/a0", $defs: $manyDefs }, many, { ...many, last: 5 }],
  "unevaluatedProperties beside definitions": [
    { $ref: "#/$defs/a0", unevaluatedProperties: false, $defs },
    { inner: "" },
    { inner: "", more: 1 },
  ],
  contains: [nestedContains(), inArrays(""), inArrays(5)],
};

async function callImported(): Promise<string> {
  const { operations } = importOpenAPI(
    {
      openapi: "3.1.0",
      info: { title: "Hostile", version: "1" },
      paths: { "/x": { post: { operationId: "send", requestBody: hostileBody(), responses: { 204: {} } } } },
      components: { schemas: { Node: { anyOf: [inComponents(closed), inComponents(closed), text] } } },
    },
    { namespace: "hostile", baseUrl: "https://hostile.example", fetch: () => Promise.reject(new Error("sent")) },
  );
  const registry = new OperationRegistry();
  registry.registerAll(operations);
  const called = registry.execute("hostile.send", { body: inObjects(5) });
  return called.then(
    () => "answered",
    (error: { code?: string }) => String(error.code),
  );
}

function hostileBody(): object {
  const schema = { $ref: "#/components/schemas/Node" };
  return { required: true, content: { "application/json": { schema } } };
}

function inComponents(schema: object): object {
  return { ...schema, properties: { inner: { $ref: "#/components/schemas/Node" } } };
}

if (process.argv[2] === "interpreted") Settings.Set({ useAcceleration: false });
const answers: Record<string, unknown> = {};
for (const [name, [schema, good, bad]] of Object.entries(cases)) {
  const { check } = getValidator(schema);
  const errors = (value: unknown): string[] => collectErrors(schema, value).map(({ message }) => message);
  answers[name] = { good: check(good), bad: check(bad), goodErrors: errors(good), badErrors: errors(bad) };
}
console.log(JSON.stringify({ ...answers, imported: await callImported() }));
