import type { ComponentChildren } from "preact";
import { errorsAt } from "../../form/field-errors.ts";
import type { FormNode } from "../../form/form-node.ts";
import { initialItem } from "../../form/initial-value.ts";
import { getAt, isObject, renameKey } from "../../json/json-path.ts";
import { typeHint } from "../../form/type-hint.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon } from "../controls/icons.tsx";
import { LongMarkdown } from "../controls/long-markdown.tsx";
import { focusFieldSoon } from "./focus-field.ts";
import { fieldId, useForm } from "./form-context.ts";
import { ItemTools } from "./item-tools.tsx";

/** For the element that the user edits. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
  readonly "aria-required": boolean;
}

interface FieldFrameProps {
  readonly node: FormNode;
  /** `group`: the field has several controls, and the label is its legend. */
  readonly as?: "single" | "group";
  /** A field inside this one has the same path and shows its errors. */
  readonly isOuter?: boolean;
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

/** The parts of every field: label, type, description, errors, and a button to remove the value. */
export function FieldFrame({ node, as = "single", isOuter = false, children }: FieldFrameProps) {
  const { errors } = useForm();
  const id = `${fieldId(node.pointer)}${isOuter ? "~" : ""}`;
  const isLeaf = node.control !== "object" && node.control !== "array" && node.control !== "union";
  const problems = isOuter ? [] : errorsAt(errors.value, node.pointer, isLeaf);
  const hasWords = node.description !== undefined;
  const describedBy =
    [hasWords && `${id}-words`, problems.length > 0 && `${id}-problems`].filter(Boolean).join(" ") || undefined;
  const Frame = as === "group" ? "fieldset" : "div";
  return (
    <Frame
      class="field"
      data-invalid={problems.length > 0 ? true : undefined}
      data-present={node.present ? true : undefined}
      {...(as === "group" ? { id, "aria-describedby": describedBy } : {})}
    >
      {as === "group" && (
        <legend class="sr-only">
          <FieldName node={node} />
        </legend>
      )}
      <div class="field-head">
        {node.isNamed && <RenameTool node={node} />}
        <FieldLabel node={node} {...(as === "single" ? { for: id } : {})} />
        <span class="field-type">{typeHint(node)}</span>
        <FieldTools node={node} />
      </div>
      {node.description !== undefined && (
        <LongMarkdown class="field-words" id={`${id}-words`} text={node.description} />
      )}
      {children({
        id: as === "group" ? `${id}-control` : id,
        "aria-describedby": describedBy,
        "aria-invalid": problems.length > 0,
        "aria-required": node.required,
      })}
      {problems.length > 0 && (
        <ul class="field-problems" id={`${id}-problems`}>
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

function FieldLabel({ node, for: target }: { readonly node: FormNode; readonly for?: string }) {
  const Label = target === undefined ? "span" : "label";
  return (
    <Label class={node.isNamed ? "sr-only" : "field-name"} for={target} aria-hidden={target === undefined || undefined}>
      <FieldName node={node} />
    </Label>
  );
}

function FieldName({ node }: { readonly node: FormNode }) {
  return (
    <>
      {node.label}
      {node.required && !node.isItem && (
        <>
          <span class="required" aria-hidden="true">
            {" "}
            *
          </span>
          <span class="sr-only"> (required)</span>
        </>
      )}
    </>
  );
}

function FieldTools({ node }: { readonly node: FormNode }) {
  const input = useForm();
  const { shape, path, present, required, isItem, isNamed } = node;
  const canBeNull = shape.nullable && node.control !== "null";
  const start = (): unknown => initialItem(input.source.value.document, { ...shape.schema, nullable: false });
  return (
    <span class="field-tools">
      {canBeNull && (
        <button
          type="button"
          class="chip-button"
          aria-pressed={node.value === null}
          aria-label={`${node.label}: null`}
          onClick={() => input.set(path, node.value === null ? (required || isItem ? start() : undefined) : null)}
        >
          null
        </button>
      )}
      {isItem ? (
        <ItemTools node={node} />
      ) : (
        present &&
        path.length > 0 &&
        (!required || isNamed) && (
          <IconButton
            icon={CloseIcon}
            label={`Remove ${node.label}`}
            title="Remove"
            onClick={() => {
              input.set(path, undefined);
              focusFieldSoon(node.pointer);
            }}
          />
        )
      )}
    </span>
  );
}

function RenameTool({ node }: { readonly node: FormNode }) {
  const input = useForm();
  const parentPath = node.path.slice(0, -1);
  const rename = (name: string): void => {
    const parent = getAt(input.value.value, parentPath);
    if (!isObject(parent) || name === "" || Object.hasOwn(parent, name)) return;
    input.set(parentPath, renameKey(parent, node.label, name));
  };
  return (
    <input
      class="control mono key-name"
      aria-label={`Name of ${node.label}`}
      value={node.label}
      onChange={(event) => {
        rename(event.currentTarget.value);
        event.currentTarget.value = node.label;
      }}
    />
  );
}
