import { AnswerBudget } from "../../answers/answer-budget.ts";
import { selectPart } from "../../answers/cut-answer.ts";
import type { WantedPart } from "../../answers/cut-answer.ts";
import type { AnswerPart } from "../../answers/fit-answer.ts";
import type { LeftOut } from "../../answers/left-out.ts";
import { readKept } from "../../answers/read-result.ts";
import type { ReadResultInput } from "../../answers/read-result.ts";
import { isSelect, toSelection } from "../../answers/select-parts.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { adviceOnRest } from "../../errors/advice.ts";
import type { RepeatedOperation } from "../../errors/advice.ts";
import { CallError } from "../../errors/call-error.ts";
import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { decodeData } from "../../shared/json/encode-data.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { latin1AsUtf8 } from "../../shared/utf8-header.ts";
import { jsonReply } from "../request/incoming.ts";
import type { Reply, RequestHeaders } from "../request/incoming.ts";
import { HTTPRefusal } from "../request/problem.ts";
import type { CheckedRequest, RequestTarget } from "../request/request-handler.ts";
import { readBodyInput } from "./read-input.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** Where callers read the rest of answers that were cut. */
export const RESULTS = "/~/results";

/** The bound of callers who have none: they could have had the whole answer. */
const MOST_AT_ONCE = 4_000_000;

/** What goes out. */
export interface FittedReply {
  readonly envelope: ResponseEnvelope;
  /** Undefined if nothing is missing. */
  readonly part?: ReplyPart | undefined;
}

/** What is missing and how to get it, in words too. */
export type ReplyPart = AnswerPart & { readonly note: string };

/** Decides how much of an answer goes out. Callers read the rest here, by POST with a handle and what to read of it. */
export class HTTPAnswers implements RequestTarget {
  readonly allow = "POST, OPTIONS";
  /** Whether some callers have a bound although they ask for none. */
  readonly hasBounds: boolean;
  readonly #settings: ServeHTTPSettings;
  readonly #budget: AnswerBudget;

  constructor(settings: ServeHTTPSettings) {
    this.#settings = settings;
    this.hasBounds = settings.answerTokens !== undefined && settings.answerTokens !== "all";
    this.#budget = new AnswerBudget(settings, "all");
  }

  close(): void {
    this.#budget.close();
  }

  /** Undefined if the caller takes everything, as most do. */
  async wantedBy(headers: RequestHeaders, identity: Identity | undefined): Promise<WantedPart | undefined> {
    const { "operation-select": select, "operation-answer-tokens": tokens } = headers;
    const room = this.#budget.roomFor(identity, tokens);
    if (select === undefined) return room === Infinity ? undefined : { room, selection: undefined };
    return { room, selection: await toSelection(readSelect(latin1AsUtf8(select) ?? select)) };
  }

  fit(envelope: ResponseEnvelope, wanted: WantedPart, { identity, requires, operation }: AnswerReader): FittedReply {
    if (envelope.data === undefined) return { envelope };
    const keep = (whole: string) => this.#budget.kept.keep(whole, { identity, session: undefined }, requires);
    const { data, cut } = selectPart(envelope.data, wanted, { keep, readOn, advice: adviceOnRest(operation) });
    if (cut === undefined && wanted.selection === undefined) return { envelope };
    const part = cut && { ...cut.part, note: cut.note };
    return { envelope: { data: decodeData(data), meta: envelope.meta }, part };
  }

  async answer({ incoming, identity }: CheckedRequest): Promise<Reply> {
    if (incoming.method !== "POST")
      throw new HTTPRefusal(405, "Answers are read on by POST.", { headers: ["allow", "POST, OPTIONS"] });
    const given = await readBodyInput(incoming, this.#settings.maxBodySize);
    if (!isReadInput(given)) {
      const message = "Send an object: handle, and any of cursor, at, offset, select and search.";
      throw new CallError("VALIDATION_ERROR", message);
    }
    const asked = incoming.headers["operation-answer-tokens"];
    const room = Math.min(this.#budget.roomFor(identity, asked), MOST_AT_ONCE);
    const page = await readKept(this.#budget.kept, given, { owner: { identity, session: undefined }, room });
    return jsonReply(200, page, ["cache-control", "no-store"]);
  }
}

export interface AnswerReader {
  readonly identity: Identity | undefined;
  /** What the operation requires of callers who read the rest. */
  readonly requires: () => AccessControl;
  /** The operation that has run. */
  readonly operation: RepeatedOperation;
}

/** One path, or a JSON list of them. */
function readSelect(header: string): string | readonly string[] {
  if (!header.startsWith("[")) return header;
  let paths: unknown;
  try {
    paths = JSON.parse(header);
  } catch {
    // Refused below.
  }
  if (Array.isArray(paths) && isSelect(paths)) return paths as readonly string[];
  throw new CallError("VALIDATION_ERROR", "operation-select must be a path, or a JSON list of paths.");
}

function isReadInput(given: unknown): given is ReadResultInput {
  if (!isRecord(given) || typeof given["handle"] !== "string" || !isSelect(given["select"])) return false;
  const { offset = 0, at, search, cursor } = given;
  return (
    Number.isSafeInteger(offset) &&
    (offset as number) >= 0 &&
    isText(at) &&
    isText(cursor) &&
    isText(search) &&
    search !== ""
  );
}

function readOn(handle: string, { first, kind, shown }: LeftOut): string {
  const place = first.endsWith("…") ? {} : { at: first, ...(shown > 0 && kind !== "levels" ? { offset: shown } : {}) };
  return `Read on by POST ${RESULTS}: ${JSON.stringify({ handle, ...place })}.`;
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
