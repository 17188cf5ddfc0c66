/** The login to an API whose config names none. Code for authorization servers is loaded only when the API asks. */
import { messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import { isPartOf } from "../login/oauth-server.ts";
import type { ProtectedResource } from "../login/oauth-server.ts";
import { watchLogin } from "../login/watch-login.ts";
import type { SourceContext } from "../source.ts";
import { keepAsked } from "./asked-entry.ts";
import type { AskedEntry } from "./asked-entry.ts";
import type { KeptCredential } from "./asked-flows.ts";
import type { Keeping, LoginOf } from "./api-with-login.ts";
import type { AskedLogin, LoginRequest } from "./options/asked-login.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";

/** Milliseconds for reading the metadata of an API. The refused call waits for it. */
const LONGEST_CHECK = 10_000;
/** Milliseconds until metadata is read again: a refused call must not cost two requests each time. */
const CHECKED_FOR = 60_000;
/** The same for metadata that can't be used: it may soon be fixed. */
const REFUSED_FOR = 5000;

/** What an API's metadata says, or why it can't be used. */
interface Check {
  readonly metadata: string;
  /** On the clock of `performance`. */
  readonly until: number;
  readonly found: Promise<ProtectedResource | string>;
}

export type LoginOnDemandOptions = LoginOf & Omit<Keeping, "onLost"> & Pick<SourceContext, "stateChanged" | "log">;

export class LoginOnDemand implements AskedLogin {
  readonly #options: LoginOnDemandOptions;
  #kept: Promise<KeptCredential> | undefined;
  #check: Check | undefined;
  /** What was last noted in the vault. */
  #noted: ProtectedResource | undefined;
  #stopWaiting: (() => void) | undefined;
  #isClosed = false;
  readonly isExpected: boolean;
  auth: HTTPAuth | undefined;

  constructor(options: LoginOnDemandOptions) {
    this.#options = options;
    this.isExpected = options.api.login !== undefined;
  }

  /** Uses an earlier login, so that calls need not be refused first. */
  async resume(): Promise<void> {
    const { api, key, vault } = this.#options;
    const address = { source: key, identity: SHARED_IDENTITY };
    const isKnown = async (): Promise<boolean> => (await (await vault.openExisting())?.read(address)) !== undefined;
    try {
      if (api.login === "caller" || (await isKnown())) await this.#credential();
    } catch {
      // Operations that need no login work without it. For all others, the refusal leads to the reason.
    }
  }

  async ask({ metadata, url, identity }: LoginRequest): Promise<true | string> {
    const found = await this.#read(metadata);
    if (typeof found === "string") return found;
    const { resource } = found;
    if (!isPartOf(url, resource)) return `its metadata is about ${resource}, and this operation is not part of that`;
    if (this.#noted !== found) await this.#note({ metadata, resource });
    this.#noted = found;
    await (await this.#credential()).look(identity);
    this.#endWaiting();
    return true;
  }

  async #note(entry: AskedEntry): Promise<void> {
    const { key, vault, log, name } = this.#options;
    try {
      await keepAsked(vault, key, entry);
    } catch (thrown) {
      // Only this process then knows that the API asks.
      log("warn", "the vault can't note that an API asks for a login", { source: name, error: messageOf(thrown) });
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
  }

  #read(metadata: string): Check["found"] {
    const now = performance.now();
    if (this.#check?.metadata === metadata && now < this.#check.until) return this.#check.found;
    const options = { ...this.#options, signal: AbortSignal.timeout(LONGEST_CHECK) };
    const found = import("./asked-flows.ts").then(({ readAsked }) => readAsked(options, metadata)).catch(messageOf);
    const check = { metadata, until: now + CHECKED_FOR, found };
    this.#check = check;
    void found.then((result) => {
      if (typeof result === "string") check.until = performance.now() + REFUSED_FOR;
    });
    return found;
  }

  async #credential(): Promise<KeptCredential> {
    this.#kept ??= this.#open().catch((thrown: unknown) => {
      this.#kept = undefined;
      throw thrown;
    });
    return await this.#kept;
  }

  async #open(): Promise<KeptCredential> {
    const { openAskedCredential } = await import("./asked-flows.ts");
    const kept = await openAskedCredential(this.#options, { ...this.#options, onLost: (error) => this.#wait(error) });
    this.auth = { ...kept.auth, token: (identity) => this.#token(kept, identity) };
    return kept;
  }

  /** Undefined if there is no token: the operation may need no login. If it does, the refusal leads to the reason. */
  #token(
    { auth: { token } }: KeptCredential,
    identity: Identity | undefined,
  ): ReturnType<KeptCredential["auth"]["token"]> {
    try {
      const known = token(identity);
      return known instanceof Promise ? known.catch(() => undefined) : known;
    } catch {
      return undefined;
    }
  }

  /** Lets the status of the source say what to do until the operator has logged in. */
  #wait(error: unknown): void {
    if (this.#stopWaiting !== undefined || this.#isClosed) return;
    const { key, vault, stateChanged } = this.#options;
    this.#stopWaiting = watchLogin({ vault, key, onLogin: () => this.#endWaiting() });
    stateChanged({ state: "ready", error });
  }

  #endWaiting(): void {
    if (this.#stopWaiting === undefined) return;
    this.#stopWaiting();
    this.#stopWaiting = undefined;
    this.#options.stateChanged({ state: "ready" });
  }
}
