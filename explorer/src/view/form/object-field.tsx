import { useRef, useState } from "preact/hooks";
import { isWithin } from "../../json/json-path.ts";
import { childrenOf } from "../../form/form-node.ts";
import type { FormNode } from "../../form/form-node.ts";
import { initialItem, initialValue } from "../../form/initial-value.ts";
import { ChevronIcon, PlusIcon } from "../controls/icons.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { useField, useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

/** If there are more optional members, a button hides them. */
const OPTIONAL_SHOWN = 6;
const MEMBERS_SHOWN = 100;

export function ObjectField({ node, isRoot = false }: FieldProps) {
  if (isRoot) return node.present ? <Members node={node} /> : <AddButton node={node} label="Add input" />;
  // A record needs no Add button: its first member creates it.
  const isRecord =
    node.shape.kind === "object" && node.shape.properties.length === 0 && node.shape.additional !== undefined;
  if (!node.present && !isRecord) {
    return (
      <FieldFrame node={node} as="group">
        {() => <AddButton node={node} label={`Add ${node.label}`} />}
      </FieldFrame>
    );
  }
  return (
    <FieldFrame node={node} as="group">
      {() => (
        <div class="nested">
          <Members node={node} />
        </div>
      )}
    </FieldFrame>
  );
}

function AddButton({ node, label }: { readonly node: FormNode; readonly label: string }) {
  const input = useForm();
  return (
    <button
      type="button"
      class="button small"
      onClick={() => input.set(node.path, initialValue(input.source.value.document, node.shape.schema) ?? {})}
    >
      <PlusIcon /> {label}
    </button>
  );
}

function Members({ node }: { readonly node: FormNode }) {
  const { source, errors } = useForm();
  const Field = useField();
  const [showsAll, setShowsAll] = useState(false);
  const [most, setMost] = useState(MEMBERS_SHOWN);
  const members = childrenOf(source.value, node);
  const isWanted = ({ required, present, pointer }: FormNode): boolean =>
    required || present || errors.value.some(({ path }) => isWithin(path, pointer));
  // A field stays visible once shown, so that it does not vanish while the user empties it.
  const seen = useRef(new Set<string>()).current;
  for (const member of members) if (isWanted(member)) seen.add(member.pointer);
  const optional = members.filter(({ pointer }) => !seen.has(pointer));
  const hides = !showsAll && optional.length > OPTIONAL_SHOWN;
  const shown = hides ? members.filter(({ pointer }) => seen.has(pointer)) : members;
  const hasNone = members.length === 0 && node.shape.kind === "object" && node.shape.additional === undefined;
  const isFree = members.length === 0 && !hasNone && node.path.length === 0;
  return (
    <div class="members">
      {hasNone && <p class="hint">There is nothing to fill in.</p>}
      {isFree && <p class="hint">You can add any members. Give each a name.</p>}
      {shown.slice(0, most).map((member) => (
        <Field key={member.pointer} node={member} />
      ))}
      {shown.length > most && (
        <button type="button" class="button small" onClick={() => setMost(most + MEMBERS_SHOWN)}>
          Show more ({shown.length - most} not shown)
        </button>
      )}
      {hides && (
        <button type="button" class="link more" onClick={() => setShowsAll(true)}>
          <ChevronIcon /> Show {optional.length} optional fields
        </button>
      )}
      <AddMember node={node} />
    </div>
  );
}

/** Adds a member with a name that the user chooses, if the schema allows it. */
function AddMember({ node }: { readonly node: FormNode }) {
  const input = useForm();
  const [name, setName] = useState("");
  const { shape } = node;
  if (shape.kind !== "object" || shape.additional === undefined) return null;
  const isTaken = typeof node.value === "object" && node.value !== null && Object.hasOwn(node.value, name);
  const add = (): void => {
    if (name === "" || isTaken) return;
    input.set([...node.path, name], initialItem(input.source.value.document, shape.additional));
    setName("");
  };
  return (
    <div class="add-member">
      <input
        class="control mono"
        aria-label={node.path.length === 0 ? "Name of a new member" : `Name of a new member of ${node.label}`}
        placeholder="name"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" class="button small" disabled={name === "" || isTaken} onClick={add}>
        <PlusIcon /> Add
      </button>
      {isTaken && <span class="problem-text">This name is already in use.</span>}
    </div>
  );
}
