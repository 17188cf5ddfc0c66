/**
 * Registers the OpenTelemetry SDK, like a program that is started with `--import`. It appends every ended span to the
 * file `OTEL_TEST_SPANS`, as a line of JSON. With `OTEL_TEST_SAMPLER=off`, no trace begins here.
 */
import { appendFileSync } from "node:fs";

// Not as literals, because knip checks the repository's dependencies, and these belong to this sub-package.
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
