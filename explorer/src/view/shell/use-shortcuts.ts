import { useLayoutEffect } from "preact/hooks";
import { CODE_OPERATION } from "../../api/contract.ts";
import type { AppState } from "../../state/app-state.ts";
import { useApp } from "../hooks/app-context.ts";
import { openList } from "../hooks/open-list.ts";

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ["Ctrl", "K"], does: "Find anything: operations, pages, saved requests (on a Mac ⌘ K)" },
  { keys: ["/"], does: "Search the operations" },
  { keys: ["↑", "↓"], does: "Move through the list, the data or a stream" },
  { keys: ["←", "→"], does: "Close or open a namespace or a part of the data" },
  { keys: ["Enter"], does: "Open the selected row" },
  { keys: ["Ctrl", "C"], does: "Copy the selected part of the data" },
  { keys: ["Ctrl", "Enter"], does: "Run the operation or the program (on a Mac also ⌘ Enter)" },
  { keys: ["Esc"], does: "Abort the run, clear the search or close the list" },
  { keys: ["?"], does: "Show this help" },
];

/** Keys that work everywhere on the page. */
export function useShortcuts(): void {
  const app = useApp();
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (document.querySelector("dialog[open]") === null && handle(app, event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [app]);
}

/** Returns whether it used the key. */
function handle(app: AppState, event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return runCurrent(app);
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) return openPalette(app);
  if (event.key === "Escape") return closeDrawer(app) || abortCurrent(app);
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
  if (event.key === "/") {
    openList(app);
    return true;
  }
  if (event.key !== "?") return false;
  app.isHelpOpen.value = true;
  return true;
}

function openPalette({ isPaletteOpen }: AppState): boolean {
  isPaletteOpen.value = true;
  return true;
}

/** Also looks into shadow roots, where the editor is. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function currentBench({ router, workbench }: AppState) {
  const route = router.route.value;
  const id = route.page === "operation" ? route.id : route.page === "playground" ? CODE_OPERATION : undefined;
  const state = id === undefined ? undefined : workbench.open(id).value;
  return state?.step === "ready" ? state.bench : undefined;
}

function runCurrent(app: AppState): boolean {
  const bench = currentBench(app);
  if (bench === undefined) return false;
  void bench.run();
  return true;
}

/** Closes the list and focuses the button that opened it. */
function closeDrawer({ isDrawerOpen }: AppState): boolean {
  const button = document.querySelector<HTMLElement>(".header .only-narrow");
  if (!isDrawerOpen.value || button === null || !button.checkVisibility()) return false;
  isDrawerOpen.value = false;
  button.focus();
  return true;
}

function abortCurrent(app: AppState): boolean {
  const bench = currentBench(app);
  if (bench?.runner.state.value.step !== "running") return false;
  bench.runner.abort();
  return true;
}
