import { useState } from "preact/hooks";
import { copyAs, copyFormats } from "../../state/copy-as.ts";
import type { CopyFormat } from "../../state/copy-as.ts";
import { inputHash } from "../../state/input-link.ts";
import { routeHash } from "../../state/page-router.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { Modal } from "../controls/modal.tsx";
import { Tabs } from "../controls/tabs.tsx";

/** A hub with more operations offers tools to search and call them, instead of one tool for each. */
const LISTED_TOOLS = 60;

/** The current call, for use elsewhere. */
export function CopyDialog({ bench, onClose }: { readonly bench: Bench; readonly onClose: () => void }) {
  const { session, catalogue, variables } = useApp();
  const [format, setFormat] = useState<CopyFormat | "Link">("curl");
  const input = bench.input.value.value;
  const link = linkTo(bench, input);
  const text =
    format === "Link"
      ? link.url
      : copyAs(format, {
          operation: bench.spec,
          input: variables.fillIn(input, { withSecrets: false }),
          origin: location.origin,
          needsKey: session.secret.value !== undefined,
          isSearched: (catalogue.operations.value?.length ?? 0) > LISTED_TOOLS,
        });
  return (
    <Modal title="Copy this call" onClose={onClose}>
      <Tabs
        id="copy"
        label="Format"
        tabs={[...copyFormats, "Link" as const].map((name) => ({ id: name, label: name }))}
        selected={format}
        onSelect={setFormat}
      >
        <pre class="code-block" tabIndex={0} aria-label={`The call as ${format}`}>
          {text}
        </pre>
      </Tabs>
      <div class="modal-foot">
        <p class="hint">
          {format === "Link" ? link.words : "Your key is not included. Set OPERATIONS_KEY where you run this."}
        </p>
        <CopyButton text={text} label={`Copy as ${format}`} hasWord />
      </div>
    </Modal>
  );
}

/** An address that opens this page with the input. It carries no secrets, and runs nothing. */
function linkTo({ spec: { id }, input: { secrets } }: Bench, input: unknown): { url: string; words: string } {
  const { value, lacksSecret } = secrets.strip(input);
  const hash = inputHash({ id, input: value });
  const url = `${location.origin}${location.pathname}${hash ?? routeHash({ page: "operation", id })}`;
  if (hash === undefined) return { url, words: "The input is too long for a link, so it is not included." };
  const words = "Opens this operation with this input, for anyone who may call it.";
  return { url, words: lacksSecret ? `${words} Secrets are not included.` : words };
}
