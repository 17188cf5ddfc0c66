import { unlessAborted } from "../../shared/time/wait.ts";
import type { SourceLogin } from "../../sources/login/source-logins.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import { addressOf } from "./login-status.ts";
import type { LogOutResult } from "./login-status.ts";

export interface LogOutOptions {
  readonly vault: VaultAccess;
  /** Whose login. Default: the operator's. */
  readonly owner?: string | undefined;
  readonly signal: AbortSignal;
}

/** Forgets a login, and ends it at the service if possible. */
export async function logOut(login: SourceLogin, { vault, owner, signal }: LogOutOptions): Promise<LogOutResult> {
  const record = await (await vault.openExisting())?.delete(addressOf(login, owner));
  if (record === undefined) return { wasLoggedIn: false, revoked: false };
  const revoked = await unlessAborted(login.revoke(record, signal), signal).catch(() => false);
  return { wasLoggedIn: true, revoked };
}
