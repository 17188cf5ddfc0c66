import { useState } from "preact/hooks";
import { copyAs, copyFormats } from "../../state/copy-as.ts";
import type { CopyFormat } from "../../state/copy-as.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../controls/app-context.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { Modal } from "../controls/modal.tsx";
import { Tabs } from "../controls/tabs.tsx";

/** A hub with more operations offers tools to search and call them, instead of one tool for each. */
const LISTED_TOOLS = 60;

/** The current call, for use elsewhere. */
export function CopyDialog({ bench, onClose }: { readonly bench: Bench; readonly onClose: () => void }) {
  const { session, catalogue } = useApp();
  const [format, setFormat] = useState<CopyFormat>("curl");
  const text = copyAs(format, {
    operation: bench.spec,
    input: bench.input.value.value,
    origin: location.origin,
    needsKey: session.secret.value !== undefined,
    isSearched: (catalogue.operations.value?.length ?? 0) > LISTED_TOOLS,
  });
  return (
    <Modal title="Copy this call" onClose={onClose}>
      <Tabs
        id="copy"
        label="Format"
        tabs={copyFormats.map((name) => ({ id: name, label: name }))}
        selected={format}
        onSelect={setFormat}
      >
        <pre class="code-block" tabIndex={0} aria-label={`The call as ${format}`}>
          {text}
        </pre>
      </Tabs>
      <div class="modal-foot">
        <p class="hint">Your key is not included. Set OPERATIONS_KEY where you run this.</p>
        <CopyButton text={text} label={`Copy as ${format}`} hasWord />
      </div>
    </Modal>
  );
}
