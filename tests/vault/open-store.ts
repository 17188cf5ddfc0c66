import { redisVaultStore } from "../../src/transports/redis/redis-vault-store.ts";
import { openFileStore } from "../../src/vault/file-store.ts";
import type { VaultStore } from "../../src/vault/vault-store.ts";

/** The location of a store, as a child process gets it in an argument. */
export type StoreAddress = { readonly folder: string } | { readonly url: string; readonly prefix: string };

export async function openStore(place: StoreAddress): Promise<VaultStore> {
  return "folder" in place ? await openFileStore(place.folder) : await redisVaultStore(place);
}
