import type { ShownExchange, ShownMessage } from "../../api/contract.ts";
import { formatClock, formatDuration, formatSize } from "../../data/format.ts";
import type { Runner, RunState } from "../../state/run.ts";
import { WIRE_SCOPE } from "../../state/wire-setting.ts";
import { useApp } from "../hooks/app-context.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { Failure } from "../controls/failure.tsx";
import { LongText } from "../controls/long-text.tsx";
import { usePolled } from "../hooks/use-polled.ts";

const REFRESH_MS = 1000;

/** What the call sent to the hub, what the hub sent on to servers, and what came back. */
export function WireView({ runner }: { readonly runner: Runner }) {
  const { wire: setting } = useApp();
  const run = runner.state.value;
  const exchange = runner.wire.value;
  return (
    <div class="wire">
      <label class="check">
        <input
          type="checkbox"
          checked={setting.isOn.value}
          onChange={({ currentTarget }) => (setting.isOn.value = currentTarget.checked)}
        />
        Record the next runs in this tab
      </label>
      {exchange === undefined ? (
        <p class="hint">
          {setting.isOn.value
            ? "This run was not recorded. Run the operation again."
            : "Off by default. Recorded runs show their requests and answers with header fields, bodies, status and time; credentials are masked."}
        </p>
      ) : (
        <>
          <h3>From this page to the hub</h3>
          <ExchangeView exchange={exchange} />
          <p class="hint">The browser adds its own header fields, and the two halves of your session.</p>
          <h3>From the hub to servers</h3>
          {setting.seesServers.value ? (
            <SentOn run={run} />
          ) : (
            <p class="hint">
              To see this, you need the scope <code>{WIRE_SCOPE}</code>.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function SentOn({ run: { requestId, step } }: { readonly run: RunState }) {
  if (requestId === undefined) return <p class="hint">The server has not sent the id of this call.</p>;
  // Ask once more after the call has ended.
  return <SentOnOf key={`${requestId} ${step}`} requestId={requestId} isRunning={step === "running"} />;
}

function SentOnOf({ requestId, isRunning }: { readonly requestId: string; readonly isRunning: boolean }) {
  const { client } = useApp();
  const loaded = usePolled(() => client.exchanges(requestId), isRunning ? REFRESH_MS : undefined);
  if (loaded === undefined) return <p class="loading">Loading what was sent…</p>;
  if ("error" in loaded) return <Failure error={loaded.error} />;
  const { exchanges, leftOut } = loaded.value ?? { exchanges: [], leftOut: 0 };
  if (exchanges.length === 0)
    return <p class="hint">Nothing was sent{isRunning ? " yet" : ""}: no HTTP API and no MCP server was called.</p>;
  return (
    <>
      {exchanges.map((exchange, index) => (
        <ExchangeView key={String(index)} exchange={exchange} />
      ))}
      {leftOut > 0 && <p class="hint">{leftOut} more were left out for lack of space.</p>}
    </>
  );
}

/** One request and its answer. */
function ExchangeView({ exchange: { request, answer, error, at, durationMs } }: { readonly exchange: ShownExchange }) {
  const { method, to } = request;
  const status = answer?.status;
  const isBad = error !== undefined || (status !== undefined && status >= 400);
  return (
    <section class="exchange" aria-label={`${method} ${to}`}>
      <p class="exchange-line">
        <strong>{method}</strong> <code>{to}</code>
      </p>
      <p class="exchange-line">
        {(status !== undefined || error !== undefined) && (
          <span class={`status ${isBad ? "bad" : "good"}`}>{status ?? "failed"}</span>
        )}
        <span class="muted">
          {formatClock(Date.parse(at))}, {formatDuration(durationMs)}
        </span>
      </p>
      {error !== undefined && <p class="problem-text">{error}</p>}
      <MessagePart title="Request" message={request} />
      {answer !== undefined && <MessagePart title="Answer" message={answer} isStream={answer.isStream === true} />}
    </section>
  );
}

interface MessagePartProps {
  readonly title: string;
  readonly message: ShownMessage;
  readonly isStream?: boolean;
}

function MessagePart({ title, message: { headers = {}, text, bytes, isCut }, isStream = false }: MessagePartProps) {
  const fields = Object.entries(headers);
  const shown = text === undefined ? undefined : isCut ? text : indented(text);
  return (
    <details>
      <summary>
        {title} <span class="muted">{isStream ? "a stream" : bytes === 0 ? "no body" : formatSize(bytes)}</span>
      </summary>
      {fields.length > 0 && (
        <dl class="wire-fields">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown !== undefined && (
        <div class="wire-body">
          <CopyButton text={shown} label={`Copy the body of the ${title.toLowerCase()}`} />
          <LongText text={shown} label={`Body of the ${title.toLowerCase()}`} />
        </div>
      )}
      {isCut && <p class="hint">This is the beginning of the body.</p>}
      {isStream && <p class="hint">Its items are in the result.</p>}
      {bytes > 0 && shown === undefined && <p class="hint">The body is not text.</p>}
    </details>
  );
}

/** JSON with line breaks. If parsing would lose digits of a number, the text stays unchanged. */
function indented(text: string): string {
  if (/\d{16,}/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
