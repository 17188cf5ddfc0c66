import type { Identity } from "../../operation/access-control.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import { loginRequired } from "./login-required.ts";
import { StoredLogin } from "./stored-login.ts";
import type { StoredLoginOptions } from "./stored-login.ts";

/** Whose login a source uses: the operator's for all callers, or each caller's own. */
export type LoginOwner = "shared" | "caller";

/** How the opener of a source distinguishes its callers, if each has its own login. */
export interface LoginCallers {
  /** The key of the caller whom the operator's login serves. Default: each caller has its own. */
  readonly operator?: string | undefined;
  /** Where this caller logs in with a browser. Default: the error names a command. */
  readonly pageFor?: ((identity: Identity) => string | undefined) | undefined;
}

/** The login of one caller. */
export interface CallerLogin {
  /** Whose it is, in the vault. */
  readonly owner: string;
  /** Where the caller logs in with a browser. */
  readonly page: () => string | undefined;
}

/** Throws `LOGIN_REQUIRED` for a call without an identity: it has no caller who could have logged in. */
export function loginOf(name: string, identity: Identity | undefined, callers: LoginCallers | undefined): CallerLogin {
  if (identity === undefined) {
    throw loginRequired({ source: name, why: "each caller has its own, and this call has no identity" });
  }
  const caller = identityKey(identity);
  const owner = caller === callers?.operator ? SHARED_IDENTITY : caller;
  return { owner, page: () => callers?.pageFor?.(identity) };
}

export interface CallerLoginsOptions extends Pick<StoredLoginOptions, "name" | "vault" | "refresh"> {
  /** The name of the source's logins in the vault. */
  readonly key: string;
  readonly callers: LoginCallers | undefined;
  /** Whether every call needs a token. Default: true. */
  readonly isRequired?: boolean | undefined;
}

/** How many callers are remembered between two calls. The vault knows all of them. */
const MOST_CALLERS = 10_000;

/** The logins of a source's callers. No caller is ever given the login of another. */
export class CallerLogins {
  readonly #options: CallerLoginsOptions;
  readonly #known = new Map<string, StoredLogin>();

  constructor(options: CallerLoginsOptions) {
    this.#options = options;
  }

  /** Throws `LOGIN_REQUIRED` for a call without an identity. */
  of(identity: Identity | undefined): StoredLogin {
    const { name, key, callers, vault, refresh, isRequired = true } = this.#options;
    const { owner, page } = loginOf(name, identity, callers);
    const known = this.#known.get(owner);
    if (known !== undefined) return known;
    const address = { source: key, identity: owner };
    const login = new StoredLogin({ name, address, vault, refresh, isUnattended: false, isRequired, url: page });
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST_CALLERS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(owner, login);
    return login;
  }

  /** The caller's token. If one `isRequired` and there is none, throws `LOGIN_REQUIRED`. */
  token(identity: Identity | undefined): MaybePromise<string | undefined> {
    return this.of(identity).token();
  }
}
