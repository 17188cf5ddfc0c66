import { useState } from "preact/hooks";
import type { Bench } from "../../state/workbench.ts";
import { CopyIcon } from "../controls/icons.tsx";
import { lazyPage } from "../controls/lazy-page.tsx";

const CopyDialog = lazyPage(async () => (await import("./copy-dialog.tsx")).CopyDialog);

/** Gives the current call for use elsewhere. */
export function CopyMenu({ bench }: { readonly bench: Bench }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CopyIcon /> Copy as…
      </button>
      {isOpen && <CopyDialog bench={bench} onClose={() => setOpen(false)} />}
    </>
  );
}
