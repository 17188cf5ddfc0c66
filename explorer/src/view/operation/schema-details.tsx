import { useState } from "preact/hooks";
import type { LoadedOperation } from "../../api/contract.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DataTree } from "../data/data-tree.tsx";
import { Tabs } from "../controls/tabs.tsx";

type Side = "output" | "input";

/** The schemas of the operation, as the server sent them. */
export function SchemaDetails({ spec }: { readonly spec: LoadedOperation }) {
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<Side>("output");
  const schema = side === "output" ? spec.outputSchema : spec.inputSchema;
  return (
    <details class="schema-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Output and input schemas</summary>
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
              <CopyButton text={() => JSON.stringify(schema, null, 2)} label={`Copy the ${side} schema`} hasWord />
            }
          >
            <DataTree key={side} value={schema} label={side === "output" ? "Output schema" : "Input schema"} />
          </Tabs>
        </div>
      )}
    </details>
  );
}
