import { useState } from "preact/hooks";
import type { LoginStatus } from "../../api/contract.ts";
import { formatDate } from "../../data/format.ts";
import { useApp } from "../hooks/app-context.ts";
import { ConnectButton } from "../controls/connect-button.tsx";
import { DocLink } from "../controls/doc-link.tsx";
import { Failure } from "../controls/failure.tsx";
import { usePolled } from "../hooks/use-polled.ts";

const REFRESH_MS = 5000;
const looks = { "logged in": "good", ended: "bad", "logged out": "warn" } as const;
const words = { "logged in": "connected", ended: "ended", "logged out": "not connected" } as const;

/** The user's logins to the services behind sources. Hidden if no source has logins. */
export function LoginList() {
  const { client } = useApp();
  const loaded = usePolled(() => client.logins(), REFRESH_MS);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>(undefined);
  const logins = loaded !== undefined && "value" in loaded ? (loaded.value ?? []) : [];
  const disconnect = (source: string): void => {
    setFailure(undefined);
    client.disconnect(source).then(() => setGone(new Set([...gone, source])), setFailure);
  };
  if (logins.length === 0) return null;
  return (
    <section class="logins" aria-labelledby="logins">
      <div class="page-head">
        <h2 id="logins">Your logins</h2>
        <DocLink to="logins">How logins work</DocLink>
      </div>
      {failure !== undefined && <Failure error={failure} />}
      <ul class="sources">
        {logins.map((login) => (
          <LoginCard
            key={login.source}
            login={gone.has(login.source) ? { ...login, state: "logged out" } : login}
            onDisconnect={() => disconnect(login.source)}
          />
        ))}
      </ul>
    </section>
  );
}

function LoginCard({ login, onDisconnect }: { readonly login: LoginStatus; readonly onDisconnect: () => void }) {
  const { source, kind, state, scope, expiresAt, renews } = login;
  const isIn = state === "logged in";
  return (
    <li class="source" aria-label={`Login to ${source}`}>
      <div class="source-head">
        <h3>{source}</h3>
        <span class="tag">{kind}</span>
        <span class={`status ${looks[state]}`}>{words[state]}</span>
      </div>
      <p class="muted">
        {login.login === "caller" ? "Only your own calls use it." : "All callers share it."}
        {isIn && scope !== undefined && ` Its scopes: ${scope}.`}
        {isIn && renews === false && expiresAt !== undefined && ` It ends ${formatDate(Date.parse(expiresAt))}.`}
      </p>
      <div class="decisions">
        <ConnectButton source={source} isMain={!isIn}>
          {isIn ? "Connect another account" : "Connect"}
        </ConnectButton>
        {isIn && (
          <button type="button" class="button" onClick={onDisconnect}>
            Disconnect
          </button>
        )}
      </div>
    </li>
  );
}
