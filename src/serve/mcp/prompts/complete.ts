import type { Result } from "@modelcontextprotocol/server";
import { toCallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { promptMarkOf, resourceMarkOf } from "../../../operation/mcp/mcp-marks.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { dispatch } from "../../../registry/dispatch.ts";
import { toPlainSchema } from "../../../schema/standard/plain-schema.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { invalidParams } from "../call/run-call.ts";
import type { ToolCallRequest, Params } from "../call/run-call.ts";
import { sourceNamespace } from "../providers/resource-providers.ts";
import { toProtocolError } from "../resources/offer-errors.ts";
import type { CallableOperation } from "../resources/resource-catalog.ts";
import type { PromptDeps } from "./get-prompt.ts";

/** The most values that MCP lets a completion have. */
const MOST_VALUES = 100;
const TIMEOUT = 10_000;

/** What is to be completed. */
interface Completed {
  /** The prompt, or the resource that is a separate operation. */
  readonly spec?: OperationSpec | undefined;
  /** The operation that completes it, if there is one. */
  readonly completer: CallableOperation | undefined;
  /** What is completed, as its source names it. */
  readonly ref: Params;
}

/** `completion/complete`: asks the operation that completes, or takes the values that the input schema names. */
export async function complete(deps: PromptDeps, request: ToolCallRequest): Promise<Result> {
  const { params, caller, cancellation, connection: session } = request;
  const { sdk, registry, settings, limits } = deps;
  const { ref, argument, context: given } = params;
  if (!isRecord(ref) || !isRecord(argument) || typeof argument["name"] !== "string")
    throw invalidParams(sdk, "completion/complete needs a ref, and an argument with a name and a value.");
  const found = findCompleted(deps, ref, caller.identity);
  if (found === undefined) throw invalidParams(sdk, "Unknown prompt or resource template.");
  const { completer, spec } = found;
  if (completer === undefined) return completion(namedValues(spec, argument));
  const running = limits.enter(caller);
  try {
    const input = { ref: found.ref, argument, ...(given === undefined ? {} : { context: given }) };
    const timeout = Math.min(settings.callTimeout ?? TIMEOUT, TIMEOUT);
    const context = { identity: caller.identity, session, deadline: Date.now() + timeout, signal: cancellation.signal };
    const { data } = await dispatch(registry, { id: completer.id, input, context });
    return completion(data);
  } catch (thrown) {
    throw toProtocolError(deps, toCallError(thrown), completer.spec);
  } finally {
    limits.leave(running);
  }
}

function findCompleted(deps: PromptDeps, ref: Params, identity: Identity | undefined): Completed | undefined {
  const { type, name, uri } = ref;
  if (type === "ref/prompt" && typeof name === "string") return findPrompt(deps, name, identity);
  return type === "ref/resource" && typeof uri === "string" ? findTemplate(deps, uri, identity) : undefined;
}

function findPrompt(deps: PromptDeps, name: string, identity: Identity | undefined): Completed | undefined {
  const { prompts, resources } = deps;
  const id = prompts.idOf(name);
  const spec = id === undefined ? undefined : prompts.findById(id, identity);
  if (spec === undefined) return undefined;
  const provider = resources.providers.get(sourceNamespace(spec));
  const completer =
    resources.findById(promptMarkOf(spec)?.completedBy, identity) ??
    (provider && resources.operationFor(provider, "completion/complete", identity));
  return { spec, completer, ref: { type: "ref/prompt", name: spec.origin?.name ?? operationId(spec) } };
}

function findTemplate({ resources }: PromptDeps, uri: string, identity: Identity | undefined): Completed | undefined {
  const own = resources.findOwn(uri, identity);
  if (own !== undefined) {
    const completer = resources.findById(resourceMarkOf(own.spec)?.completedBy, identity);
    return { spec: own.spec, completer, ref: { type: "ref/resource", uri } };
  }
  const provided = resources.providers.find(uri);
  if (provided === undefined) return undefined;
  const completer = resources.operationFor(provided.provider, "completion/complete", identity);
  const isSeen = completer ?? resources.operationFor(provided.provider, "resources/read", identity);
  return isSeen && { completer, ref: { type: "ref/resource", uri: provided.uri } };
}

/** A list of values, or one with a `total` and whether there are more. */
function completion(data: unknown): Result {
  const { values, total, hasMore } = (Array.isArray(data) ? { values: data } : (data ?? {})) as Params;
  const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === "string");
  const isCut = texts.length > MOST_VALUES;
  const count = typeof total === "number" ? total : isCut ? texts.length : undefined;
  return {
    completion: {
      values: texts.slice(0, MOST_VALUES),
      ...(count === undefined ? {} : { total: count }),
      ...(isCut || typeof hasMore === "boolean" ? { hasMore: isCut || hasMore === true } : {}),
    },
  };
}

/** The texts in the schema of an argument (`enum`, `const`) that begin with what the client wrote. */
function namedValues(spec: OperationSpec | undefined, { name, value }: Params): string[] {
  if (spec === undefined) return [];
  const { properties } = toPlainSchema(spec.inputSchema, "input");
  const schema = isRecord(properties) && Object.hasOwn(properties, name as string) ? properties[name as string] : {};
  const begun = typeof value === "string" ? value.toLowerCase() : "";
  return textsIn(schema).filter((text) => text.toLowerCase().startsWith(begun));
}

function textsIn(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const { enum: listed, const: only, anyOf, oneOf } = schema;
  const named = [...(Array.isArray(listed) ? listed : []), only].filter((value) => typeof value === "string");
  const branches = [...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : [])];
  return [...named, ...branches.flatMap(textsIn)];
}
