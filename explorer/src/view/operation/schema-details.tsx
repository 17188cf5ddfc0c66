import { useState } from "preact/hooks";
import type { LoadedOperation } from "../../api/contract.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DataTree } from "../data/data-tree.tsx";
import { Tabs } from "../controls/tabs.tsx";

type Side = "output" | "input";

/** What the operation takes and gives, as the server has it. */
export function SchemaDetails({ spec }: { readonly spec: LoadedOperation }) {
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<Side>("output");
  const schema = side === "output" ? spec.outputSchema : spec.inputSchema;
  return (
    <details class="schema-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Schemas of output and input</summary>
      {isOpen && (
        <div class="panel">
          <Tabs
            id="schema"
            label="Schema"
            selected={side}
            onSelect={setSide}
            tabs={[
              { id: "output", label: "Output" },
              { id: "input", label: "Input" },
            ]}
            tools={
              <CopyButton text={() => JSON.stringify(schema, null, 2)} label={`Copy the schema of the ${side}`}>
                Copy
              </CopyButton>
            }
          >
            <DataTree key={side} value={schema} label={`Schema of the ${side}`} />
          </Tabs>
        </div>
      )}
    </details>
  );
}
