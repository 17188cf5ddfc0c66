import { OperationRegistry } from "../../../entries/index.ts";

type CallRequest = Parameters<OperationRegistry["call"]>[0];
type Call = ReturnType<OperationRegistry["call"]>;
type Item = Awaited<Call>;

/** A registry whose operations may still have to be fetched: a call of one that it does not have asks for it first. */
export class OnDemandRegistry extends OperationRegistry {
  /** Resolves when the operation is here, or cannot be loaded. */
  need: (id: string) => Promise<void> = () => Promise.resolve();

  override call(request: CallRequest): Call {
    if (this.has(request.id)) return super.call(request);
    const needed = this.need(request.id);
    const answer = needed.then(() => super.call(request));
    return orItems(answer, needed, () => super.stream(request));
  }
}

/**
 * Whether an operation is a stream is not known before it is here, and an env has to answer at once. So it answers with
 * both: awaiting it gives the result of a call, and iterating it gives the items of a stream. `createClient` answers in
 * the same way, but it never learns which it is: it guesses by the first use, and tries again after a refusal.
 */
function orItems(answer: Call, needed: Promise<void>, open: () => AsyncIterable<Item>): Call {
  const items = (async function* (): AsyncGenerator<Item, void, undefined> {
    await needed;
    yield* open();
  })();
  // A stream cannot be called. A handler that iterates it, now or later, awaits no answer: the failure must not end the
  // process.
  answer.catch(() => undefined);
  return Object.assign(answer, {
    next: () => items.next(),
    return: () => items.return(),
    [Symbol.asyncIterator]() {
      return this;
    },
  });
}
