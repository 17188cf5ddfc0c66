/** Everything that the page knows, made once by `main.tsx` and handed down. */
import { effect, signal, untracked } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createClient } from "../api/client.ts";
import type { Client } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { createCatalogue } from "./catalogue.ts";
import type { Catalogue } from "./catalogue.ts";
import { createConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { createDrafts } from "./drafts.ts";
import { createHistory } from "./history.ts";
import type { History } from "./history.ts";
import { createRouter } from "./route.ts";
import type { Router } from "./route.ts";
import { createSession } from "./session.ts";
import type { Session } from "./session.ts";
import { createTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";
import { createWorkbench } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

export interface AppState {
  readonly client: Client;
  readonly session: Session;
  readonly connection: Connection;
  readonly catalogue: Catalogue;
  readonly workbench: Workbench;
  readonly history: History;
  readonly router: Router;
  readonly theme: Signal<Theme>;
  /** Whether the list of operations is shown, where there is no room for it beside the page. */
  readonly isDrawerOpen: Signal<boolean>;
  readonly isHelpOpen: Signal<boolean>;
  /** For screen readers, where what happened can only be seen. */
  readonly announcement: ReadonlySignal<string>;
  readonly announce: (text: string) => void;
}

/** The list is asked for again while the page is looked at: sources come and go. */
const REFRESH_MS = 20_000;
const BREAK_MS = 1000;

export function createAppState(): AppState {
  let keyInAddress: string | undefined;
  let hasStarted = false;
  const router = createRouter({
    onKey: (key) => {
      if (hasStarted) void session.logIn(key);
      else keyInAddress = key;
    },
  });
  const client = createClient({
    key: () => session.key.value,
    onContact: (isReachable) => connection.report(isReachable),
  });
  const session: Session = createSession(client);
  const catalogue = createCatalogue(client);
  const refresh = async (): Promise<void> => {
    if (session.state.value.step !== "in") return await session.start();
    try {
      await catalogue.refresh();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) session.logOut("This key is not valid any more.");
    }
  };
  const connection: Connection = createConnection(refresh);
  const history = createHistory(session.owner);
  addEventListener("storage", () => history.reread());
  const drafts = createDrafts(session.owner);
  const workbench = createWorkbench({
    client,
    history,
    drafts,
    // A server that stops still answers for a moment.
    onBreak: () => setTimeout(() => void refresh(), BREAK_MS),
  });
  let wasLost = false;
  effect(() => {
    const isLost = connection.lostUntil.value !== undefined;
    if (wasLost && !isLost) untracked(() => workbench.reloadFailed());
    wasLost = isLost;
  });
  const announcement = signal("");

  effect(() => {
    const state = session.state.value;
    untracked(() => {
      if (state.step === "in") void refresh();
      if (state.step !== "out") return;
      // Who leaves on purpose leaves nothing behind; who was sent out may come back.
      if (state.isLeft === true) drafts.clear();
      workbench.clear();
      catalogue.clear();
    });
  });
  const refreshIfSeen = (): void => {
    if (document.visibilityState === "visible" && session.state.value.step === "in") void refresh();
  };
  setInterval(refreshIfSeen, REFRESH_MS);
  document.addEventListener("visibilitychange", refreshIfSeen);
  void (keyInAddress === undefined ? session.start() : session.logIn(keyInAddress));
  hasStarted = true;

  return {
    client,
    session,
    connection,
    catalogue,
    workbench,
    history,
    router,
    theme: createTheme(),
    isDrawerOpen: signal(false),
    isHelpOpen: signal(false),
    announcement,
    announce: (text) => {
      announcement.value = text;
    },
  };
}
