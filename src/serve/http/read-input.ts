/** The input of a call: a body of JSON, or the query of a GET. */
import { LONG_INTEGER, parseExactly } from "../../shared/json/exact-json.ts";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { decodeData } from "../../shared/json/encode-data.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../../shared/json/is-too-deep.ts";
import { isTooDense, SHORT_JSON } from "../../shared/json/is-too-dense.ts";
import { bodyTooLarge } from "../request/incoming.ts";
import type { Incoming } from "../request/incoming.ts";
import { HTTPRefusal } from "../request/problem.ts";
import { readQuery } from "./query-input.ts";

const LONGEST_EXCERPT = 200;

export async function readBodyInput(incoming: Incoming, limit: number): Promise<unknown> {
  const text = await incoming.readText(limit);
  if (text === undefined || text === "") return undefined;
  const { "content-type": type, "content-encoding": encoding } = incoming.headers;
  // Most requests need no closer look at the type.
  if (type !== "application/json" || encoding !== undefined) assertJSON(type, encoding);
  if (text.length > SHORT_JSON && isTooDense(text, limit)) throw bodyTooLarge(limit, "values");
  return parseInput(text, "body");
}

export function readQueryInput(incoming: Incoming, spec: OperationSpec): unknown {
  if (incoming.query === "") return undefined;
  const parameters = new URLSearchParams(checkedEncoding(incoming.query));
  const whole = parameters.get("input");
  if (whole === null) return notTooDeep(readQuery(parameters, spec), "query");
  if (parameters.size > 1) {
    throw badInput("The query has `input`, which is the whole input, and further parameters.");
  }
  return parseInput(whole, "query's `input`");
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;

function assertJSON(type: string | undefined, encoding = ""): void {
  if (type === undefined || !JSON_TYPE.test(type)) {
    throw new HTTPRefusal(415, "The body must be JSON, with `content-type: application/json`.", ACCEPTS);
  }
  if (OTHER_CHARSET.test(type)) throw new HTTPRefusal(415, "The body must be UTF-8.", ACCEPTS);
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    throw new HTTPRefusal(415, "The body must not be compressed.", { headers: ["accept-encoding", "identity"] });
  }
}

const ACCEPTS = { headers: ["accept", "application/json"] };

function parseInput(text: string, where: string): unknown {
  let value: unknown;
  try {
    value = LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    const reason = messageOf(error).slice(0, LONGEST_EXCERPT);
    const position = /position (\d+)/.exec(reason)?.[1];
    throw badInput(`The ${where} is not valid JSON: ${reason}`, position === undefined ? undefined : Number(position));
  }
  if (text.length > MOST_LEVELS) notTooDeep(value, where);
  return text.includes('"$') ? decodeData(value) : value;
}

function notTooDeep(value: unknown, where: string): unknown {
  if (isTooDeep(value, MOST_LEVELS)) throw badInput(tooDeepProblem(where));
  return value;
}

/** `URLSearchParams` takes a stray `%` as it is; a client that sends one has made a mistake. */
function checkedEncoding(query: string): string {
  try {
    if (query.includes("%")) decodeURIComponent(query);
    return query;
  } catch {
    throw badInput("The query holds a % that is not percent-encoded UTF-8.");
  }
}

function badInput(message: string, position?: number): CallError {
  return new CallError("VALIDATION_ERROR", message, position === undefined ? undefined : { position });
}
