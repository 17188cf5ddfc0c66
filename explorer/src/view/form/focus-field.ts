import { fieldId } from "./form-context.ts";

const CONTROLS = "input, textarea, select, button";

/** Focuses the field at a pointer, or the nearest visible field around it. */
export function focusField(pointer: string): void {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const element = document.getElementById(fieldId(at));
    if (element !== null) {
      const target = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS);
      (target ?? element).focus({ preventScroll: true });
      element.scrollIntoView({ block: "nearest" });
      return;
    }
    if (at === "") return;
  }
}

/** Focuses a field after the next frame, when the form no longer has the element that held the focus. */
export function focusFieldSoon(pointer: string): void {
  requestAnimationFrame(() => focusField(pointer));
}
