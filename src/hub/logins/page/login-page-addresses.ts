import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";

/** Below it, a page for each source. */
export const LOGIN_PATH = "/~/login/";
/** Where services send browsers back. */
export const CALLBACK_PATH = "/~/callback";

/** The addresses of a hub's pages for logins. */
export class LoginPageAddresses {
  readonly #publicUrl: string | undefined;
  /** Where the hub listens, once it does. */
  listening: string | undefined;

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl?.replace(/\/+$/, "");
  }

  /** The page on which a caller logs in to a source. */
  pageFor(source: string, caller: Identity): string | undefined {
    const base = this.#publicUrl ?? this.listening;
    return base === undefined ? undefined : `${base}${pathOf(source)}?for=${callerTag(source, caller)}`;
  }

  /** The port on which the hub listens; empty for the one of its scheme. */
  get port(): string {
    return this.listening === undefined ? "" : new URL(this.listening).port;
  }

  /** The origins of the hub's own pages, for a browser that reaches the hub at this host. */
  originsOf(host: string): string[] {
    const own = `${this.#scheme}://${host}`;
    return this.#publicUrl === undefined ? [own] : [new URL(this.#publicUrl).origin, own];
  }

  /** The address by which the browser of this request reaches the hub. Its host is one that the hub answers to. */
  baseOf(request: Request): string {
    if (this.#publicUrl !== undefined) return this.#publicUrl;
    const { host } = new URL(request.url);
    return `${this.#scheme}://${host}`;
  }

  get #scheme(): string {
    return this.listening?.startsWith("https:") === true ? "https" : "http";
  }
}

export function pathOf(source: string): string {
  return `${LOGIN_PATH}${encodeURIComponent(source)}`;
}

/**
 * Names the caller that a link is for, so that people do not log in for another caller by mistake. It proves nothing:
 * the browser must still show a credential.
 */
export function callerTag(source: string, caller: Identity): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const text = JSON.stringify([source, identityKey(caller)]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
