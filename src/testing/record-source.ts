import { toCallError } from "../errors/call-error.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import { operationId } from "../operation/operation-id.ts";
import { toOffer } from "../protocol/offers/offered-operation.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import type { OpenedSource, OperationSource } from "../sources/source.ts";
import { writeRecording } from "./recording.ts";
import type { RecordedAnswer, RecordedCall } from "./recording.ts";
import { withHandler } from "./with-handler.ts";

/**
 * The same source, which writes its operations and answers to a file when it is closed. `replaySource` answers from
 * that file. It holds inputs and answers as they are, so record only data that others may read.
 *
 * @example
 * const handle = await openSource(recordSource(openAPISource, "weather.recording.json"), config, { registry, name: "weather" });
 */
export function recordSource<TConfig>(source: OperationSource<TConfig>, file: string): OperationSource<TConfig> {
  return {
    configSchema: source.configSchema,
    async open(config, context) {
      const calls: RecordedCall[] = [];
      const opened = await source.open(config, context);
      const recorded = new WeakMap<AnyOperation, AnyOperation>();
      const recordedOnce = (operation: AnyOperation): AnyOperation => {
        const known = recorded.get(operation) ?? recordedOperation(operation, (call) => calls.push(call));
        recorded.set(operation, known);
        return known;
      };
      let closing: Promise<void> | undefined;
      const close = async (options: Parameters<OpenedSource["close"]>[0]): Promise<void> => {
        const operations = opened.operations.map((each) => ({ spec: toOffer(each), origin: each.origin }));
        await opened.close(options);
        await writeRecording(file, { version: 1, operations, calls });
      };
      return {
        get operations() {
          return opened.operations.map(recordedOnce);
        },
        report: () => opened.report?.() ?? { quarantined: [], findings: [] },
        stopAnswering: () => opened.stopAnswering?.(),
        close: (options) => (closing ??= close(options)),
      };
    },
  };
}

function recordedOperation(operation: AnyOperation, record: (call: RecordedCall) => void): AnyOperation {
  const id = operationId(operation);
  const handler = async (input: never, context: never): Promise<unknown> => {
    const note = (answer: RecordedAnswer): void => record({ id, input: structuredClone(input), ...answer });
    try {
      const output = await operation.handler(input, context);
      if (isStreamOutcome(output)) return recordedItems(output, note);
      note({ output });
      return output;
    } catch (thrown) {
      note({ error: toCallError(thrown).toJSON() });
      throw thrown;
    }
  };
  return withHandler(operation, handler);
}

/** A stream is recorded when it ends, by itself or because its reader stops. */
async function* recordedItems(stream: AsyncIterable<unknown>, note: (answer: RecordedAnswer) => void) {
  const items: unknown[] = [];
  let error: RecordedAnswer["error"];
  try {
    for await (const item of stream) {
      items.push(item);
      yield item;
    }
  } catch (thrown) {
    error = toCallError(thrown).toJSON();
    throw thrown;
  } finally {
    note({ items, error });
  }
}
