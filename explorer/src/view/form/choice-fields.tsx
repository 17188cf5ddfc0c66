import { isSameJSON } from "../../../../src/shared/json/is-same-json.ts";
import { labelOfValue } from "../../form/shape.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

export function EnumField({ node }: FieldProps) {
  const input = useForm();
  const { shape, value, present, path } = node;
  if (shape.kind !== "enum") return null;
  const index = shape.values.findIndex((allowed) => isSameJSON(allowed, value));
  return (
    <FieldFrame node={node}>
      {(attributes) => (
        <select
          {...attributes}
          class="control"
          value={String(index)}
          onChange={(event) => input.set(path, shape.values[Number(event.currentTarget.value)])}
        >
          {node.mismatch && <option value="-1">{labelOfValue(value)} (invalid)</option>}
          {(!present || !node.required) && <option value={node.mismatch ? "-2" : "-1"}>not set</option>}
          {shape.labels.map((label, at) => (
            <option key={String(at)} value={String(at)}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function BooleanField({ node }: FieldProps) {
  const input = useForm();
  return (
    <FieldFrame node={node} as="group">
      {({ id }) => (
        <div class="segments">
          {[true, false].map((option) => (
            <label key={String(option)}>
              <input
                type="radio"
                name={id}
                checked={node.value === option}
                onChange={() => input.set(node.path, option)}
              />
              <span>{String(option)}</span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** A constant: the input either has it or not. */
export function ConstField({ node }: FieldProps) {
  const input = useForm();
  const { shape } = node;
  const fixed = shape.kind === "const" ? shape.value : null;
  return (
    <FieldFrame node={node}>
      {({ id, "aria-describedby": describedBy }) =>
        node.present ? (
          <output id={id} class="fixed-value" aria-describedby={describedBy}>
            {labelOfValue(fixed)}
          </output>
        ) : (
          <button
            type="button"
            id={id}
            class="button small"
            aria-describedby={describedBy}
            onClick={() => input.set(node.path, fixed)}
          >
            Set to {labelOfValue(fixed)}
          </button>
        )
      }
    </FieldFrame>
  );
}
