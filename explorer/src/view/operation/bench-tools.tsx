import type { ComponentChildren, ComponentType } from "preact";
import { useState } from "preact/hooks";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { CopyIcon } from "../controls/icons.tsx";
import { lazyPage } from "../controls/lazy-page.tsx";

const CopyDialog = lazyPage(async () => (await import("./copy-dialog.tsx")).CopyDialog);

const SavedDialog = lazyPage(async () => (await import("./saved-dialog.tsx")).SavedDialog);

const VariablesDialog = lazyPage<DialogProps>(async () => (await import("./variables-dialog.tsx")).VariablesDialog);

interface DialogProps {
  readonly bench: Bench;
  readonly onClose: () => void;
}

/** Copies the current call for use elsewhere. */
export function CopyMenu({ bench }: { readonly bench: Bench }) {
  return (
    <DialogButton bench={bench} dialog={CopyDialog} class="button">
      <CopyIcon /> Copy as…
    </DialogButton>
  );
}

/** Saved inputs, and variables. */
export function InputTools({ bench }: { readonly bench: Bench }) {
  const { saved, variables } = useApp();
  const own = saved.list.value.filter(({ operationId }) => operationId === bench.spec.id);
  return (
    <>
      <DialogButton bench={bench} dialog={SavedDialog} class="button small quiet">
        {withCount("Saved", own.length)}
      </DialogButton>
      <DialogButton bench={bench} dialog={VariablesDialog} class="button small quiet">
        {withCount("Variables", variables.list.value.length)}
      </DialogButton>
    </>
  );
}

function withCount(word: string, count: number): string {
  return count === 0 ? word : `${word} (${count})`;
}

interface DialogButtonProps {
  readonly bench: Bench;
  readonly dialog: ComponentType<DialogProps>;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A button with a dialog whose code is loaded when it first opens. */
function DialogButton({ bench, dialog: Dialog, class: name, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={name} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && <Dialog bench={bench} onClose={() => setOpen(false)} />}
    </>
  );
}
