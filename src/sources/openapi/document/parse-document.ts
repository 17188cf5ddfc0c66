import { CallError, messageOf } from "../../../errors/call-error.ts";
import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import { readJSONText } from "../../../shared/json/read-json.ts";
import type { HTTPLimits } from "../options/http-service-config.ts";
import { parseYAML } from "./parse-yaml.ts";

const MIB = 2 ** 20;
/** YAML is read at about 1 MB a second. */
const MAX_BYTES = { json: 64 * MIB, yaml: 8 * MIB };

export interface ParseOptions {
  /** Shown in errors. */
  readonly location: string;
  readonly maxBytes?: number | undefined;
  /** How many values it may hold. */
  readonly limits?: HTTPLimits | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The largest text that is read at all, in either format. */
export function largestText(maxBytes: number | undefined): number {
  return maxBytes ?? MAX_BYTES.json;
}

/** Parses JSON or YAML. */
export async function parseDocument(
  text: string,
  { location, maxBytes, limits, signal }: ParseOptions,
): Promise<unknown> {
  signal?.throwIfAborted();
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const format = /^\s*[{[]/.test(content) ? "json" : "yaml";
  const limit = maxBytes ?? MAX_BYTES[format];
  if (content.length > limit) throw tooLong(location, limit);
  try {
    const most = limits?.values ?? MOST_VALUES;
    if (format === "yaml") return await parseYAML(content, { most, signal });
    const isAbandoned = (): boolean => signal?.aborted === true;
    // The bounds of numbers in schemas are numbers, however long.
    const document: unknown = await readJSONText(content, { most, isAbandoned, parse: JSON.parse });
    signal?.throwIfAborted();
    return document;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CallError) throw documentTooDense(location, cause);
    const reason = `${location} is not valid ${format.toUpperCase()}: ${messageOf(cause)}`;
    throw new CallError("VALIDATION_ERROR", reason, undefined, { cause });
  }
}

function documentTooDense(location: string, cause: CallError): CallError {
  const message = `${location} cannot be read: ${cause.message}`;
  return new CallError(cause.code, message, cause.details, { phase: "notStarted", cause });
}

export function tooLong(location: string, limit: number): CallError {
  const message = `${location} is larger than ${String(limit)} bytes. Raise "maxBytes" to read it.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, undefined, { phase: "notStarted" });
}
