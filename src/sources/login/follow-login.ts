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

export interface HearCallerLoginsOptions {
  readonly vault: VaultAccess;
  /** The name of the service's logins in the vault. */
  readonly key: string;
  /** The key of the caller whom the operator's login serves, if it serves one. */
  readonly operator: string | undefined;
  /** Called with the key of each caller who has logged in or out. */
  readonly onChange: (caller: string) => void;
}

/** Hears of logins of callers to one service, and of their ends. Returns a function that stops it. */
export function hearCallerLogins(options: HearCallerLoginsOptions): (() => void) | undefined {
  const { vault, key, operator, onChange } = options;
  return vault.changes?.on(({ address: { source, identity } }) => {
    const caller = identity === SHARED_IDENTITY ? operator : identity;
    if (source === key && caller !== undefined) onChange(caller);
  });
}
