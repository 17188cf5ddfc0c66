import { CallError } from "../../../errors/call-error.ts";
import { unlessAborted } from "../../../shared/time/wait.ts";
import type { VaultAccess } from "../../../sources/login/vault-access.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import { checkPage } from "../check-page.ts";
import { addressOf } from "../login-status.ts";
import type { OwnLogin } from "./own-logins.ts";

export interface StartOptions {
  readonly login: OwnLogin;
  /** The session of the browser. Only the same one may bring the answer back. */
  readonly session: string;
  /** Where the service sends the browser afterwards. */
  readonly redirectUrl: string;
  /** Whether the person comes from the explorer, and goes back there. */
  readonly isFromExplorer: boolean;
}

/** The browser that brings an answer. */
export interface AnsweringBrowser {
  /** The id of its session. */
  readonly id: string;
  /** The login of its person to a source, if they may still have one. */
  readonly findLogin: (source: string) => OwnLogin | undefined;
}

export interface FinishedLogin {
  readonly login: OwnLogin;
  readonly isFromExplorer: boolean;
}

/** A login that waits for the person to come back from the service's page, as the vault keeps it. */
interface Started extends Pick<StartOptions, "session" | "isFromExplorer"> {
  readonly source: string;
  /** The name of the login in the vault: a new config may give the source another address meanwhile. */
  readonly key: string;
  readonly owner: string;
  readonly pending: unknown;
}

/** Time for a person to log in. Milliseconds. */
const LIFETIME = 10 * 60_000;
/** Milliseconds for the requests to the service that begin or finish a login. */
const LONGEST_WORK = 60_000;

/**
 * The logins that browsers have begun. Each has a `state` that cannot be guessed, which works once, for a few minutes,
 * in the browser that began it: no one can trick a person into finishing another person's login. They are kept in the
 * vault: the browser may come back to another hub that shares it.
 */
export class StartedLogins {
  readonly #vault: VaultAccess;
  readonly #closing = new AbortController();
  /** The client that the server has registered for this hub, in the record of the last login, without its tokens. */
  readonly #clients = new Map<string, LoginRecord>();

  constructor(vault: VaultAccess) {
    this.#vault = vault;
  }

  /** Resolves with the address of the service's own page. */
  async start({ login, session, redirectUrl, isFromExplorer }: StartOptions): Promise<URL> {
    const { source, owner } = login;
    const { key } = source.login;
    const vault = await this.#vault.open();
    const earlier = (await vault.read(addressOf(source.login, owner))) ?? this.#clients.get(key);
    const asked = await source.login.asked?.(vault);
    const { address, pending } = await this.#work((signal) =>
      source.login.begin({ redirectUrl, signal, asked }, earlier),
    );
    checkPage(address, source.name);
    const started: Started = { source: source.name, key, owner, session, isFromExplorer, pending };
    const state = address.searchParams.get("state") ?? "";
    if (state === "") throw new CallError("PROTOCOL_ERROR", `The login page of ${source.name} has no state.`);
    await vault.brief.keep(nameOf(state), JSON.stringify(started), LIFETIME);
    return address;
  }

  /** Takes the answer of a service. Resolves with what was begun once the login is kept. */
  async finish(browser: AnsweringBrowser | undefined, answer: URLSearchParams): Promise<FinishedLogin> {
    const vault = await this.#vault.openExisting();
    const text = await vault?.brief.take(nameOf(answer.get("state") ?? ""));
    if (vault === undefined || text === undefined) throw refusal("This login is unknown, over, or finished already.");
    const { source, key, owner, session, isFromExplorer, pending } = JSON.parse(text) as Started;
    const login = browser?.id === session ? browser.findLogin(source) : undefined;
    if (login === undefined || login.owner !== owner || login.source.login.key !== key) {
      throw refusal("This login was begun in another browser, or by a caller who may no longer do so.");
    }
    const record = await this.#work((signal) => login.source.login.finish(pending, answer, signal));
    await vault.write(addressOf(login.source.login, owner), record);
    const { refreshToken: _, ...rest } = record;
    this.#clients.set(key, { ...rest, accessToken: "" });
    return { login, isFromExplorer };
  }

  close(): void {
    this.#closing.abort(new CallError("ABORTED", "The hub is stopping."));
  }

  async #work<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(LONGEST_WORK)]);
    return await unlessAborted(run(signal), signal);
  }
}

function nameOf(state: string): string {
  return `login ${state}`;
}

function refusal(message: string): CallError {
  return new CallError("ACCESS_DENIED", message);
}
