import type { ComponentChildren } from "preact";
import { adviceOn } from "../../api/advice-for.ts";
import type { RepeatedOperation } from "../../api/advice-for.ts";
import type { ApiError } from "../../api/api-error.ts";
import { readablePath } from "../../form/field-errors.ts";
import type { InputState } from "../../state/input.ts";
import { ConnectButton } from "../controls/connect-button.tsx";
import { Advice } from "../controls/advice.tsx";
import { CopyButton } from "../controls/copy-button.tsx";
import { LongText } from "../controls/long-text.tsx";
import { isObject } from "../../json/json-path.ts";
import { DataTree } from "../data/data-tree.tsx";
import { focusField } from "../form/focus-field.ts";

const phaseWords: Record<string, string> = {
  notStarted: "The operation did not start.",
  started: "The operation had already started.",
  unknown: "It is unknown whether the operation started.",
};

interface ErrorViewProps {
  readonly error: ApiError;
  /** The operation whose call failed. */
  readonly operation: RepeatedOperation;
  readonly requestId: string | undefined;
}

/** Why a call failed, and what the user can do. */
export function ErrorView({ error, operation, requestId }: ErrorViewProps) {
  const advice = adviceOn(error, operation);
  const phase = error.phase === undefined ? undefined : phaseWords[error.phase];
  const source = sourceToConnect(error);
  return (
    <div class="problem" role="group" aria-label="Error">
      <ErrorNotice error={error}>
        <p>
          <strong>{error.message}</strong>
        </p>
        <Advice error={error} />
        {source !== undefined && <ConnectButton source={source}>{`Connect to ${source}`}</ConnectButton>}
        {(phase !== undefined || advice !== undefined) && (
          <p class="muted">
            {phase} {advice}
          </p>
        )}
        {requestId !== undefined && (
          <p class="muted">
            Request <code>{requestId}</code> <CopyButton text={requestId} label="Copy the request id" />
            Include it when you ask for help.
          </p>
        )}
      </ErrorNotice>
      <ErrorDetails details={error.details} />
    </div>
  );
}

/** The answer of a service behind the hub is shown separately: it usually explains best what is wrong. */
function ErrorDetails({ details }: { readonly details: unknown }) {
  if (details === undefined) return null;
  if (!isObject(details) || typeof details["status"] !== "number" || details["body"] === undefined)
    return <DataTree value={details} label="Error details" />;
  const { status, body, ...rest } = details;
  return (
    <>
      <h3 class="answer-head">The service answered {status}</h3>
      {typeof body === "string" ? (
        <LongText text={body} label="The body of the service’s answer" />
      ) : (
        <DataTree value={body} label="The body of the service’s answer" />
      )}
      {Object.keys(rest).length > 0 && (
        <details class="answer-rest">
          <summary>The rest of the answer</summary>
          <DataTree value={rest} label="The rest of the answer" />
        </details>
      )}
    </>
  );
}

/** The source that the user can log in to in this browser. */
function sourceToConnect({ code, details }: ApiError): string | undefined {
  const { source, url } = (code === "LOGIN_REQUIRED" ? (details ?? {}) : {}) as { source?: unknown; url?: unknown };
  return typeof source === "string" && url !== undefined ? source : undefined;
}

interface RejectedViewProps {
  readonly error: ApiError;
  readonly input: InputState;
}

/** The form shows each error at its field. This view links to those fields. */
export function RejectedView({ error, input }: RejectedViewProps) {
  const [first] = input.errors.value;
  return (
    <div class="problem" role="group" aria-label="Error">
      <ErrorNotice error={error}>
        <p>
          <strong>The server rejected the input.</strong>{" "}
          {first === undefined ? (
            "You have changed every field with an error. Run it again."
          ) : (
            <button type="button" class="link" onClick={() => focusField(first.path)}>
              Go to {readablePath(first.path)}
            </button>
          )}
        </p>
      </ErrorNotice>
    </div>
  );
}

interface ErrorNoticeProps {
  readonly error: ApiError;
  readonly children: ComponentChildren;
}

function ErrorNotice({ error: { code, status }, children }: ErrorNoticeProps) {
  return (
    <div class="notice danger">
      <p class="problem-code">
        <code>{code}</code>
        {status !== undefined && <span class="muted"> {status}</span>}
      </p>
      {children}
    </div>
  );
}
