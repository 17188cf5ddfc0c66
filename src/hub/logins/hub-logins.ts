import { CallError } from "../../errors/call-error.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { unlessAborted } from "../../shared/time/wait.ts";
import type { SourceLogin } from "../../sources/login/source-logins.ts";
import { isFresh, SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { BUILT_IN } from "../sources/built-in-sources.ts";
import { toEntries } from "../sources/source-entries.ts";
import type { SourceKind } from "../sources/source-status.ts";
import { HubVault } from "../vault/hub-vault.ts";
import { startReceiver } from "./loopback-receiver.ts";

/** A login to a source of the config. */
export interface LoginStatus {
  readonly source: string;
  readonly kind: SourceKind;
  /** `ended`: its token has ended, and it can't be renewed. */
  readonly state: "logged in" | "ended" | "logged out";
  readonly scope?: string | undefined;
  /** ISO 8601: when the present token ends. */
  readonly expiresAt?: string | undefined;
  /** Whether the hub renews the token by itself. */
  readonly renews?: boolean | undefined;
}

/** The options of `logIn`. */
export interface LogInOptions {
  /** Brings the person to this address: opens a browser, or prints it. */
  readonly show: (address: URL) => void | Promise<void>;
  readonly signal: AbortSignal;
}

/** The logins to the sources of a config. */
export interface HubLogins {
  /** Every source that a person can log in to. */
  list(): Promise<LoginStatus[]>;
  /** Logs in as the operator. Rejects with `ACCESS_DENIED` where the service refuses. */
  logIn(source: string, options: LogInOptions): Promise<LoginStatus>;
  /** Forgets a login, and tells the service where that can be told. */
  logOut(source: string, signal: AbortSignal): Promise<LogOutResult>;
  close(): Promise<void>;
}

/** What became of a login. */
export interface LogOutResult {
  readonly wasLoggedIn: boolean;
  /** Whether the service has ended it too. */
  readonly revoked: boolean;
}

/**
 * Opens the logins of a config.
 *
 * @example
 * const logins = openLogins(await loadConfig());
 * await logins.logIn("linear", { show: (address) => console.log(`Go to ${address}`), signal });
 * await logins.close();
 */
export function openLogins(loaded: LoadedConfig): HubLogins {
  return new VaultLogins(loaded);
}

interface Entry {
  readonly name: string;
  readonly kind: SourceKind;
  readonly login: SourceLogin;
}

class VaultLogins implements HubLogins {
  readonly #vault: HubVault;
  readonly #entries: readonly Entry[];

  constructor(loaded: LoadedConfig) {
    this.#vault = new HubVault(loaded);
    const entries = toEntries(loaded, BUILT_IN, loaded.folder ?? process.cwd());
    this.#entries = entries.flatMap(({ name, kind, login }) => (login === undefined ? [] : [{ name, kind, login }]));
  }

  async list(): Promise<LoginStatus[]> {
    const vault = await this.#vault.openExisting();
    return await Promise.all(
      this.#entries.map(async (entry) => statusOf(entry, await vault?.read(addressOf(entry.login)))),
    );
  }

  async logIn(source: string, { show, signal }: LogInOptions): Promise<LoginStatus> {
    const entry = this.#find(source);
    const { login } = entry;
    const vault = await this.#vault.open();
    const earlier = await vault.read(addressOf(login));
    const used = portOf(earlier);
    const receiver = await startReceiver(login.redirectPort ?? used, login.redirectPort !== undefined);
    try {
      const steps = {
        redirectUrl: receiver.redirectUrl,
        signal,
        authorize: async (address: URL) => {
          const answer = receiver.receive(address.searchParams.get("state") ?? "", signal);
          answer.catch(() => undefined);
          await show(address);
          return await answer;
        },
      };
      const record = await unlessAborted(login.logIn(steps, earlier), signal);
      await vault.write(addressOf(login), record);
      return statusOf(entry, record);
    } finally {
      await receiver.close();
    }
  }

  async logOut(source: string, signal: AbortSignal): Promise<LogOutResult> {
    const { login } = this.#find(source);
    const record = await (await this.#vault.openExisting())?.delete(addressOf(login));
    if (record === undefined) return { wasLoggedIn: false, revoked: false };
    const revoked = await unlessAborted(login.revoke(record, signal), signal).catch(() => false);
    return { wasLoggedIn: true, revoked };
  }

  async close(): Promise<void> {
    await this.#vault.close();
  }

  #find(source: string): Entry {
    const found = this.#entries.find(({ name }) => name === source);
    if (found !== undefined) return found;
    const names = this.#entries.map(({ name }) => name);
    const hint = didYouMean(source, names) || (names.length === 0 ? " No source of this config takes one." : "");
    throw new CallError("VALIDATION_ERROR", `${source} is no source that takes a login.${hint}`);
  }
}

function addressOf({ key }: SourceLogin): { source: string; identity: string } {
  return { source: key, identity: SHARED_IDENTITY };
}

/** The port of the last login: a server that registered it may take no other. */
function portOf(record: LoginRecord | undefined): number | undefined {
  const { redirectUrl } = (record?.state ?? {}) as { redirectUrl?: unknown };
  return typeof redirectUrl === "string" && URL.canParse(redirectUrl) ? Number(new URL(redirectUrl).port) : undefined;
}

function statusOf({ name, kind, login }: Entry, record: LoginRecord | undefined): LoginStatus {
  if (record === undefined) return { source: name, kind, state: "logged out" };
  const renews = record.refreshToken !== undefined || login.isUnattended;
  const { scope, expiresAt } = record;
  return {
    source: name,
    kind,
    state: renews || isFresh(record) ? "logged in" : "ended",
    renews,
    ...(scope === undefined ? {} : { scope }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
