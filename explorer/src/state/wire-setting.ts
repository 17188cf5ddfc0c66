import { computed, effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { readStored, tabStorage, writeStored } from "../kept/stored.ts";
import type { UserSession } from "./user-session.ts";

/** Whether calls of this tab are recorded on the wire. */
export interface WireSetting {
  readonly isOn: Signal<boolean>;
  /** Whether the user may see what the hub sends on to servers. */
  readonly seesServers: ReadonlySignal<boolean>;
}

const STORED = "operations.wire";
export const WIRE_SCOPE = "operations:wire";

export function createWireSetting({ state }: Pick<UserSession, "state">): WireSetting {
  const isOn = signal(readStored(tabStorage, STORED) === true);
  effect(() => void writeStored(tabStorage, STORED, isOn.value ? true : null));
  const seesServers = computed(
    () => state.value.step === "in" && state.value.info.identity?.scopes.includes(WIRE_SCOPE) === true,
  );
  return { isOn, seesServers };
}
