import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../controls/app-context.ts";
import { Mark } from "../controls/icons.tsx";

export function Login() {
  const { session } = useApp();
  const [key, setKey] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const state = session.state.value;
  const reason = state.step === "out" ? state.reason : undefined;
  const isTrying = state.step === "out" && state.isTrying === true;

  useEffect(() => {
    document.title = "Log in · Operations explorer";
    // The one thing to do on this page. Not by the attribute: that counts once only, and one may log out and in again.
    field.current?.focus();
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    const tried = key.trim();
    if (tried === "") field.current?.focus();
    else void session.logIn(tried).then(() => field.current?.select());
  };
  return (
    <main class="splash">
      <form class="login" onSubmit={submit} noValidate>
        <Mark />
        <h1>Operations explorer</h1>
        <p class="muted">Log in with an access key of this server. The page shows what that key may call.</p>
        <div class="field">
          <label for="login-key">Access key</label>
          <input
            id="login-key"
            ref={field}
            class="control mono"
            type="password"
            autoComplete="off"
            spellcheck={false}
            value={key}
            aria-invalid={reason !== undefined}
            aria-describedby={reason === undefined ? "login-hint" : "login-problem login-hint"}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </div>
        <div role="alert">
          {reason !== undefined && (
            <p id="login-problem" class="problem-text">
              {reason}
            </p>
          )}
        </div>
        <button type="submit" class="button primary wide" disabled={isTrying}>
          {isTrying ? "Logging in …" : "Log in"}
        </button>
        <p id="login-hint" class="hint">
          The hub prints its key when it first starts, and the file that holds it every time. The key stays in this tab
          only, and goes when the tab is closed.
        </p>
      </form>
    </main>
  );
}
