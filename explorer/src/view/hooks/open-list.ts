import type { AppState } from "../../state/app-state.ts";

/** Shows the list of operations if it is hidden, and focuses its search field. */
export function openList({ isDrawerOpen }: Pick<AppState, "isDrawerOpen">): void {
  isDrawerOpen.value = true;
  // Focus now, for users who keep typing. Focus again after the next frame, because a hidden field cannot take the
  // focus.
  focusSearch();
  requestAnimationFrame(focusSearch);
}

function focusSearch(): void {
  document.getElementById("search")?.focus();
}
