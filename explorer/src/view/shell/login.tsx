import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../hooks/app-context.ts";
import { DocLink } from "../controls/doc-link.tsx";
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
    // Not the `autofocus` attribute: it works only once, and the user may log out and in again.
    field.current?.focus();
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    const tried = key.trim();
    if (tried === "") field.current?.focus();
    else void session.logIn({ key: tried }).then(() => field.current?.select());
  };
  return (
    <main class="splash">
      <form class="login" onSubmit={submit} noValidate>
        <Mark />
        <h1>Operations explorer</h1>
        <p class="muted">
          Log in with an access key for this server. You will see the operations that the key may call.
        </p>
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
          {isTrying ? "Logging in…" : "Log in"}
        </button>
        <p id="login-hint" class="hint">
          The hub prints a link that logs you in when it starts on a terminal, and the path of its key file. You stay
          logged in for twelve hours, in every tab of this browser. The browser does not keep the key.{" "}
          <DocLink to="keys">How to get a key</DocLink>
        </p>
      </form>
    </main>
  );
}
