import { useState } from "preact/hooks";
import { formatSize } from "../../data/format.ts";
import { base64Size, isTaggedBytes } from "../../json/bytes.ts";
import { readFile } from "../../form/read-file.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

export function BytesField({ node }: FieldProps) {
  const input = useForm();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [name, setName] = useState<string | undefined>(undefined);
  const base64 = isTaggedBytes(node.value)
    ? node.value.$bytes
    : typeof node.value === "string"
      ? node.value
      : undefined;
  const isTagged = node.shape.kind !== "bytes" || node.shape.form === "tagged";
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = await readFile(file);
    if ("problem" in read) return setProblem(read.problem);
    setProblem(undefined);
    setName(file.name);
    input.set(node.path, isTagged ? { $bytes: read.base64 } : read.base64);
  };
  return (
    <FieldFrame node={node}>
      {(attributes) => (
        <div class="file-row">
          <input
            {...attributes}
            aria-required={undefined}
            type="file"
            class="file-input"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
          {base64 !== undefined && (
            <span class="hint">
              {name === undefined ? "" : `${name}, `}
              {formatSize(base64Size(base64))}
            </span>
          )}
          {problem !== undefined && <span class="problem-text">{problem}</span>}
        </div>
      )}
    </FieldFrame>
  );
}
