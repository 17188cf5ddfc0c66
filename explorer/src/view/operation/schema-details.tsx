import { useState } from "preact/hooks";
import type { Bench } from "../../state/workbench.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DataTree } from "../data/data-tree.tsx";
import { lazyPage } from "../controls/lazy-page.tsx";
import { Tabs } from "../controls/tabs.tsx";

const OperationTypesView = lazyPage(async () => (await import("./operation-types-view.tsx")).OperationTypesView);

type Part = "types" | "output" | "input";

/** Input and output: as types for reading, and as the schemas that the server sent. */
export function SchemaDetails({ bench: { spec, input } }: { readonly bench: Bench }) {
  const [isOpen, setOpen] = useState(false);
  const [part, setPart] = useState<Part>("types");
  const schema = part === "output" ? spec.outputSchema : spec.inputSchema;
  return (
    <details class="schema-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Types, errors and schemas</summary>
      {isOpen && (
        <div class="panel">
          <Tabs
            id="schema"
            label="Documentation"
            selected={part}
            onSelect={setPart}
            tabs={[
              { id: "types", label: "Types" },
              { id: "output", label: "Output schema" },
              { id: "input", label: "Input schema" },
            ]}
            tools={
              part !== "types" && (
                <CopyButton text={() => JSON.stringify(schema, null, 2)} label={`Copy the ${part} schema`} hasWord />
              )
            }
          >
            {part === "types" ? (
              <OperationTypesView spec={spec} onUse={(example) => input.replace(example)} />
            ) : (
              <DataTree key={part} value={schema} label={part === "output" ? "Output schema" : "Input schema"} />
            )}
          </Tabs>
        </div>
      )}
    </details>
  );
}
