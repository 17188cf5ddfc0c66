import type { Vault } from "../../vault/vault.ts";
import type { VaultAccess } from "../login/vault-access.ts";

/** What an API said when it asked for a login: the address of its metadata, and the resource that this describes. */
export interface AskedEntry {
  readonly metadata: string;
  readonly resource: string;
}

/** An API that has not asked for a login in this time may no longer need one. Milliseconds. */
const LIFETIME = 30 * 24 * 60 * 60_000;

/** Tells every process that shares the vault. */
export async function keepAsked(access: VaultAccess, key: string, entry: AskedEntry): Promise<void> {
  const { brief } = await access.open();
  const text = JSON.stringify(entry);
  const name = nameOf(key);
  if ((await brief.read(name)) === text) return;
  await brief.take(name);
  await brief.keep(name, text, LIFETIME);
}

export async function findAsked({ brief }: Vault, key: string): Promise<string | undefined> {
  return await brief.read(nameOf(key));
}

function nameOf(key: string): string {
  return `asked ${key}`;
}
