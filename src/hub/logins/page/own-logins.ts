import { CallError } from "../../../errors/call-error.ts";
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { VaultAccess } from "../../../sources/login/vault-access.ts";
import { SHARED_IDENTITY } from "../../../vault/login-record.ts";
import { ADMIN_SCOPE } from "../../config/hub-scopes.ts";
import type { SourceWithLogin } from "../../sources/source-status.ts";
import { logOut } from "../log-out.ts";
import { addressOf, shownStatus, statusOf } from "../login-status.ts";
import type { LoginStatus, LogOutResult } from "../login-status.ts";

export interface OwnLoginsOptions {
  readonly vault: VaultAccess;
  /** The sources that people log in to, of those that a viewer may see. */
  readonly sources: (viewer?: Identity) => readonly SourceWithLogin[];
}

/** A login that a caller may have: to which source, and whose it is in the vault. */
export interface OwnLogin {
  readonly source: SourceWithLogin;
  readonly owner: string;
}

/** Decides which logins are a caller's own. The logins that all callers share belong to administrators. */
export class OwnLogins {
  readonly #options: OwnLoginsOptions;

  constructor(options: OwnLoginsOptions) {
    this.#options = options;
  }

  async list(caller: Identity): Promise<LoginStatus[]> {
    const vault = await this.#options.vault.openExisting();
    const statuses = this.#loginsOf(caller).map(({ source, owner }) => shownStatus(source, vault, owner));
    return (await Promise.all(statuses)).flat();
  }

  async status({ source, owner }: OwnLogin): Promise<LoginStatus> {
    const vault = await this.#options.vault.openExisting();
    return statusOf(source, await vault?.read(addressOf(source.login, owner)));
  }

  /** When a caller's login was last made or renewed; undefined if there is none. */
  async savedAt(name: string, caller: Identity): Promise<number | undefined> {
    const { source, owner } = this.find(name, caller);
    const vault = await this.#options.vault.openExisting();
    return (await vault?.read(addressOf(source.login, owner)))?.savedAt;
  }

  /** Throws the same error for a source that the caller may not see as for one that does not exist. */
  find(name: string, caller: Identity): OwnLogin {
    const found = this.#loginsOf(caller).find(({ source }) => source.name === name);
    if (found !== undefined) return found;
    throw new CallError("OPERATION_NOT_FOUND", "There is no such source that you can log in to.");
  }

  async logOut({ source, owner }: OwnLogin): Promise<LogOutResult> {
    const { vault } = this.#options;
    return await logOut(source.login, { vault, owner, signal: AbortSignal.timeout(10_000) });
  }

  #loginsOf(caller: Identity): OwnLogin[] {
    const isAdmin = caller.scopes.includes(ADMIN_SCOPE);
    return this.#options.sources(isAdmin ? undefined : caller).flatMap((source) => {
      const { owner, isUnattended } = source.login;
      if (isUnattended) return [];
      if (owner === "caller") return [{ source, owner: identityKey(caller) }];
      return isAdmin ? [{ source, owner: SHARED_IDENTITY }] : [];
    });
  }
}
