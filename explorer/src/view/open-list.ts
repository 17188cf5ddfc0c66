import type { AppState } from "../state/app-state.ts";

/** Shows the list of operations, where it is hidden, and goes to its search. */
export function openList({ isDrawerOpen }: Pick<AppState, "isDrawerOpen">): void {
  isDrawerOpen.value = true;
  // After the list is there: what is hidden takes no focus.
  requestAnimationFrame(() => document.getElementById("search")?.focus());
}
