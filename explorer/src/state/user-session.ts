/** The user of the page. A session of this browser replaces the key: no tab keeps the key itself. */
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { ApiClient, LogInCredential } from "../api/api-client.ts";
import type { SessionInfo } from "../api/contract.ts";
import { ApiError } from "../api/api-error.ts";
import { messageOf } from "../../../src/errors/call-error.ts";
import { browserStorage, readStored, writeStored } from "../kept/stored.ts";

const SESSION_OVER = "Your session has ended: it expired, or its key is no longer valid.";

const STORED_SECRET = "operations.session";

export type SessionState =
  | { readonly step: "starting" }
  | { readonly step: "out"; readonly reason?: string; readonly isTrying?: boolean; readonly hasLeft?: boolean }
  | { readonly step: "in"; readonly info: SessionInfo };

export interface UserSession {
  readonly state: ReadonlySignal<SessionState>;
  /** Together with a cookie, this proves that a request belongs to the session. Undefined without a session. */
  readonly secret: ReadonlySignal<string | undefined>;
  /** The name under which the browser stores data of this identity. */
  readonly owner: ReadonlySignal<string>;
  /** Continues with the session of this browser, or without one. */
  start(): Promise<void>;
  logIn(credential: LogInCredential): Promise<void>;
  /** The user logs out: the session ends in every tab. */
  logOut(): void;
  /**
   * The hub refused a request with this secret. Continues with a newer session if there is one; otherwise ends the
   * session.
   */
  refused(shown: string | undefined): void;
}

export function createUserSession(client: ApiClient): UserSession {
  const state = signal<SessionState>({ step: "starting" });
  const secret = signal(storedSecret());
  const owner = computed(() => (state.value.step === "in" ? (state.value.info.identity?.id ?? "") : ""));
  /** Resolves when the hub has ended the session that the user left. */
  let leaving: Promise<void> | undefined;

  const keep = (next: string | undefined): void => {
    secret.value = next;
    writeStored(browserStorage, STORED_SECRET, next ?? null);
  };
  const enter = async (): Promise<void> => {
    const shown = secret.value;
    const info = await client.session();
    // The user may have logged in or out meanwhile.
    if (secret.value === shown) state.value = { step: "in", info };
  };
  const start = async (): Promise<void> => {
    const shown = secret.value;
    try {
      await enter();
    } catch (error) {
      if (secret.value !== shown) return;
      if (!isRejected(error)) state.value = { step: "out", reason: messageOf(error) };
      else {
        keep(undefined);
        state.value = { step: "out", ...(shown !== undefined ? { reason: SESSION_OVER } : {}) };
      }
    }
  };
  /** Returns whether another tab has logged in or out. */
  const follow = (): boolean => {
    const next = storedSecret();
    if (next === secret.value) return false;
    secret.value = next;
    if (next === undefined) state.value = { step: "out" };
    else void start();
    return true;
  };
  addEventListener("storage", follow);

  return {
    state,
    secret,
    owner,
    start,
    async logIn(credential) {
      state.value = { step: "out", isTrying: true };
      // Otherwise the log-out could be sent with the cookie of the new session, and leave the old one open.
      await leaving;
      try {
        keep(await client.logIn(credential));
        await enter();
      } catch (error) {
        state.value = { step: "out", reason: messageOf(error) };
      }
    },
    logOut() {
      // Whatever the outcome, this browser forgets its half.
      if (secret.value !== undefined) leaving = client.logOut().catch(() => undefined);
      keep(undefined);
      state.value = { step: "out", hasLeft: true };
    },
    refused(shown) {
      if (follow() || secret.value !== shown) return;
      keep(undefined);
      state.value = { step: "out", reason: SESSION_OVER };
    },
  };
}

function storedSecret(): string | undefined {
  const stored = readStored(browserStorage, STORED_SECRET);
  return typeof stored === "string" && stored !== "" ? stored : undefined;
}

function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
