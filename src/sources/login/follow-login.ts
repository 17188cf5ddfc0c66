import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { LoginAddress, LoginRecord } from "../../vault/login-record.ts";
import type { VaultAccess } from "./vault-access.ts";

export interface FollowLoginOptions {
  readonly vault: VaultAccess;
  readonly address: LoginAddress;
  /** The login that is used now. */
  readonly known: LoginRecord | undefined;
  /** Called when a person has logged in again: it may be another account. */
  readonly onReplaced: () => void;
}

/** Milliseconds between two looks at the vault, for logins that other processes make. */
const PAUSE = 5000;

/** Follows a login in the vault, apart from its renewals. Returns a function that stops it. */
export function followLogin({ vault, address, known, onReplaced }: FollowLoginOptions): () => void {
  let login = known?.login;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  // If the login is gone, the next call fails and says so.
  const isNew = (record: LoginRecord | undefined): record is LoginRecord =>
    !hasEnded && record !== undefined && record.login !== login;
  const hear = (record: LoginRecord | undefined): void => {
    if (!isNew(record)) return;
    login = record.login;
    onReplaced();
  };
  const tell = (record: LoginRecord): void => {
    if (vault.changes === undefined) hear(record);
    else vault.changes.tell({ address, record });
  };
  const look = async (): Promise<void> => {
    // A vault that can't be read now may be readable later.
    const record = await vault
      .openExisting()
      .then((opened) => opened?.read(address))
      .catch(() => undefined);
    if (isNew(record)) tell(record);
    if (!hasEnded) lookLater();
  };
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), PAUSE);
    (timer as { unref?: () => void }).unref?.();
  };
  const stopHearing = vault.changes?.on(({ address: { source, identity }, record }) => {
    if (source === address.source && identity === address.identity) hear(record);
  });
  lookLater();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    stopHearing?.();
  };
}

/**
 * Calls the listener with the key of each caller who has logged in or out of the service named `key` in the vault.
 * Returns a function that stops it.
 */
export function hearCallerLogins(
  vault: VaultAccess,
  key: string,
  onChange: (caller: string) => void,
): (() => void) | undefined {
  return vault.changes?.on(({ address: { source, identity } }) => {
    if (source === key && identity !== SHARED_IDENTITY) onChange(identity);
  });
}
