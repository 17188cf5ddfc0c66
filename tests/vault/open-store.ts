import { redisVaultStore } from "../../src/transports/redis/redis-vault-store.ts";
import { openFileStore } from "../../src/vault/file-store.ts";
import type { VaultStore } from "../../src/vault/vault-store.ts";

/** Where a store is: what a child process gets as an argument. */
export type StoreAddress = { readonly folder: string } | { readonly url: string; readonly prefix: string };

export async function openStore(place: StoreAddress): Promise<VaultStore> {
  return "folder" in place ? await openFileStore(place.folder) : await redisVaultStore(place);
}
