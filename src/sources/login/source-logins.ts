import type { LoginRecord } from "../../vault/login-record.ts";
import type { Vault } from "../../vault/vault.ts";
import type { LoginOwner } from "./caller-logins.ts";

/** How a person gets to the service's own page and back. */
export interface LoginSteps {
  /** Where the service sends the browser afterwards. */
  readonly redirectUrl: string;
  /**
   * Shows the address to the person. Resolves with what the service sent back, for the `state` of that address only.
   */
  authorize(address: URL): Promise<URLSearchParams>;
  /** Shows a code instead, which the person enters at the service with any browser: the device flow. */
  readonly showCode?: ((prompt: DevicePrompt) => void | Promise<void>) | undefined;
  /** What the source's `asked` returned. */
  readonly asked?: string | undefined;
  readonly signal: AbortSignal;
}

/** What a person needs for the device flow. */
export interface DevicePrompt {
  /** What the person enters. */
  readonly code: string;
  /** Where the person enters it. */
  readonly url: URL;
  /** The same address with the code in it, if the service has one. */
  readonly complete?: URL | undefined;
}

/** A login that waits for a person to come back from the service's page. */
export interface BegunLogin {
  /** The service's page. Its `state` comes back with the answer, and can't be guessed. */
  readonly address: URL;
  /** What `finish` needs, as JSON, because any process may finish the login. It holds secrets. */
  readonly pending: unknown;
}

/** What `begin` needs. */
export interface LoginStart {
  /** Where the service sends the browser afterwards. */
  readonly redirectUrl: string;
  /** What the source's `asked` returned. */
  readonly asked?: string | undefined;
  readonly signal: AbortSignal;
}

/** One login to a source: how a person gets it, and how it ends. */
export interface SourceLogin {
  /** The name of the login in the vault. It distinguishes sources of one name at different addresses. */
  readonly key: string;
  /** Whose login calls use. With `caller`, the operator's own login serves only to learn what the service offers. */
  readonly owner: LoginOwner;
  /** Whether no person is needed. */
  readonly isUnattended: boolean;
  /** The port for the redirect, if the service requires it in advance. */
  readonly redirectPort?: number | undefined;
  /**
   * For a service that may need no login: what it said when it asked for one, in any process; undefined if it has not
   * asked. Until then, lists leave out such a source.
   */
  asked?(vault: Vault): Promise<string | undefined>;
  /** Logs in. `earlier`: the login that this one replaces. */
  logIn(steps: LoginSteps, earlier: LoginRecord | undefined): Promise<LoginRecord>;
  /** Begins a login by a browser, which `finish` ends. */
  begin(start: LoginStart, earlier: LoginRecord | undefined): Promise<BegunLogin>;
  /**
   * Takes what the service sent back, after its `state` was checked. Rejects with `ACCESS_DENIED` if the service
   * refuses.
   */
  finish(pending: unknown, answer: URLSearchParams, signal: AbortSignal): Promise<LoginRecord>;
  /** Tells the service that the login has ended. Resolves with whether the service supports that. */
  revoke(record: LoginRecord, signal: AbortSignal): Promise<boolean>;
}
