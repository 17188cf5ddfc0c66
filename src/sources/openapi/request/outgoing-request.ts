import type { OperationContext } from "../../../operation/operation-context.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { headerName, headerText } from "../operation/header-text.ts";
import type { Input } from "./serialise-parameter.ts";
import type { WrittenBody } from "./write-body.ts";

/** One call of one operation. */
export interface HTTPCall {
  readonly input: Input;
  readonly context: OperationContext;
  /** Set if a stream is resumed. */
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
  /** How close the address that it connects to may be. */
  readonly reach: AddressReach;
  /**
   * Functions that get other tokens if the server refuses these. Each resolves with true if its token had ended.
   * `missing` are scopes that the server asks for: with them, it resolves with true if there is a token that has them.
   */
  readonly renewable: ReadonlyArray<(missing?: string) => Promise<boolean | void>>;
}

/** Sets a header, and throws if it cannot be sent. A cookie is added to those that are already there. */
export function setHeader(headers: Map<string, string>, name: string, value: string): void {
  const key = headerName(name).toLowerCase();
  const text = headerText(value);
  const before = key === "cookie" ? headers.get(key) : undefined;
  headers.set(key, before === undefined || before === "" ? text : [before, text].filter(Boolean).join("; "));
}
