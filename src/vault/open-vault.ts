import { CallError } from "../errors/call-error.ts";
import { openFileStore } from "./file-store.ts";
import { VAULT_KEY_VARIABLE, keyFromFile, keyFromText } from "./vault-key.ts";
import { Vault } from "./vault.ts";
import type { VaultStore } from "./vault-store.ts";

/** Where a vault is, and what opens it. */
export interface OpenVaultOptions {
  /** The folder of the entries. */
  readonly folder: string;
  /** Instead of the folder: a store that several hubs share. It needs its own key. */
  readonly store?: VaultStore | undefined;
  /** 32 bytes in base64 or hexadecimal. Default: the file `key` in the folder, made at first use. */
  readonly key?: string | undefined;
}

/** Opens a vault: in a folder, with a key beside it that only its owner can read, unless a key is given. */
export async function openVault({ folder, store, key }: OpenVaultOptions): Promise<Vault> {
  if (store !== undefined) {
    if (key !== undefined) return await Vault.open(store, keyFromText(key));
    const message = `A vault that several hubs share needs a key that they share: set ${VAULT_KEY_VARIABLE} for each of them.`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted" });
  }
  const given = key === undefined ? undefined : keyFromText(key);
  const files = await openFileStore(folder);
  return await Vault.open(files, given ?? (await keyFromFile(`${folder}/key`)));
}
