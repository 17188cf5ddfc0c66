import { useApp } from "../controls/app-context.ts";
import { Modal } from "../controls/modal.tsx";
import { shortcuts } from "./use-shortcuts.ts";

export function HelpDialog() {
  const { isHelpOpen } = useApp();
  if (!isHelpOpen.value) return null;
  return (
    <Modal title="Keyboard" onClose={() => (isHelpOpen.value = false)}>
      <dl class="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
