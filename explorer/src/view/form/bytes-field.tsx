import { useState } from "preact/hooks";
import { base64Size, formatSize, isTaggedBytes, toBase64 } from "../../form/bytes.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

/** More would stop the browser while it is written as text, and most servers would refuse it. */
const LARGEST_FILE = 20_000_000;

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
    if (file.size > LARGEST_FILE) {
      setProblem(
        `${file.name} has ${formatSize(file.size)}: more than ${formatSize(LARGEST_FILE)} can't be sent from here.`,
      );
      return;
    }
    const text = toBase64(new Uint8Array(await file.arrayBuffer()));
    setProblem(undefined);
    setName(file.name);
    input.set(node.path, isTagged ? { $bytes: text } : text);
  };
  return (
    <FieldFrame node={node}>
      {({ id, describedBy, isInvalid }) => (
        <div class="file-row">
          <input
            id={id}
            type="file"
            class="file-input"
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
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
