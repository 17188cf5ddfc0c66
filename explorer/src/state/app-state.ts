/** Everything that the page knows. `main.tsx` creates it once and passes it down. */
import { effect, signal, untracked } from "@preact/signals";
import { createApiClient } from "../api/api-client.ts";
import type { LogInCredential } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { createApprovalInbox, followWhile } from "./approval-inbox.ts";
import { createOperationCatalogue } from "./operation-catalogue.ts";
import { createConnectionMonitor } from "./connection-monitor.ts";
import type { ConnectionMonitor } from "./connection-monitor.ts";
import { createDrafts } from "../kept/drafts.ts";
import { createHistory } from "../kept/history.ts";
import type { LinkedInput } from "./input-link.ts";
import { createPageRouter } from "./page-router.ts";
import { createUserSession } from "./user-session.ts";
import type { UserSession } from "./user-session.ts";
import { readStored, tabStorage, writeStored } from "../kept/stored.ts";
import { createSavedRequests } from "../kept/saved-requests.ts";
import { createTheme } from "./theme.ts";
import { createVariables } from "../kept/variables.ts";
import { createWireSetting } from "./wire-setting.ts";
import { createWorkbench } from "./workbench.ts";

export type AppState = ReturnType<typeof createAppState>;

/** The page reloads the list this often while it is visible: sources come and go. */
const REFRESH_MS = 20_000;
/** The delay before checking a server whose call broke off: a stopping server still answers for a moment. */
const BREAK_MS = 1000;
/** Where the tab keeps the code that shows that a person is here. */
const PERSON = "operations.person";

export function createAppState() {
  let inAddress: LogInCredential | undefined;
  let inputInAddress: LinkedInput | undefined;
  let hasStarted = false;
  const router = createPageRouter({
    onCredential: (credential) => {
      if (hasStarted) void session.logIn(credential);
      else inAddress = credential;
    },
    onPerson: (code) => writeStored(tabStorage, PERSON, code),
    onInput: (linked) => {
      if (hasStarted) fillLinked(linked);
      else inputInAddress = linked;
    },
  });
  const client = createApiClient({
    secret: () => session.secret.value,
    person: () => {
      const code = readStored(tabStorage, PERSON);
      return typeof code === "string" ? code : undefined;
    },
    onContact: (isReachable) => connection.report(isReachable),
  });
  const session: UserSession = createUserSession(client);
  const catalogue = createOperationCatalogue(client);
  const inbox = createApprovalInbox(client);
  const wire = createWireSetting(session);
  const refresh = async (): Promise<void> => {
    if (session.state.value.step !== "in") return await session.start();
    const shown = session.secret.value;
    try {
      await catalogue.refresh();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.refused(shown);
    }
  };
  const connection: ConnectionMonitor = createConnectionMonitor(refresh);
  const history = createHistory(session.owner);
  const saved = createSavedRequests(session.owner);
  const variables = createVariables(session.owner);
  addEventListener("storage", () => {
    for (const kept of [history, saved, variables]) kept.reread();
  });
  const drafts = createDrafts(session.owner);
  const workbench = createWorkbench({
    client,
    history,
    drafts,
    variables,
    wire,
    onBreak: () => setTimeout(() => void refresh(), BREAK_MS),
  });
  const fillLinked = ({ id, input }: LinkedInput): void => workbench.fill(id, input, { isLinked: true });
  let wasLost = false;
  effect(() => {
    const isLost = connection.lostUntil.value !== undefined;
    if (wasLost && !isLost) untracked(() => workbench.reloadFailed());
    wasLost = isLost;
  });
  const announcement = signal("");
  const isVisible = signal(document.visibilityState === "visible");

  effect(() => {
    const state = session.state.value;
    untracked(() => {
      if (state.step === "in") void refresh();
      if (state.step !== "out") return;
      // A user who logs out leaves nothing behind. A user whose key expired may come back.
      if (state.hasLeft === true) {
        drafts.clear();
        variables.clearSecrets();
      }
      workbench.clear();
      catalogue.clear();
    });
  });
  followWhile(inbox, () => {
    const state = session.state.value;
    return (
      isVisible.value && state.step === "in" && state.info.identity?.scopes.includes("operations:approve") === true
    );
  });
  const refreshIfVisible = (): void => {
    if (document.visibilityState === "visible" && session.state.value.step === "in") void refresh();
  };
  setInterval(refreshIfVisible, REFRESH_MS);
  document.addEventListener("visibilitychange", () => {
    isVisible.value = document.visibilityState === "visible";
    refreshIfVisible();
  });
  void (inAddress === undefined ? session.start() : session.logIn(inAddress));
  hasStarted = true;
  if (inputInAddress !== undefined) fillLinked(inputInAddress);

  return {
    client,
    session,
    connection,
    catalogue,
    workbench,
    history,
    saved,
    variables,
    router,
    theme: createTheme(),
    /** Whether the list of operations is open on a screen too narrow to always show it. */
    isDrawerOpen: signal(false),
    /** The calls that wait for an approval. For approvers, the page follows them on every page. */
    inbox,
    wire,
    isHelpOpen: signal(false),
    isPaletteOpen: signal(false),
    /** Tells screen readers about changes that are only visible. */
    announcement,
    announce: (text: string): void => {
      announcement.value = text;
    },
  };
}
