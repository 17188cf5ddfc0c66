import type { RequestHeaders } from "../../request/incoming.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { isObject } from "./direct-calls.ts";
import type { PlainCall } from "./direct-calls.ts";

/** The revision whose answers `DirectCalls` writes. */
const REVISION = "2026-07-28";
const NO_HEADERS: RequestHeaders = {};
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 2000;

/**
 * From 2026-07-28 on each request says anew, in `_meta`, who its client is and what it can do. The SDK checks that; what
 * it has found right is remembered, because a client says the same each time.
 */
export class KnownEnvelopes {
  readonly #sdk: ServerSDK;
  readonly #known = new Set<string>();

  constructor(sdk: ServerSDK) {
    this.#sdk = sdk;
  }

  /** Whether the call is one of that revision. Over HTTP its headers must say the same as its body. */
  has(call: PlainCall, headers?: RequestHeaders): boolean {
    const sdk = this.#sdk;
    const { _meta, name } = call.params;
    if (!isObject(_meta) || _meta[sdk.PROTOCOL_VERSION_META_KEY] !== REVISION) return false;
    const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": named } = headers ?? NO_HEADERS;
    if (headers !== undefined) {
      // A name may also come encoded: the SDK reads it then.
      const isEncoded = named?.startsWith("=?") !== false;
      if (version !== REVISION || method !== call.method || named !== name || isEncoded) return false;
    }
    const { traceparent: _, tracestate: _state, ...envelope } = _meta;
    const text = JSON.stringify(envelope);
    if (this.#known.has(text)) return true;
    const { kind } = sdk.classifyInboundRequest({
      httpMethod: "POST",
      ...(version !== undefined && { protocolVersionHeader: version }),
      ...(method !== undefined && { mcpMethodHeader: method }),
      ...(named !== undefined && { mcpNameHeader: named }),
      body: call,
    });
    if (kind !== "modern") return false;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    if (text.length <= LONGEST_KNOWN) this.#known.add(text);
    return true;
  }
}
