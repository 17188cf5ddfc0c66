import { useState } from "preact/hooks";
import { readFile } from "../../form/read-file.ts";
import { isSameJSON } from "../../../../src/shared/json/is-same-json.ts";
import { readText } from "../../state/input.ts";
import { NumberNotes } from "../controls/number-notes.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

/** Any value, as JSON. Typed text becomes part of the input as soon as it is valid JSON. */
export function JsonField({ node }: FieldProps) {
  const input = useForm();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const read = draft === undefined ? undefined : readText(draft);
  const isOwn = read !== undefined && (read.problem !== undefined || isSameJSON(read.value, node.value));
  const shown = isOwn && draft !== undefined ? draft : node.present ? JSON.stringify(node.value, null, 2) : "";
  const change = (text: string): void => {
    setDraft(text);
    const { value, problem } = readText(text);
    if (problem === undefined) input.set(node.path, value === undefined && node.isItem ? null : value);
  };
  // If the schema asks for a text, plain text means just that.
  const isText = isOwn && read.problem !== undefined && node.shape.kind === "string";
  const leave = (): void => {
    if (isText) input.set(node.path, draft);
    setDraft(undefined);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const taken = await readFile(file);
    if ("problem" in taken) setFileProblem(taken.problem);
    else input.set(node.path, { $bytes: taken.base64 });
  };
  return (
    <FieldFrame node={node}>
      {(attributes) => (
        <>
          <textarea
            {...attributes}
            class="control mono"
            rows={node.present ? 3 : 1}
            spellcheck={false}
            placeholder="JSON"
            value={shown}
            aria-invalid={attributes["aria-invalid"] || (isOwn && !isText && read.problem !== undefined)}
            onInput={(event) => change(event.currentTarget.value)}
            onBlur={leave}
          />
          {isText && <p class="hint">This is not JSON. It becomes text when you leave the field.</p>}
          {isOwn && !isText && read.numbers.length === 0 && read.problem !== undefined && (
            <p class="problem-text">{read.problem}</p>
          )}
          <NumberNotes problems={isOwn && !isText ? read.numbers : []} />
          {!node.present && !node.mismatch && (
            <label class="file-link">
              or choose a file <input type="file" onChange={(event) => void takeFile(event.currentTarget.files?.[0])} />
            </label>
          )}
          {!node.present && fileProblem !== undefined && <p class="problem-text">{fileProblem}</p>}
        </>
      )}
    </FieldFrame>
  );
}
