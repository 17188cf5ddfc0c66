import { useState } from "preact/hooks";
import { VARIABLE_NAME, variableValue } from "../../kept/variables.ts";
import type { Variable, VariableKind } from "../../kept/variables.ts";
import { useApp } from "../hooks/app-context.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon } from "../controls/icons.tsx";
import { Modal } from "../controls/modal.tsx";

const EMPTY: Variable = { name: "", value: "", kind: "text", isSecret: false };

const kinds: ReadonlyArray<readonly [VariableKind, string]> = [
  ["text", "Text"],
  ["number", "Number"],
  ["boolean", "true or false"],
];

const wrongValue: Readonly<Record<VariableKind, string>> = {
  text: "This text is too long for a variable.",
  number: "This is not a number.",
  boolean: "Write true or false.",
};

/** The variables that inputs can use. */
export function VariablesDialog({ onClose }: { readonly onClose: () => void }) {
  const { variables } = useApp();
  const [draft, setDraft] = useState(EMPTY);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const list = variables.list.value;
  // Preact's types require a literal here.
  const shownAs = (draft.isSecret ? "password" : "text") as "text";
  const add = (event: Event): void => {
    event.preventDefault();
    const name = draft.name.trim();
    if (!VARIABLE_NAME.test(name)) return setProblem("Use letters, digits, _ and -, and start with a letter.");
    if (variableValue(draft) === undefined) return setProblem(wrongValue[draft.kind]);
    if (!variables.set({ ...draft, name })) return setProblem("This browser has no room for it.");
    setProblem(undefined);
    setDraft(EMPTY);
  };
  return (
    <Modal title="Variables" onClose={onClose}>
      <p class="muted">
        Write <code>{"{{name}}"}</code> in a text of any input. The value takes its place when you run the operation. A
        number, true or false keeps its type where <code>{"{{name}}"}</code> is the whole text: in a field for numbers,
        or in JSON as <code>{'"{{name}}"'}</code>.
      </p>
      <form class="variable-form" onSubmit={add}>
        <label>
          Name
          <input
            class="control mono"
            autoComplete="off"
            spellcheck={false}
            value={draft.name}
            aria-invalid={problem !== undefined}
            onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
        </label>
        <label>
          Value
          <input
            class="control"
            type={shownAs}
            autoComplete="off"
            spellcheck={false}
            value={draft.value}
            onInput={({ currentTarget }) => setDraft({ ...draft, value: currentTarget.value })}
          />
        </label>
        <label>
          Kind
          <select
            class="control"
            value={draft.kind}
            onChange={({ currentTarget }) => setDraft({ ...draft, kind: currentTarget.value as VariableKind })}
          >
            {kinds.map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.isSecret}
            onChange={({ currentTarget }) => setDraft({ ...draft, isSecret: currentTarget.checked })}
          />
          Secret (this tab only)
        </label>
        <button type="submit" class="button primary">
          Set
        </button>
      </form>
      <p class="problem-text" role="alert">
        {problem}
      </p>
      <ul class="saved-list">
        {list.map((variable) => (
          <li key={variable.name}>
            <button type="button" class="saved-use" onClick={() => setDraft(variable)}>
              <strong class="mono">{`{{${variable.name}}}`}</strong>
              <code>{variable.isSecret ? "••••••" : variable.value}</code>
            </button>
            <IconButton
              icon={CloseIcon}
              label={`Forget ${variable.name}`}
              onClick={() => variables.remove(variable.name)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
