import type { LoginChanges } from "../../vault/login-changes.ts";
import type { Vault } from "../../vault/vault.ts";

/** Access to a vault that may not exist yet: a hub should not make one before the first login. */
export interface VaultAccess {
  /** Makes the vault if there is none. */
  open(): Promise<Vault>;
  openExisting(): Promise<Vault | undefined>;
  readonly changes?: LoginChanges | undefined;
}
