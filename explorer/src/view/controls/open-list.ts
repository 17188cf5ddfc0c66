import type { AppState } from "../../state/app-state.ts";

/** Shows the list of operations, where it is hidden, and goes to its search. */
export function openList({ isDrawerOpen }: Pick<AppState, "isDrawerOpen">): void {
  isDrawerOpen.value = true;
  // At once, for who types on; and again where the list is only now drawn: what is hidden takes no focus.
  focusSearch();
  requestAnimationFrame(focusSearch);
}

function focusSearch(): void {
  document.getElementById("search")?.focus();
}
