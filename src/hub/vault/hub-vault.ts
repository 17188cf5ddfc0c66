import type { VaultAccess } from "../../sources/login/vault-access.ts";
import { LoginChanges } from "../../vault/login-changes.ts";
import { VAULT_KEY_VARIABLE } from "../../vault/vault-key.ts";
import type { Vault } from "../../vault/vault.ts";
import type { VaultStore } from "../../vault/vault-store.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { node } from "../config/node-modules.ts";
import { defaultStateFolder } from "../config/state-folder.ts";

/** The vault of a config: opened on first use, and created by the first login. */
export class HubVault implements VaultAccess {
  readonly #folder: string;
  readonly #redis: { readonly url: string; readonly prefix?: string | undefined } | undefined;
  readonly changes = new LoginChanges();
  #vault: Promise<Vault> | undefined;

  constructor({ config, folder = process.cwd() }: LoadedConfig, stateFolder = defaultStateFolder()) {
    const { folder: own, redis, prefix } = config.vault ?? {};
    this.#folder = own === undefined ? node.path.join(stateFolder, "vault") : node.path.resolve(folder, own);
    this.#redis = redis === undefined ? undefined : { url: redis, prefix };
  }

  async open(): Promise<Vault> {
    this.#vault ??= this.#open();
    try {
      return await this.#vault;
    } catch (thrown) {
      // The next attempt may find the key, or a Redis that answers.
      this.#vault = undefined;
      throw thrown;
    }
  }

  async openExisting(): Promise<Vault | undefined> {
    const exists = this.#vault !== undefined || this.#redis !== undefined || node.fs.existsSync(this.#folder);
    return exists ? await this.open() : undefined;
  }

  async close(): Promise<void> {
    const vault = await this.#vault?.catch(() => undefined);
    this.#vault = undefined;
    await vault?.close();
  }

  async #open(): Promise<Vault> {
    const { openVault } = await import("../../vault/open-vault.ts");
    const { [VAULT_KEY_VARIABLE]: key } = process.env;
    const store = await this.#openStore();
    try {
      const vault = await openVault({ folder: this.#folder, store, key });
      vault.changes.on((change) => this.changes.tell(change));
      return vault;
    } catch (thrown) {
      await store?.close();
      throw thrown;
    }
  }

  async #openStore(): Promise<VaultStore | undefined> {
    if (this.#redis === undefined) return undefined;
    const { redisVaultStore } = await import("../../transports/redis/redis-vault-store.ts");
    return await redisVaultStore(this.#redis);
  }
}
