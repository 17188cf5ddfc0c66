import type { OperationContext } from "../../../operation/operation-context.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { headerName, headerText } from "../operation/header-text.ts";
import type { Input } from "./serialise-parameter.ts";
import type { WrittenBody } from "./write-body.ts";

/** One call of one operation. */
export interface HTTPCall {
  readonly input: Input;
  readonly context: OperationContext;
  /** Set when a stream is resumed. */
  readonly lastEventId?: string | undefined;
}

/** A request that is ready to leave. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Map<string, string>;
  readonly body: WrittenBody["body"] | undefined;
  /** Texts that must never be shown. */
  readonly secrets: readonly string[];
  /** How close the address may be that it connects to. */
  readonly reach: AddressReach;
  /**
   * What gets other tokens if the server refuses these. Resolves with true if a token had ended. With `missing`, scopes that
   * the server asks for: resolves with true if there is a token with them.
   */
  readonly renewable: ReadonlyArray<(missing?: string) => Promise<boolean | void>>;
}

/** Sets a header, and throws if it cannot be sent. Cookies join those that are there. */
export function setHeader(headers: Map<string, string>, name: string, value: string): void {
  const key = headerName(name).toLowerCase();
  const text = headerText(value);
  const before = key === "cookie" ? headers.get(key) : undefined;
  headers.set(key, before === undefined || before === "" ? text : [before, text].filter(Boolean).join("; "));
}
