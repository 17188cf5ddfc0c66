/** Everything that the page knows, made once by `main.tsx` and handed down. */
import { effect, signal, untracked } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createApiClient } from "../api/api-client.ts";
import type { ApiClient } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { createOperationCatalogue } from "./operation-catalogue.ts";
import type { OperationCatalogue } from "./operation-catalogue.ts";
import { createConnectionMonitor } from "./connection-monitor.ts";
import type { ConnectionMonitor } from "./connection-monitor.ts";
import { createDrafts } from "./drafts.ts";
import { createHistory } from "./history.ts";
import type { History } from "./history.ts";
import { createPageRouter } from "./page-router.ts";
import type { PageRouter } from "./page-router.ts";
import { createUserSession } from "./user-session.ts";
import type { UserSession } from "./user-session.ts";
import { createTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";
import { createWorkbench } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

export interface AppState {
  readonly client: ApiClient;
  readonly session: UserSession;
  readonly connection: ConnectionMonitor;
  readonly catalogue: OperationCatalogue;
  readonly workbench: Workbench;
  readonly history: History;
  readonly router: PageRouter;
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
  const router = createPageRouter({
    onKey: (key) => {
      if (hasStarted) void session.logIn(key);
      else keyInAddress = key;
    },
  });
  const client = createApiClient({
    key: () => session.key.value,
    onContact: (isReachable) => connection.report(isReachable),
  });
  const session: UserSession = createUserSession(client);
  const catalogue = createOperationCatalogue(client);
  const refresh = async (): Promise<void> => {
    if (session.state.value.step !== "in") return await session.start();
    try {
      await catalogue.refresh();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.logOut("This key is not valid any more.");
    }
  };
  const connection: ConnectionMonitor = createConnectionMonitor(refresh);
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
