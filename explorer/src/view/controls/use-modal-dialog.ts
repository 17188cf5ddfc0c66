import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Shows a dialog over the page for as long as its component is mounted. `onClose` is called when the user closes it, by
 * the Escape key or with a click beside it.
 */
export function useModalDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  // A layout effect, so that the dialog has the focus before the next key arrives. Otherwise a user who types quickly
  // would type into the page behind it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const close = (): void => latest.current();
    const onClick = (event: MouseEvent): void => void (event.target === element && close());
    // At once: the event "close" comes later, and until then the key that opens the dialog again would do nothing.
    const onCancel = (event: Event): void => void (event.target === element && close());
    element.addEventListener("cancel", onCancel);
    element.addEventListener("close", close);
    element.addEventListener("click", onClick);
    element.showModal();
    return () => {
      // "close" comes later, when the same dialog may be open again: it must not close that one.
      element.removeEventListener("cancel", onCancel);
      element.removeEventListener("close", close);
      element.removeEventListener("click", onClick);
      element.close();
    };
  }, []);
  return dialog;
}
