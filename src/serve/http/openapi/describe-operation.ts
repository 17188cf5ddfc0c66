import { passedOnStatus } from "../../../errors/upstream-status.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { ErrorDeclaration } from "../../../operation/declared-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { notedDescription, toDeprecation } from "../../../shared/deprecation.ts";
import { isAbsent, mayBeAbsent, saysNothing } from "../../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { jsonSchemaOf } from "../../../schema/standard/json-schema-of.ts";
import type { ComponentSchemas } from "./component-schemas.ts";
import { plainValue } from "./copy-schema.ts";
import { PROBLEM_REF, PROBLEM_RESPONSE_REF, PROBLEM_TYPE } from "./problem-schema.ts";

/** What callers must show. */
export type CredentialNeed = "required" | "optional" | "none";

export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "A key, or a signed token (JWT)." },
  apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
};

/** Either scheme is enough. Scopes are listed for people: OpenAPI itself uses them for OAuth only. */
export function securityOf(scopes: readonly string[], credentials: CredentialNeed): object[] {
  const schemes = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [...scopes] }));
  return credentials === "optional" && scopes.length === 0 ? [{}, ...schemes] : schemes;
}

export interface DescribeOptions {
  readonly schemas: ComponentSchemas;
  readonly credentials: CredentialNeed;
}

type Fields = Readonly<Record<string, unknown>>;

/** An operation as an Operation Object of OpenAPI. Throws if an imported schema can't be read. */
export function describeOperation(spec: OperationSpec, { schemas, credentials }: DescribeOptions): Fields {
  const id = operationId(spec);
  const { title, tags, accessControl } = spec;
  const { requiredScopes } = accessControl;
  const description = notedDescription(spec);
  const input = describeInput(spec, schemas);
  const errors = describeErrors(spec, schemas);
  return {
    operationId: id,
    ...(title !== undefined && { summary: title }),
    ...(description !== "" && { description }),
    ...(tags !== undefined && tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(toDeprecation(spec.deprecated) !== undefined && { deprecated: true }),
    ...input.body,
    responses: { ...describeOutput(spec, schemas), ...errors.responses, default: PROBLEM_RESPONSE_REF },
    ...(credentials !== "none" && requiredScopes.length > 0 && { security: securityOf(requiredScopes, credentials) }),
    "x-operation": describeOwn(spec, { id, input: input.mode, errorSchemas: errors.declared }),
  };
}

/** What OpenAPI cannot express. For a deprecated operation it has the description without the note. */
function describeOwn(spec: OperationSpec, own: Fields): Fields {
  const { type, version, idempotent, output, accessControl, origin, metadata } = spec;
  const { id, input, errorSchemas } = own;
  const deprecated = toDeprecation(spec.deprecated);
  const words = { id, type, version, deprecated, description: deprecated && spec.description };
  const fields = { ...words, input, idempotent, output, errorSchemas, accessControl, origin, metadata };
  // A field that JSON can't write is left out whole: metadata may be anything.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const plain = plainValue(value);
      return plain === undefined ? [] : [[name, plain]];
    }),
  );
}

/** `body`: the input is the body; `optional`: or there is none; `none`: there is never one. */
type InputMode = "body" | "optional" | "none";

function describeInput(spec: OperationSpec, schemas: ComponentSchemas): { mode: InputMode; body: Fields } {
  const plain = jsonSchemaOf(spec.inputSchema, "input") as PlainSchema;
  if (isAbsent(plain)) return { mode: "none", body: {} };
  const schema = schemas.add(`${operationId(spec)}.input`, spec.inputSchema, "input");
  const mode = mayBeAbsent(plain) ? "optional" : "body";
  const requestBody = {
    content: { "application/json": { schema } },
    required: mode === "body" && !acceptsNothing(plain),
  };
  return { mode, body: { requestBody } };
}

/** Whether no input counts as an empty object. */
function acceptsNothing(schema: PlainSchema): boolean {
  if (saysNothing(schema)) return true;
  const { type, required } = schema;
  return type === "object" && (!Array.isArray(required) || required.length === 0);
}

function describeOutput(spec: OperationSpec, schemas: ComponentSchemas): Fields {
  const plain = jsonSchemaOf(spec.outputSchema, "output") as PlainSchema;
  const hasData = !isAbsent(plain);
  const schema = hasData ? schemas.add(`${operationId(spec)}.output`, spec.outputSchema, "output") : undefined;
  if (spec.type === OperationType.SUBSCRIPTION) {
    const description = "The items, one event each; `event: complete` ends them, or `event: error` with a problem.";
    return { 200: { description, content: { "text/event-stream": { schema: eventSchema(schema ?? {}) } } } };
  }
  const mayLackData = !hasData || saysNothing(plain) || mayBeAbsent(plain);
  return {
    ...(schema !== undefined && { 200: { description: "The data.", content: { "application/json": { schema } } } }),
    ...(mayLackData && { 204: { description: "There is no data." } }),
  };
}

/** OpenAPI 3.1 has no words for the items of a stream; this is how 3.2 describes an event. */
function eventSchema(item: Fields): Fields {
  return {
    type: "object",
    properties: {
      id: { type: "string" },
      event: { type: "string" },
      data: { type: "string", contentMediaType: "application/json", contentSchema: item },
    },
    required: ["data"],
  };
}

interface DescribedErrors {
  readonly responses: Fields;
  /** For `x-operation`. */
  readonly declared: Fields | undefined;
}

const DEFAULT_STATUS = 500;

function describeErrors(spec: OperationSpec, schemas: ComponentSchemas): DescribedErrors {
  const { errorSchemas } = spec;
  if (errorSchemas === undefined) return { responses: {}, declared: undefined };
  const byStatus = new Map<string, Array<{ code: string; text: string; schema: Fields }>>();
  const declared = Object.entries(errorSchemas).map(([code, { schema, ...rest }]): [string, Fields] => {
    const details = schema && schemas.add(`${operationId(spec)}.error.${code}`, schema, "output");
    for (const answer of answersOf(code, { schema, ...rest })) {
      const { status, description, details: exact } = answer;
      const text = description === undefined ? code : `${code}: ${description}`;
      const all = exact === undefined ? details : { allOf: [details, exact] };
      const own = { type: "object", properties: { code: { const: code }, ...(all !== undefined && { details: all }) } };
      byStatus.set(status, [...(byStatus.get(status) ?? []), { code, text, schema: own }]);
    }
    return [code, { ...rest, ...(details !== undefined && { schema: details }) }];
  });
  const responses = Array.from(byStatus, ([status, errors]): [string, Fields] => {
    const description = errors.map(({ text }) => text).join("\n\n");
    const other = { properties: { code: { not: { enum: [...new Set(errors.map(({ code }) => code))] } } } };
    const schema = { allOf: [PROBLEM_REF, { anyOf: [...errors.map((error) => error.schema), other] }] };
    return [status, { description, content: { [PROBLEM_TYPE]: { schema } } }];
  });
  return { responses: Object.fromEntries(responses), declared: Object.fromEntries(declared) };
}

interface DescribedAnswer {
  readonly status: string;
  readonly description: string | undefined;
  /** What the details are with this status, beyond what they always are. */
  readonly details?: Fields | undefined;
}

/** An API that does not answer: its operations say so by the statuses of a gateway. */
const UNANSWERED: readonly DescribedAnswer[] = [502, 504].map((status) => ({
  status: String(status),
  description: `the API ${status === 504 ? "could not be reached in time" : "could not be reached, or its answer broke off"}.`,
  details: { properties: { status: { const: status }, reason: { type: "string" } } },
}));

/** The answers with an error of this code: one, or for an API's own errors one for each status that it declares. */
function answersOf(code: string, { httpStatus, schema, description }: ErrorDeclaration): readonly DescribedAnswer[] {
  const plain = schema && httpStatus === undefined && code === "EXECUTION_ERROR" ? jsonSchemaOf(schema, "output") : {};
  const { anyOf = [plain] } = plain as { readonly anyOf?: readonly unknown[] };
  const answers = anyOf.flatMap((branch): DescribedAnswer[] => {
    const { properties, description: text = "" } = branch as { properties?: Fields; description?: string };
    const declared = (properties?.["status"] ?? {}) as { const?: number; minimum?: number; maximum?: number };
    const { const: exact, minimum = 0, maximum = Infinity } = declared;
    const range = minimum >= 500 ? "5XX" : maximum < 500 ? "4XX" : undefined;
    const status = exact === undefined ? range : String(passedOnStatus(exact));
    if (status === undefined) return [];
    const details = { properties: { status: exact === undefined ? declared : { const: exact } } };
    return [{ status, description: `the API answers ${exact ?? status}. ${text}`.trim(), details }];
  });
  const branches = anyOf as readonly { readonly properties?: Fields }[];
  if (branches.some(({ properties }) => properties?.["status"] !== undefined)) return [...answers, ...UNANSWERED];
  return [{ status: String(httpStatus ?? DEFAULT_STATUS), description }];
}
