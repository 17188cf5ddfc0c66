import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { VaultAccess } from "./vault-access.ts";

export interface WatchLoginOptions {
  readonly vault: VaultAccess;
  /** The name of the login in the vault. */
  readonly key: string;
  /** Called once, when a login is made: here, or in another process. */
  readonly onLogin: () => void;
}

/** Milliseconds between two looks at the vault. */
const PAUSE = 1000;

/** Waits for a login of the operator other than the one in the vault now. Returns a function that stops waiting. */
export function watchLogin({ vault, key, onLogin }: WatchLoginOptions): () => void {
  /** When the present login, which does not work, was made; -1 if there is none; undefined until the vault was read. */
  let before: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const address = { source: key, identity: SHARED_IDENTITY };
  const savedAt = async (): Promise<number> => (await (await vault.openExisting())?.read(address))?.savedAt ?? -1;
  const look = async (): Promise<void> => {
    // A vault that can't be read now may be readable later. The source's own attempts say what is wrong with it.
    const now = await savedAt().catch(() => before);
    if (hasEnded) return;
    before ??= now;
    if (now !== undefined && now !== -1 && now !== before) return onLogin();
    timer = setTimeout(() => void look(), PAUSE);
  };
  void look();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
