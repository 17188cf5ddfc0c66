import { CallError, messageOf } from "../../errors/call-error.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { isFresh } from "../../vault/login-record.ts";
import type { LoginAddress, LoginRecord } from "../../vault/login-record.ts";
import type { Vault } from "../../vault/vault.ts";
import { joinScopes } from "./join-scopes.ts";
import { isLoginRequired, loginRequired } from "./login-required.ts";
import type { VaultAccess } from "./vault-access.ts";

export interface StoredLoginOptions {
  /** The source's name, for messages. */
  readonly name: string;
  readonly address: LoginAddress;
  readonly vault: VaultAccess;
  /** Whether `refresh` gets a first login too, without a person. */
  readonly isUnattended: boolean;
  /**
   * Requests another token. Throws `LOGIN_REQUIRED` if the login has ended, and any other error if it may still work.
   */
  readonly refresh: (record: LoginRecord | undefined) => Promise<LoginRecord>;
  /** Whether every request needs a token, so that a missing login is an error. */
  readonly isRequired?: boolean | undefined;
  /** Where a caller with a browser logs in. */
  readonly url?: (() => string | undefined) | undefined;
  /** Hears that the login is gone. */
  readonly onLost?: ((error: CallError) => void) | undefined;
}

/** A login that another process ends is used for at most this long. Milliseconds. */
const RECHECK = 5000;

/** A login in the vault, as the calls of one source use it. Between two reads of the vault, a token costs nothing. */
export class StoredLogin {
  readonly #options: StoredLoginOptions;
  #known: LoginRecord | undefined;
  #tokens = 0;
  #checkedAt = -Infinity;
  #checkedChanges: number | undefined;

  constructor(options: StoredLoginOptions) {
    this.#options = options;
  }

  get address(): LoginAddress {
    return this.#options.address;
  }

  /** The login as it was last seen. */
  get known(): LoginRecord | undefined {
    return this.#known;
  }

  /**
   * A token to send; undefined if there is no login, which the service may not need unless it `isRequired`. Synchronous
   * between two reads of the vault.
   */
  token(): MaybePromise<string | undefined> {
    const isChecked =
      performance.now() - this.#checkedAt < RECHECK && this.#checkedChanges === this.#options.vault.changes?.count;
    const known = this.#known;
    // A missing login that is required is looked up each time: its owner may have just come back from the service's
    // page.
    const isGood = known === undefined ? this.#options.isRequired !== true : isFresh(known);
    return isChecked && isGood ? known?.accessToken : this.#lookedUp();
  }

  async #lookedUp(): Promise<string | undefined> {
    try {
      return await this.#look();
    } catch (thrown) {
      // The vault may be out of reach for a while. A token that is still fresh does not need it.
      if (isLoginRequired(thrown) || this.#known === undefined || !isFresh(this.#known)) throw thrown;
      return this.#known.accessToken;
    }
  }

  async #look(): Promise<string | undefined> {
    const changes = this.#options.vault.changes?.count;
    const vault = await this.#options.vault.openExisting();
    const stored = await vault?.read(this.#options.address);
    this.#keep(stored);
    this.#checkedChanges = changes;
    if (stored === undefined && this.#options.isRequired === true) throw this.#lost();
    if (vault === undefined || stored === undefined || isFresh(stored)) return stored?.accessToken;
    return (await this.#refresh(vault)).accessToken;
  }

  /** How many tokens it has had. If calls share a login, the renewals of all of them count. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Whether the token that was last given may have ended since. */
  get mayHaveEnded(): boolean {
    return this.#known !== undefined && mayBeOver(this.#known);
  }

  /**
   * Gets another token after the service has refused `token`. Resolves with whether that token may have ended, or was
   * replaced. Throws `LOGIN_REQUIRED` if a person must log in.
   */
  async renew(token: string | undefined): Promise<boolean> {
    const { vault: access, isUnattended, address } = this.#options;
    const vault = isUnattended ? await access.open() : await access.openExisting();
    const stored = await vault?.read(address);
    if (vault === undefined || (stored === undefined && !isUnattended)) throw this.#lost();
    const hadEnded = stored !== undefined && (stored.accessToken !== token || mayBeOver(stored));
    await this.#refresh(vault, token);
    return hadEnded;
  }

  /** Notes what the next login should ask for. */
  async note(change: (record: LoginRecord) => LoginRecord): Promise<void> {
    const vault = await this.#options.vault.openExisting();
    await vault?.change(this.#options.address, (record) => (record === undefined ? undefined : change(record)));
  }

  /**
   * Called after the service has asked for scopes. Notes those that the login lacks, so that the next login asks for
   * them too. Resolves with true if the refused call can be sent again, and with false if the login has all of them.
   * Throws `LOGIN_REQUIRED` if a person must log in again.
   */
  async widen(required: string | undefined, token: string | undefined): Promise<boolean> {
    const { name, url, isUnattended } = this.#options;
    const granted = joinScopes(this.#known?.scope);
    const scope = joinScopes(granted, required);
    if (granted !== undefined && scope === granted) return false;
    await this.note((record) => ({ ...record, state: { ...(record.state as object | undefined), wanted: scope } }));
    if (!isUnattended) {
      throw loginRequired({ source: name, why: `it asks for more: ${scope ?? "other scopes"}`, url: url?.() });
    }
    await this.renew(token);
    return true;
  }

  async #refresh(vault: Vault, refused?: string): Promise<LoginRecord> {
    const { address, refresh, name } = this.#options;
    try {
      const record = await vault.withFreshToken(address, async (before) => await sinceAsked(refresh, before), {
        refused,
      });
      this.#keep(record);
      return record;
    } catch (thrown) {
      if (isLoginRequired(thrown)) throw this.#lost(thrown);
      const known = this.#known;
      // The service may answer soon. Until then, the old token is used for as long as it lasts.
      if (known !== undefined && known.accessToken !== refused && !isOver(known)) return known;
      const message = `The login to ${name} can't be renewed: ${messageOf(thrown)}`;
      throw new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", cause: thrown });
    }
  }

  #lost(given?: CallError): CallError {
    const { name, url, onLost } = this.#options;
    this.#keep(undefined);
    const page = url?.();
    const why = given === undefined ? undefined : "the last login has ended";
    const error =
      given !== undefined && page === undefined ? given : loginRequired({ source: name, url: page, why, cause: given });
    onLost?.(error);
    return error;
  }

  #keep(record: LoginRecord | undefined): void {
    if (record?.accessToken !== this.#known?.accessToken) this.#tokens += 1;
    this.#known = record;
    this.#checkedAt = performance.now();
  }
}

/** Counts the life of a token from the request, because the service starts counting before its answer is on its way. */
async function sinceAsked(
  refresh: StoredLoginOptions["refresh"],
  before: LoginRecord | undefined,
): Promise<LoginRecord> {
  const askedAt = Date.now();
  const record = await refresh(before);
  if (record.expiresAt === undefined) return record;
  const onItsWay = Math.max(0, record.savedAt - askedAt);
  return { ...record, savedAt: record.savedAt - onItsWay, expiresAt: record.expiresAt - onItsWay };
}

function isOver({ expiresAt }: LoginRecord): boolean {
  return expiresAt !== undefined && Date.now() >= expiresAt;
}

/** Whether a service may refuse the token for its age. Services count whole seconds. */
function mayBeOver({ expiresAt }: LoginRecord): boolean {
  return expiresAt !== undefined && Date.now() >= expiresAt - 1000;
}
