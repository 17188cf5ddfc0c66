/** The user of the page. The key stays in this tab. */
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import type { SessionInfo } from "../api/contract.ts";
import { ApiError } from "../api/api-error.ts";
import { messageOf } from "../../../src/errors/call-error.ts";
import { readStored, tabStorage, writeStored } from "./stored.ts";

export const KEY_EXPIRED = "This key is no longer valid.";

const STORED_KEY = "operations.key";

export type SessionState =
  | { readonly step: "starting" }
  | { readonly step: "out"; readonly reason?: string; readonly isTrying?: boolean; readonly hasLeft?: boolean }
  | { readonly step: "in"; readonly info: SessionInfo };

export interface UserSession {
  readonly state: ReadonlySignal<SessionState>;
  readonly key: ReadonlySignal<string | undefined>;
  /** The name under which the browser stores data of this identity. */
  readonly owner: ReadonlySignal<string>;
  /** Logs in with the key of this tab, or without one. */
  start(): Promise<void>;
  logIn(key: string): Promise<void>;
  /** With a reason, the page ends the session; without one, the user leaves. */
  logOut(reason?: string): void;
}

export function createUserSession(client: ApiClient): UserSession {
  const state = signal<SessionState>({ step: "starting" });
  const stored = readStored(tabStorage, STORED_KEY);
  const key = signal(typeof stored === "string" && stored !== "" ? stored : undefined);
  const owner = computed(() => (state.value.step === "in" ? (state.value.info.identity?.id ?? "") : ""));

  const keep = (next: string | undefined): void => {
    key.value = next;
    writeStored(tabStorage, STORED_KEY, next ?? null);
  };
  const enter = async (tried: string | undefined): Promise<void> => {
    const info = await client.session(tried);
    keep(tried);
    state.value = { step: "in", info };
  };

  return {
    state,
    key,
    owner,
    async start() {
      const tried = key.value;
      try {
        await enter(tried);
      } catch (error) {
        if (!isRejected(error)) state.value = { step: "out", reason: messageOf(error) };
        else {
          keep(undefined);
          state.value = { step: "out", ...(tried === undefined ? {} : { reason: KEY_EXPIRED }) };
        }
      }
    },
    async logIn(tried) {
      state.value = { step: "out", isTrying: true };
      try {
        await enter(tried);
      } catch (error) {
        state.value = {
          step: "out",
          reason: isRejected(error) ? "The server does not know this key." : messageOf(error),
        };
      }
    },
    logOut(reason) {
      keep(undefined);
      state.value = { step: "out", ...(reason === undefined ? { hasLeft: true } : { reason }) };
    },
  };
}

function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
