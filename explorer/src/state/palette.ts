/** What the palette offers for a text: pages, actions, saved requests and operations. */
import { CODE_OPERATION } from "../api/contract.ts";
import type { ListedOperation } from "../api/contract.ts";
import type { AppState } from "./app-state.ts";
import { routeOfOperation } from "./page-router.ts";
import type { PageName } from "./page-router.ts";
import { nextTheme } from "./theme.ts";
import { htmlToMarkdown } from "../../../src/shared/html-to-markdown.ts";

export interface PaletteEntry {
  readonly key: string;
  readonly kind: "Page" | "Action" | "Saved" | "Recent" | "Operation";
  readonly text: string;
  readonly words?: string | undefined;
  readonly operation?: ListedOperation;
  choose(): void;
}

const MOST_OPERATIONS = 30;
const MOST_RECENT = 5;

type PaletteApp = Pick<
  AppState,
  "catalogue" | "router" | "history" | "saved" | "workbench" | "theme" | "isHelpOpen" | "session"
>;

export function paletteEntries(app: PaletteApp, text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  const fixed = [...savedEntries(app), ...pageEntries(app), ...actionEntries(app)];
  if (wanted === "") return [...recentEntries(app), ...fixed];
  const named = fixed.filter((entry) => `${entry.text} ${entry.words ?? ""}`.toLowerCase().includes(wanted));
  const operations = app.catalogue.find(text).slice(0, MOST_OPERATIONS);
  return [...named, ...operations.map((operation) => operationEntry(app, operation, "Operation"))];
}

function operationEntry(
  { router }: PaletteApp,
  operation: ListedOperation,
  kind: "Operation" | "Recent",
): PaletteEntry {
  const { id, title, description, path } = operation;
  return {
    key: id,
    kind,
    text: id,
    words: path ?? title ?? htmlToMarkdown(description),
    operation,
    choose: () => router.go(routeOfOperation(id)),
  };
}

function recentEntries(app: PaletteApp): PaletteEntry[] {
  const recent = new Set(app.history.entries.value.map(({ operationId }) => operationId));
  const listed = app.catalogue.operations.value?.filter(({ id }) => recent.has(id)) ?? [];
  const order = [...recent];
  return listed
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .slice(0, MOST_RECENT)
    .map((operation) => operationEntry(app, operation, "Recent"));
}

function savedEntries({ saved, router, workbench }: PaletteApp): PaletteEntry[] {
  return saved.list.value.map(({ key, name, operationId, input }) => ({
    key,
    kind: "Saved",
    text: name,
    words: operationId,
    choose: () => {
      router.go(routeOfOperation(operationId));
      workbench.fill(operationId, input);
    },
  }));
}

function pageEntries({ router, catalogue }: PaletteApp): PaletteEntry[] {
  const pages: Array<[PageName, string]> = [
    ["start", "Home"],
    ["sources", "Sources"],
    ["history", "History"],
    ["approvals", "Approvals"],
    ["connect", "Connect an editor or assistant"],
    ...(catalogue.has(CODE_OPERATION) ? [["playground", "Playground"] as [PageName, string]] : []),
  ];
  return pages.map(([page, text]) => ({ key: `#${page}`, kind: "Page", text, choose: () => router.go({ page }) }));
}

function actionEntries({ theme, isHelpOpen, session }: PaletteApp): PaletteEntry[] {
  const next = nextTheme(theme.value);
  return [
    { key: "!theme", kind: "Action", text: `Colours: ${next}`, choose: () => void (theme.value = next) },
    { key: "!help", kind: "Action", text: "Keyboard help", choose: () => void (isHelpOpen.value = true) },
    { key: "!leave", kind: "Action", text: "Log out", choose: () => session.logOut() },
  ];
}
