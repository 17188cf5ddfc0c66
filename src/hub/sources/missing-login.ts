import type { ClosedNamespace } from "../../registry/quarantine.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { VaultAccess } from "../../sources/login/vault-access.ts";
import { SHARED_IDENTITY } from "../../vault/login-record.ts";

export interface MissingLoginOptions {
  readonly registry: OperationRegistry;
  readonly vault: VaultAccess;
  /** The name of the login in the vault. */
  readonly key: string;
  readonly closed: ClosedNamespace;
  /** Called once, when a person has logged in: here, or in another process. */
  readonly onLogin: () => void;
}

/** Milliseconds between two looks at the vault. */
const PAUSE = 1000;

/** A source that waits for a login: calls of its namespace say so, and a login in any process ends it. */
export class MissingLogin {
  readonly #options: MissingLoginOptions;
  /** When the login was made that does not serve; -1 where there was none; undefined until the vault was read. */
  #before: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(options: MissingLoginOptions) {
    this.#options = options;
    options.registry.quarantine.close(options.closed);
    void this.#look();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#options.registry.quarantine.open(this.#options.closed);
  }

  async #look(): Promise<void> {
    // A vault that can't be read now may be readable later. The source's own attempts say what is wrong with it.
    const now = await this.#savedAt().catch(() => this.#before);
    if (this.#hasEnded) return;
    this.#before ??= now;
    if (now !== undefined && now !== -1 && now !== this.#before) return this.#options.onLogin();
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
  }

  async #savedAt(): Promise<number> {
    const { vault, key } = this.#options;
    const record = await (await vault.openExisting())?.read({ source: key, identity: SHARED_IDENTITY });
    return record?.savedAt ?? -1;
  }
}
