import { chosenBranch } from "../../form/form-node.ts";
import type { FormNode } from "../../form/form-node.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useField, useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

export function UnionField({ node }: FieldProps) {
  const input = useForm();
  const Field = useField();
  const { shape } = node;
  if (shape.kind !== "union") return null;
  const { index, node: inner } = chosenBranch(input.source.value, node);
  const choose = (chosen: number): void => {
    const branch = shape.branches[chosen];
    if (branch === undefined) input.set(node.path, undefined);
    else input.choose(node, chosen, branch);
  };
  return (
    <FieldFrame node={node} as="group" isOuter={inner !== undefined && inner.control !== "object"}>
      {({ id, "aria-describedby": describedBy }) => (
        <>
          <select
            id={id}
            class="control"
            aria-label={`Kind of ${node.label}`}
            aria-describedby={describedBy}
            value={String(index)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {(index === -1 || !node.required) && <option value="-1">not set</option>}
            {shape.branches.map(({ label }, at) => (
              <option key={String(at)} value={String(at)}>
                {label}
              </option>
            ))}
          </select>
          {inner !== undefined && (
            <div class="nested">
              <Field key={String(index)} node={asInner(inner)} isRoot={inner.control === "object"} />
            </div>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** The field of the branch sits inside the field of the union, which already has the buttons. */
function asInner(inner: FormNode): FormNode {
  return { ...inner, label: "Value", isItem: false, isNamed: false, required: true };
}
