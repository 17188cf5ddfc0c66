import { useState } from "preact/hooks";
import { lineOf } from "../../data/data-rows.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon } from "../controls/icons.tsx";
import { Modal } from "../controls/modal.tsx";

/** The saved inputs of an operation. The user saves the current input, or loads an earlier one. */
export function SavedDialog({ bench, onClose }: { readonly bench: Bench; readonly onClose: () => void }) {
  const { saved, announce } = useApp();
  const { spec, input } = bench;
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const own = saved.list.value.filter(({ operationId }) => operationId === spec.id);
  const save = (event: Event): void => {
    event.preventDefault();
    if (name.trim() === "") return setProblem("Give it a name first.");
    const { value, lacksSecret } = input.secrets.strip(input.value.value);
    const isKept = saved.add({ name, operationId: spec.id, input: value, ...(lacksSecret ? { lacksSecret } : {}) });
    if (!isKept) return setProblem("This browser has no room for it. Forget requests that you no longer need.");
    setProblem(undefined);
    setName("");
    announce("Saved.");
  };
  return (
    <Modal title="Saved requests" onClose={onClose}>
      <form class="name-form" onSubmit={save}>
        <label for="saved-name">Save the current input as</label>
        <div class="control-row">
          <input
            id="saved-name"
            class="control"
            autoComplete="off"
            maxLength={100}
            value={name}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : "saved-problem"}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Save
          </button>
        </div>
        <p id="saved-problem" class="problem-text" role="alert">
          {problem}
        </p>
      </form>
      {own.length === 0 ? (
        <p class="muted">Nothing is saved for this operation. This browser keeps what you save, without secrets.</p>
      ) : (
        <ul class="saved-list">
          {own.map((request) => (
            <li key={request.key}>
              <button
                type="button"
                class="saved-use"
                onClick={() => {
                  input.replace(request.input);
                  onClose();
                }}
              >
                <strong>{request.name}</strong>
                <code>{request.input === undefined ? "no input" : lineOf(request.input)}</code>
              </button>
              <IconButton icon={CloseIcon} label={`Forget ${request.name}`} onClick={() => saved.remove(request.key)} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
