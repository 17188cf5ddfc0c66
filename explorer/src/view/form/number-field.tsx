import { useState } from "preact/hooks";
import { numberProblem } from "../../form/number-problems.ts";
import { readNumber } from "../../json/read-number.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

/** The text stays as typed while it means the same number, such as `1.` on the way to `1.5`. */
export function NumberField({ node }: FieldProps) {
  const input = useForm();
  const [draft, setDraft] = useState("");
  const shown = node.present ? (Object.is(readNumber(draft), node.value) ? draft : String(node.value)) : "";
  const problem = numberProblem(shown);
  return (
    <FieldFrame node={node}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            class="control number"
            type="text"
            inputMode={node.control === "integer" ? "numeric" : "decimal"}
            autoComplete="off"
            value={shown}
            onInput={(event) => {
              const text = event.currentTarget.value;
              setDraft(text);
              input.set(node.path, text.trim() === "" && !node.isItem ? undefined : (readNumber(text) ?? text));
            }}
          />
          {problem !== undefined && (
            <p class="problem-text" role="status">
              {problem.message}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}
