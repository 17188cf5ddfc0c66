import { CallError } from "../errors/call-error.ts";
import { fromRemoteError } from "../errors/remote-error.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import { fromOffer } from "../protocol/offers/offered-operation.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import { encodeData } from "../shared/json/encode-data.ts";
import type { OperationSource } from "../sources/source.ts";
import { readRecording } from "./recording.ts";
import type { RecordedAnswer, RecordedCall, Recording } from "./recording.ts";

/**
 * A source that answers from a file of `recordSource`, without the service that was recorded. Answers to the same input
 * come in the order of the recording, and the last one repeats. A call with any other input fails, and says so.
 *
 * @example
 * const handle = await openSource(replaySource("weather.recording.json"), {}, { registry, name: "weather" });
 */
export function replaySource(file: string): OperationSource {
  return {
    async open(_config, { signal }) {
      const recording = await readRecording(file);
      signal.throwIfAborted();
      const answers = new Answers(recording.calls, file);
      const operations = recording.operations.map((each) => replayedOperation(each, answers));
      return { operations, close: () => undefined };
    },
  };
}

function replayedOperation({ spec, origin }: Recording["operations"][number], answers: Answers): AnyOperation {
  const offer = fromOffer(spec, "recording");
  const descriptors = Object.getOwnPropertyDescriptors(offer.spec);
  const handler = (input: unknown): unknown => replay(answers.next(offer.id, input));
  return Object.defineProperties({} as AnyOperation, {
    ...descriptors,
    origin: { value: origin ?? { source: "recording" }, enumerable: true },
    handler: { value: handler, enumerable: true },
  });
}

function replay(answer: RecordedAnswer): unknown {
  if (answer.items !== undefined) return replayItems(answer.items, answer.error);
  if (answer.error !== undefined) throw fromRemoteError(answer.error);
  return answer.output;
}

async function* replayItems(items: readonly unknown[], error: RecordedAnswer["error"]) {
  yield* items;
  if (error !== undefined) throw fromRemoteError(error);
}

class Answers {
  readonly #calls: readonly RecordedCall[];
  readonly #file: string;
  readonly #used = new Set<RecordedCall>();

  constructor(calls: readonly RecordedCall[], file: string) {
    this.#calls = calls;
    this.#file = file;
  }

  next(id: string, input: unknown): RecordedAnswer {
    const wanted = encodeData(input);
    const fitting = this.#calls.filter((call) => call.id === id && isSameJSON(encodeData(call.input), wanted));
    const found = fitting.find((call) => !this.#used.has(call)) ?? fitting.at(-1);
    if (found === undefined) {
      const others = this.#calls.filter((call) => call.id === id).length;
      throw new CallError(
        "EXECUTION_ERROR",
        `The recording ${this.#file} has no answer of ${id} to this input, and ${others} to other inputs: record it again.`,
      );
    }
    this.#used.add(found);
    return found;
  }
}
