import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon-button.tsx";
import { CloseIcon } from "./icons.tsx";

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The browser keeps the focus inside and restores it afterwards. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
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
