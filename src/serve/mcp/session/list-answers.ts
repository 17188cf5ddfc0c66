/**
 * Lists of tools and prompts over HTTP, as text. The SDK writes each of them once for an identity and a state of the
 * registry; every caller who may see the same gets the same text, without a server of the SDK.
 */
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { Reply } from "../../request/incoming.ts";
import type { Era, Params } from "../call/run-call.ts";
import { isParams } from "./direct-calls.ts";
import type { ToolServerDeps } from "./tool-server.ts";

/** The lists that depend on nothing but the registry and the caller. */
const METHODS: ReadonlySet<unknown> = new Set(["tools/list", "prompts/list"]);
/** Characters of all texts that are kept. Beyond that, the least recently used one is dropped. */
const MOST_KEPT = 8_000_000;

/** A request for a list that says nothing else. */
export interface PlainList {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params: Params;
}

/** The message as such a request, if it is one and has no member that we do not know. */
export function plainListOf(message: unknown): PlainList | undefined {
  if (!isParams(message) || !METHODS.has(message["method"]) || message["jsonrpc"] !== "2.0") return undefined;
  const { id, params = {} } = message;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isParams(params) || Object.keys(message).some((name) => !MEMBERS.has(name))) return undefined;
  const { cursor, _meta, ...others } = params;
  const isPlain = cursor === undefined || typeof cursor === "string";
  if (!isPlain || (_meta !== undefined && !isParams(_meta)) || Object.keys(others).length > 0) return undefined;
  return { jsonrpc: "2.0", id: id as string | number, method: message["method"] as string, params };
}

const MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

export class ListAnswers {
  readonly #deps: ToolServerDeps;
  /** In the order of their last use. */
  readonly #texts = new Map<string, string>();
  readonly #stop: () => void;
  #length = 0;
  /** Counts the states of the registry. */
  #state = 0;

  constructor(deps: ToolServerDeps) {
    this.#deps = deps;
    this.#stop = deps.registry.onChange(([change]) => this.#clear(change?.caller));
  }

  /** The answer to a list: one that is kept, or else what the SDK answers. */
  async answer(
    { id, method, params }: PlainList,
    { era, identity }: { readonly era: Era; readonly identity: Identity | undefined },
    ask: () => Promise<Response>,
  ): Promise<Reply | Response> {
    const { budget, settings } = this.#deps;
    // The host's own filter may decide differently at any time.
    if (settings.filter !== undefined) return await ask();
    const asked = JSON.stringify([era, method, params["cursor"], budget.isBound(identity), identity]);
    const key = `${prefixOf(identity && identityKey(identity))}${asked}`;
    const known = this.#use(key);
    if (known !== undefined) return toReply(id, known);
    const state = this.#state;
    const response = await ask();
    if (response.status !== 200 || response.body === null) return response;
    const { status, headers } = response;
    const text = await response.text();
    const result = resultIn(text, id);
    if (result !== undefined && state === this.#state) this.#keep(key, result);
    return new Response(text, { status, headers });
  }

  close(): void {
    this.#stop();
    this.#clear();
  }

  #use(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  #keep(key: string, text: string): void {
    this.#texts.set(key, text);
    this.#length += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#length <= MOST_KEPT) return;
      this.#texts.delete(oldest);
      this.#length -= length;
    }
  }

  /** Forgets the lists of one caller, or all. */
  #clear(caller?: string): void {
    this.#state++;
    const prefix = caller === undefined ? "" : prefixOf(caller);
    for (const [key, { length }] of this.#texts) {
      if (!key.startsWith(prefix)) continue;
      this.#texts.delete(key);
      this.#length -= length;
    }
  }
}

function prefixOf(caller: string | undefined): string {
  return `${caller ?? ""}\n`;
}

function toReply(id: string | number, result: string): Reply {
  return {
    status: 200,
    headers: ["content-type", "application/json"],
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
  };
}

const isData = (line: string): boolean => line.startsWith("data:");
const dataOf = (line: string): string => line.slice("data:".length);

/** The JSON of the result with this id, in a body of JSON or of events. */
function resultIn(text: string, id: string | number): string | undefined {
  const messages = text.startsWith("{") ? [text] : text.split("\n").filter(isData).map(dataOf);
  for (const message of messages) {
    try {
      const { id: answered, result } = JSON.parse(message) as Params;
      if (answered === id && isParams(result)) return JSON.stringify(result);
    } catch {
      // Not a message: the SDK may begin its streams with an event without data.
    }
  }
  return undefined;
}
