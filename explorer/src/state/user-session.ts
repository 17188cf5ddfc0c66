/** Who uses the page. The key lives in this tab only. */
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import type { SessionInfo } from "../api/contract.ts";
import { ApiError } from "../api/api-error.ts";
import { readStored, tabStorage, writeStored } from "./stored.ts";

const STORED_KEY = "operations.key";

export type SessionState =
  | { readonly step: "starting" }
  | { readonly step: "out"; readonly reason?: string; readonly isTrying?: boolean; readonly isLeft?: boolean }
  | { readonly step: "in"; readonly info: SessionInfo };

export interface UserSession {
  readonly state: ReadonlySignal<SessionState>;
  readonly key: ReadonlySignal<string | undefined>;
  /** Under which name the browser keeps this identity's things. */
  readonly owner: ReadonlySignal<string>;
  /** With the key that this tab still has, or with none. */
  start(): Promise<void>;
  logIn(key: string): Promise<void>;
  /** With a reason somebody is sent out; without, they leave. */
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
        const isRefused = error instanceof ApiError && error.status === 401;
        if (isRefused) keep(undefined);
        const reason = isRefused
          ? tried === undefined
            ? undefined
            : "This key is not valid any more."
          : messageOf(error);
        state.value = { step: "out", ...(reason === undefined ? {} : { reason }) };
      }
    },
    async logIn(tried) {
      state.value = { step: "out", isTrying: true };
      try {
        await enter(tried);
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status === 401;
        state.value = { step: "out", reason: isRefused ? "The server does not know this key." : messageOf(error) };
      }
    },
    logOut(reason) {
      keep(undefined);
      state.value = { step: "out", ...(reason === undefined ? { isLeft: true } : { reason }) };
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
