import { fieldId } from "./form-context.ts";

const CONTROLS = "input, textarea, select, button";

/** Where the keys go on: the field at a place, or the nearest one around it that is shown. */
export function focusField(pointer: string): void {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf("/"))) {
    const element = document.getElementById(fieldId(place));
    if (element !== null) {
      const target = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS);
      (target ?? element).focus({ preventScroll: true });
      element.scrollIntoView({ block: "nearest" });
      return;
    }
    if (place === "") return;
  }
}

/** After the form has been drawn again: what had the focus is gone, and it must not be lost. */
export function focusFieldSoon(pointer: string): void {
  requestAnimationFrame(() => focusField(pointer));
}
