import type { LoginRecord } from "../../vault/login-record.ts";
import type { LoginOwner } from "./caller-logins.ts";

/** How a person is brought to the service's own page, and back. */
export interface LoginSteps {
  /** Where the service sends the browser afterwards. */
  readonly redirectUrl: string;
  /** Shows the address to the person. Resolves with what the service sent back, for the `state` of that address only. */
  authorize(address: URL): Promise<URLSearchParams>;
  readonly signal: AbortSignal;
}

/** One login to a source: how a person gets it, and how it ends. */
export interface SourceLogin {
  /** The name of the login in the vault. It tells apart sources of one name at different addresses. */
  readonly key: string;
  /** Whose login calls use. The operator's own is then only there to learn what the service offers. */
  readonly owner: LoginOwner;
  /** Whether no person is needed. */
  readonly isUnattended: boolean;
  /** The port for the redirect, where the service wants to know it before. */
  readonly redirectPort?: number | undefined;
  /** Logs in. `earlier`: the login that this one replaces. */
  logIn(steps: LoginSteps, earlier: LoginRecord | undefined): Promise<LoginRecord>;
  /** Tells the service that the login has ended. Answers whether it takes that. */
  revoke(record: LoginRecord, signal: AbortSignal): Promise<boolean>;
}
