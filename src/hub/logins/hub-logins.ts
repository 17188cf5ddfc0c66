import { CallError } from "../../errors/call-error.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { unlessAborted } from "../../shared/time/wait.ts";
import type { LoginSteps } from "../../sources/login/source-logins.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { loadBuiltIn } from "../sources/built-in-sources.ts";
import { toEntries } from "../sources/source-entries.ts";
import type { SourceWithLogin } from "../sources/source-status.ts";
import { HubVault } from "../vault/hub-vault.ts";
import { addressOf, shownStatus, statusOf } from "./login-status.ts";
import type { LoginStatus, LogOutResult } from "./login-status.ts";
import { checkPage } from "./check-page.ts";
import { logOut } from "./log-out.ts";
import { startReceiver } from "./loopback-receiver.ts";

/** The options of `logIn`. */
export interface LogInOptions {
  /** Brings the person to this address: opens a browser, or prints it. */
  readonly show: (address: URL) => void | Promise<void>;
  /** Shows a code instead, which the person enters with any browser: the device flow, if the service has it. */
  readonly showCode?: LoginSteps["showCode"];
  readonly signal: AbortSignal;
}

/** The logins to the sources of a config. */
export interface HubLogins {
  /** Every source that a person can log in to. */
  list(): Promise<LoginStatus[]>;
  /** Logs in as the operator. Rejects with `ACCESS_DENIED` if the service refuses. */
  logIn(source: string, options: LogInOptions): Promise<LoginStatus>;
  /** Forgets a login, and ends it at the service if possible. */
  logOut(source: string, signal: AbortSignal): Promise<LogOutResult>;
  close(): Promise<void>;
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

/** Servers do not register a client without a redirect address, although the device flow never uses it. */
const WITHOUT_REDIRECT: Pick<LoginSteps, "redirectUrl" | "authorize"> = {
  redirectUrl: "http://127.0.0.1/callback",
  authorize: () => Promise.reject(new CallError("PROTOCOL_ERROR", "No redirect was asked for.")),
};

class VaultLogins implements HubLogins {
  readonly #vault: HubVault;
  readonly #loaded: LoadedConfig;
  #known: Promise<readonly SourceWithLogin[]> | undefined;

  constructor(loaded: LoadedConfig) {
    this.#vault = new HubVault(loaded);
    this.#loaded = loaded;
  }

  async list(): Promise<LoginStatus[]> {
    const [entries, vault] = await Promise.all([this.#entries(), this.#vault.openExisting()]);
    const statuses = entries.map(async (entry) => await shownStatus(entry, vault));
    return (await Promise.all(statuses)).flat();
  }

  async logIn(source: string, { show, showCode, signal }: LogInOptions): Promise<LoginStatus> {
    const entry = await this.#find(source);
    const { login } = entry;
    const vault = await this.#vault.open();
    const earlier = await vault.read(addressOf(login));
    const asked = await login.asked?.(vault);
    if (showCode !== undefined) {
      const record = await login.logIn({ ...WITHOUT_REDIRECT, signal, showCode, asked }, earlier);
      await vault.write(addressOf(login), record);
      return statusOf(entry, record);
    }
    const used = portOf(earlier);
    const receiver = await startReceiver(login.redirectPort ?? used, login.redirectPort !== undefined);
    try {
      const steps = {
        redirectUrl: receiver.redirectUrl,
        signal,
        asked,
        authorize: async (address: URL) => {
          checkPage(address, source);
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
    return await logOut((await this.#find(source)).login, { vault: this.#vault, signal });
  }

  async close(): Promise<void> {
    await this.#vault.close();
  }

  #entries(): Promise<readonly SourceWithLogin[]> {
    return (this.#known ??= sourcesWithLogin(this.#loaded).catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    }));
  }

  async #find(source: string): Promise<SourceWithLogin> {
    const entries = await this.#entries();
    const found = entries.find(({ name }) => name === source);
    if (found !== undefined) return found;
    const names = entries.map(({ name }) => name);
    const hint = didYouMean(source, names) || (names.length === 0 ? " No source of this config takes one." : "");
    throw new CallError("VALIDATION_ERROR", `${source} is not a source that takes a login.${hint}`);
  }
}

async function sourcesWithLogin(loaded: LoadedConfig): Promise<SourceWithLogin[]> {
  const entries = toEntries(loaded, await loadBuiltIn(loaded.config), loaded.folder ?? process.cwd());
  return entries.flatMap(({ name, kind, login }) => (login === undefined ? [] : [{ name, kind, login }]));
}

/** The port of the last login: a server that registered it may accept no other. */
function portOf(record: LoginRecord | undefined): number | undefined {
  const { redirectUrl } = (record?.state ?? {}) as { redirectUrl?: unknown };
  return typeof redirectUrl === "string" && URL.canParse(redirectUrl) ? Number(new URL(redirectUrl).port) : undefined;
}
