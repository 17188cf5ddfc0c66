/** Everything that the page knows. `main.tsx` creates it once and passes it down. */
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
import { createUserSession, KEY_EXPIRED } from "./user-session.ts";
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
  /** Whether the list of operations is open on a screen too narrow to always show it. */
  readonly isDrawerOpen: Signal<boolean>;
  readonly isHelpOpen: Signal<boolean>;
  /** Tells screen readers about changes that are only visible. */
  readonly announcement: ReadonlySignal<string>;
  readonly announce: (text: string) => void;
}

/** The page reloads the list this often while it is visible: sources come and go. */
const REFRESH_MS = 20_000;
/** The delay before checking a server whose call broke off: a stopping server still answers for a moment. */
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
      if (error instanceof ApiError && error.status === 401) session.logOut(KEY_EXPIRED);
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
      // Users who log out leave nothing behind. Users whose key expired may come back.
      if (state.hasLeft === true) drafts.clear();
      workbench.clear();
      catalogue.clear();
    });
  });
  const refreshIfVisible = (): void => {
    if (document.visibilityState === "visible" && session.state.value.step === "in") void refresh();
  };
  setInterval(refreshIfVisible, REFRESH_MS);
  document.addEventListener("visibilitychange", refreshIfVisible);
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
