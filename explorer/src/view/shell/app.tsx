import { Login } from "./login.tsx";
import { Shell } from "./shell.tsx";
import { shortcuts } from "./use-shortcuts.ts";
import { useApp } from "../hooks/app-context.ts";
import { Modal } from "../controls/modal.tsx";
import { NextTry } from "../controls/next-try.tsx";

export function App() {
  const { session, announcement } = useApp();
  const { step } = session.state.value;
  return (
    <>
      <ConnectionBanner />
      {step === "starting" && (
        <main class="splash">
          <p class="loading">Connecting…</p>
        </main>
      )}
      {step === "out" && <Login />}
      {step === "in" && <Shell />}
      <HelpDialog />
      <div class="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}

/** Says that the server cannot be reached, and when the page tries again. */
function ConnectionBanner() {
  const { connection } = useApp();
  const until = connection.lostUntil.value;
  return (
    <div role="alert">
      {until !== undefined && (
        <div class="banner">
          <span>
            <strong>Connection lost.</strong> <NextTry at={until} />
          </span>
          <button type="button" class="button small" onClick={() => connection.retryNow()}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}

function HelpDialog() {
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
