import { HeldAnswer, SHORT_ANSWER } from "../../../shared/connections/held-answer.ts";
import { readJSON } from "../../../shared/json/read-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import { MOST_VALUES_NAME, tooLargeError } from "../process/json-rpc.ts";
import { EventStage } from "./event-stage.ts";
import { throughStage } from "./through-stage.ts";
import type { BodyOptions, Bytes, Stage } from "./through-stage.ts";

/** The same response with a body that fails beyond the limits. For a stream, the limits apply to each event. */
export function boundResponse(response: Response, options: BodyOptions): Response {
  const { body, headers, status, statusText } = response;
  if (body === null) {
    options.onEnd();
    return response;
  }
  const isStream = (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // A compressed body grows when it is read, so its length says nothing.
  if (!isStream && length <= Math.min(SHORT_ANSWER, options.maxBytes) && !headers.has("content-encoding")) {
    options.onEnd();
    return readExactly(response, options);
  }
  const init = { headers, status, statusText };
  if (isStream) return new Response(throughStage(body, new EventStage(options)), init);
  const stage = new WholeBody(options);
  return readExactly(new Response(throughStage(body, stage), init), options, stage);
}

/** The SDK parses JSON itself, however long that takes, and would round integers of more than 53 bits. */
function readExactly(response: Response, options: BodyOptions, whole?: WholeBody): Response {
  const json = async (): Promise<unknown> => {
    if (whole !== undefined) whole.isParsed = true;
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isAbandoned = (): boolean => whole?.refused !== undefined;
      const value = await readJSON(bytes, { most: options.maxValues, limitName: MOST_VALUES_NAME, isAbandoned });
      if (whole?.refused !== undefined) throw whole.refused;
      return value;
    } catch (error) {
      if (error instanceof CallError) options.onRefused(error);
      throw error;
    } finally {
      whole?.release();
    }
  };
  return Object.defineProperty(response, "json", { value: json });
}

/** A body that is read as a whole. */
class WholeBody implements Stage {
  readonly #options: BodyOptions;
  readonly #held: HeldAnswer;
  /** Whether it is parsed. The SDK reads the body of a refusal as text only. */
  isParsed = false;
  #bytes = 0;

  constructor(options: BodyOptions) {
    this.#options = options;
    this.#held = new HeldAnswer(options.sender, options.maxBytes);
  }

  /** Set if too many long answers are being read. */
  get refused(): CallError | undefined {
    return this.#held.refused;
  }

  take(chunk: Bytes): readonly Bytes[] {
    const { maxBytes } = this.#options;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) throw tooLargeError(this.#bytes, maxBytes);
    if (this.#bytes > SHORT_ANSWER) this.#held.grow(this.#bytes);
    if (this.refused !== undefined) throw this.refused;
    return [chunk];
  }

  end(): readonly Bytes[] {
    return [];
  }

  closed(error: unknown, isWhole: boolean): void {
    // A whole body that is parsed is held until then.
    if (!isWhole || !this.isParsed) this.release();
    this.#options.onEnd();
    if (error instanceof CallError) this.#options.onRefused(error);
  }

  release(): void {
    this.#held.release();
  }
}
