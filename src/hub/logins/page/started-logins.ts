import { CallError } from "../../../errors/call-error.ts";
import { unlessAborted } from "../../../shared/time/wait.ts";
import type { LoginSteps } from "../../../sources/login/source-logins.ts";
import type { VaultAccess } from "../../../sources/login/vault-access.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import { addressOf } from "../login-status.ts";
import type { SourceWithLogin } from "../../sources/source-status.ts";

export interface LoginStart {
  readonly source: SourceWithLogin;
  /** Whose login it will be, in the vault. */
  readonly owner: string;
  /** The session of the browser. Only the same one may bring the answer back. */
  readonly session: string;
  /** Where the service sends the browser afterwards. */
  readonly redirectUrl: string;
  /** Whether the person comes from the explorer, and goes back there. */
  readonly isFromExplorer: boolean;
}

/** The browser that brings an answer. */
export interface AnsweringBrowser {
  /** Of its session. */
  readonly id: string;
  /** Whether its person may still have this login. */
  readonly owns: (login: LoginStart) => boolean;
}

/** A login that waits for the person to come back from the service's page. */
interface Started extends LoginStart {
  readonly answer: (parameters: URLSearchParams) => void;
  readonly ended: Promise<unknown>;
  readonly abort: (reason: CallError) => void;
}

/** Time for a person to log in. Milliseconds. */
const LIFETIME = 10 * 60_000;
const MOST_STARTED = 1000;

/**
 * The logins that browsers have begun. Each has a `state` that cannot be guessed, which is good once, for a few minutes,
 * in the browser that began it: no person can be made to finish the login of another.
 */
export class StartedLogins {
  readonly #vault: VaultAccess;
  /** By `state`. */
  readonly #started = new Map<string, Started>();
  readonly #running = new Set<AbortController>();
  /** The client that the server has registered for this hub, in the record of the last login, without its tokens. */
  readonly #clients = new Map<string, LoginRecord>();

  constructor(vault: VaultAccess) {
    this.#vault = vault;
  }

  /** Resolves with the address of the service's own page. Replaces an earlier start of this browser. */
  async start(start: LoginStart): Promise<URL> {
    for (const other of this.#started.values()) {
      if (other.session === start.session && other.source.name === start.source.name) other.abort(replaced());
    }
    if (this.#running.size >= MOST_STARTED) throw new CallError("OVERLOADED", "Too many people log in at this moment.");
    const { login } = start.source;
    const controller = new AbortController();
    this.#running.add(controller);
    const timer = setTimeout(() => controller.abort(tooLate()), LIFETIME);
    let state: string | undefined;
    return await new Promise<URL>((resolve, reject) => {
      const authorize: LoginSteps["authorize"] = (address) =>
        new Promise((answer, refuse) => {
          state = address.searchParams.get("state") ?? "";
          const abort = (reason: CallError): void => controller.abort(reason);
          controller.signal.addEventListener("abort", () => refuse(controller.signal.reason as Error), { once: true });
          this.#started.set(state, { ...start, answer, ended, abort });
          resolve(address);
        });
      const steps = { redirectUrl: start.redirectUrl, signal: controller.signal, authorize };
      const logIn = async (): Promise<void> => {
        try {
          const vault = await this.#vault.open();
          const earlier = (await vault.read(addressOf(login, start.owner))) ?? this.#clients.get(login.key);
          const record = await unlessAborted(login.logIn(steps, earlier), controller.signal);
          await vault.write(addressOf(login, start.owner), record);
          const { refreshToken: _, ...rest } = record;
          this.#clients.set(login.key, { ...rest, accessToken: "" });
        } finally {
          clearTimeout(timer);
          this.#running.delete(controller);
          if (state !== undefined) this.#started.delete(state);
        }
      };
      const ended = Promise.resolve().then(logIn);
      // Until the person is at the service's page, this is the answer to their click. Later, `finish` tells them.
      ended.catch(reject);
    });
  }

  /** Takes the answer of a service. Resolves with what was begun once the login is kept. */
  async finish(browser: AnsweringBrowser | undefined, answer: URLSearchParams): Promise<LoginStart> {
    const state = answer.get("state") ?? "";
    const started = this.#started.get(state);
    this.#started.delete(state);
    if (started === undefined) throw refusal("This login is unknown, over, or finished already.");
    if (browser?.id !== started.session || !browser.owns(started)) {
      const reason = refusal("This login was begun in another browser, or by a caller who may no longer do so.");
      started.abort(reason);
      throw reason;
    }
    started.answer(answer);
    await started.ended;
    return started;
  }

  close(): void {
    for (const controller of this.#running) controller.abort(new CallError("ABORTED", "The hub stops."));
  }
}

function refusal(message: string): CallError {
  return new CallError("ACCESS_DENIED", message);
}

function replaced(): CallError {
  return new CallError("ABORTED", "The login was begun once more.");
}

function tooLate(): CallError {
  return new CallError("TIMEOUT", `There was no login within ${LIFETIME / 60_000} minutes.`);
}
