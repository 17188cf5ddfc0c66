import type { SourceLogin } from "../../sources/login/source-logins.ts";
import { isFresh, SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { LoginAddress, LoginRecord } from "../../vault/login-record.ts";
import type { Vault } from "../../vault/vault.ts";
import type { SourceKind, SourceWithLogin } from "../sources/source-status.ts";

/** A login to a source of the config. */
export interface LoginStatus {
  readonly source: string;
  readonly kind: SourceKind;
  /** `ended`: its token has ended, and it can't be renewed. */
  readonly state: "logged in" | "ended" | "logged out";
  /** `caller`: calls use the login of each caller. */
  readonly login?: "caller" | undefined;
  readonly scope?: string | undefined;
  /** ISO 8601: when the current token ends. */
  readonly expiresAt?: string | undefined;
  /** Whether the hub renews the token by itself. */
  readonly renews?: boolean | undefined;
}

/** The outcome of a log-out. */
export interface LogOutResult {
  readonly wasLoggedIn: boolean;
  /** Whether the service has ended it too. */
  readonly revoked: boolean;
}

/** Where the vault keeps a login. `owner`: a caller's; the operator's by default. */
export function addressOf({ key }: SourceLogin, owner = SHARED_IDENTITY): LoginAddress {
  return { source: key, identity: owner };
}

/**
 * The status as lists show it. Empty if there is no login, and neither the config nor the service has asked for one.
 */
export async function shownStatus(
  source: SourceWithLogin,
  vault: Vault | undefined,
  owner?: string,
): Promise<LoginStatus[]> {
  const { login } = source;
  const record = await vault?.read(addressOf(login, owner));
  const isUncertain = record === undefined && login.asked !== undefined && login.owner === "shared";
  if (isUncertain && (vault === undefined || (await login.asked?.(vault)) === undefined)) return [];
  return [statusOf(source, record)];
}

export function statusOf({ name, kind, login }: SourceWithLogin, record: LoginRecord | undefined): LoginStatus {
  const whose = login.owner === "caller" ? { login: login.owner } : {};
  if (record === undefined) return { source: name, kind, ...whose, state: "logged out" };
  const renews = record.refreshToken !== undefined || login.isUnattended;
  const { scope, expiresAt } = record;
  return {
    source: name,
    kind,
    ...whose,
    state: renews || isFresh(record) ? "logged in" : "ended",
    renews,
    ...(scope === undefined ? {} : { scope }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
