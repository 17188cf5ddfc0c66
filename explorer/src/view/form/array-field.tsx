import { useState } from "preact/hooks";
import { childrenOf } from "../../form/form-node.ts";
import { initialItem } from "../../form/initial-value.ts";
import { PlusIcon } from "../controls/icons.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { useField, useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

const ITEMS_SHOWN = 50;

export function ArrayField({ node }: FieldProps) {
  const input = useForm();
  const Field = useField();
  const [most, setMost] = useState(ITEMS_SHOWN);
  const { shape, path } = node;
  if (shape.kind !== "array") return null;
  const items = childrenOf(input.source.value, node);
  const { maxItems } = shape.schema;
  const next = shape.prefix[items.length] ?? shape.items;
  const canAdd = next !== undefined && (typeof maxItems !== "number" || items.length < maxItems);
  return (
    <FieldFrame node={node} as="group">
      {() => (
        <div class={items.length > 0 ? "nested" : ""}>
          {items.slice(0, most).map((item) => (
            <Field key={item.pointer} node={item} />
          ))}
          {items.length > most && (
            <button type="button" class="button small" onClick={() => setMost(most + ITEMS_SHOWN)}>
              Show more ({items.length - most} not shown)
            </button>
          )}
          {canAdd && (
            <button
              type="button"
              class="button small"
              onClick={() => input.set([...path, items.length], initialItem(input.source.value.document, next))}
            >
              <PlusIcon /> Add to {node.label}
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
