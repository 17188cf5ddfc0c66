import { ArrayField } from "./array-field.tsx";
import { BooleanField, ConstField, EnumField } from "./choice-fields.tsx";
import { BytesField } from "./bytes-field.tsx";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./form-context.ts";
import { JsonField } from "./json-field.tsx";
import { NumberField } from "./number-field.tsx";
import { ObjectField } from "./object-field.tsx";
import { TextField } from "./text-field.tsx";
import { UnionField } from "./union-field.tsx";

/** Values nested deeper than this are edited as JSON. */
const DEEPEST_FIELD = 16;

export function Field({ node, isRoot = false }: FieldProps) {
  if (node.value === null && node.shape.nullable && node.control !== "null") return <NullField node={node} />;
  if (node.path.length > DEEPEST_FIELD) return <JsonField node={node} />;
  switch (node.control) {
    case "object":
      return <ObjectField node={node} isRoot={isRoot} />;
    case "array":
      return <ArrayField node={node} />;
    case "union":
      return <UnionField node={node} />;
    case "string":
      return <TextField node={node} />;
    case "number":
    case "integer":
      return <NumberField node={node} />;
    case "boolean":
      return <BooleanField node={node} />;
    case "enum":
      return <EnumField node={node} />;
    case "const":
    case "null":
      return <ConstField node={node} />;
    case "bytes":
      return <BytesField node={node} />;
    case "json":
      return <JsonField node={node} />;
  }
}

function NullField({ node }: FieldProps) {
  return (
    <FieldFrame node={node}>
      {({ id, "aria-describedby": describedBy }) => (
        <output id={id} class="fixed-value" aria-describedby={describedBy}>
          null
        </output>
      )}
    </FieldFrame>
  );
}
