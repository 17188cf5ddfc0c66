import type { CallError } from "../../../errors/call-error.ts";
import type { LongMessages } from "./long-messages.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

export interface BodyOptions {
  /** The origin of the server. */
  readonly sender: string;
  readonly maxBytes: number;
  readonly maxValues: number;
  readonly longMessages: LongMessages;
  /** The body is not read any further. */
  readonly onRefused: (error: CallError) => void;
  /** The body has ended, or is bound to: it is short, and as long as the response says. */
  readonly onEnd: () => void;
  /** A stream of events has ended. `isResumable`: its events had ids, so another request may continue it. */
  readonly onStreamEnd: (isResumable: boolean) => void;
}

/** What a body passes through. */
export interface Stage {
  /** What becomes of a piece. Throws what the body fails with. */
  take(chunk: Bytes): readonly Bytes[] | Promise<readonly Bytes[]>;
  /** What is left at the end. */
  end(): readonly Bytes[];
  /** Called once: the body was read to its end, has failed, or is not wanted any more. */
  closed(error: unknown, isWhole: boolean): void;
}

/** Like `pipeThrough`, but the stage also learns that nobody reads the body any more. */
export function throughStage(body: ReadableStream<Bytes>, stage: Stage): ReadableStream<Bytes> {
  const reader = body.getReader();
  let isClosed = false;
  // A read that is under way ends after the body was given up.
  const close = (error: unknown, isWhole: boolean): void => {
    if (!isClosed) stage.closed(error, isWhole);
    isClosed = true;
  };
  const next = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    for (let isEmpty = true; isEmpty;) {
      const { done, value } = await reader.read();
      const taken = done ? stage.end() : stage.take(value);
      for (const piece of taken instanceof Promise ? await taken : taken) {
        controller.enqueue(piece);
        isEmpty = false;
      }
      if (!done) continue;
      close(undefined, true);
      controller.close();
      return;
    }
  };
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        await next(controller);
      } catch (error) {
        close(error, false);
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    async cancel(reason) {
      close(undefined, false);
      await reader.cancel(reason);
    },
  });
}
