import type { ComponentChildren } from "preact";
import { IconButton } from "./icon-button.tsx";
import { CloseIcon } from "./icons.tsx";
import { useModalDialog } from "./use-modal-dialog.ts";

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The browser keeps the focus inside and restores it afterwards. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useModalDialog(onClose);
  return (
    <dialog ref={dialog} class="modal" aria-label={title}>
      <div class="modal-body">
        <header class="modal-head">
          <h2>{title}</h2>
          <IconButton icon={CloseIcon} label="Close" isLarge onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
