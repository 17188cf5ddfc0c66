/**
 * The hub's own operations: a help desk. `desk.answer` works like an agent: it reads a complaint, asks the shop (an
 * HTTP API), decides, pays a refund if a person approves it, and writes to the customer (an MCP server).
 */
import { CallError, defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { OperationEnv } from "../../src/entries/index.ts";

const common = { namespace: "desk", version: "1.0.0", accessControl: { requiredScopes: [] } };

const Complaint = Type.Object({
  id: Type.Integer(),
  order: Type.Integer({ description: "The number of the order" }),
  text: Type.String(),
  answered: Type.Boolean(),
});
const Event = Type.Object({ at: Type.String({ format: "date-time" }), complaint: Type.Integer(), what: Type.String() });

interface Noted {
  readonly at: string;
  readonly complaint: number;
  readonly what: string;
}

const complaints = [
  { id: 1, order: 1001, text: "Where is my lamp? It should have been here last week.", answered: false },
  { id: 2, order: 1002, text: "The teapot is lovely, but I waited for it all day.", answered: false },
  { id: 3, order: 1003, text: "My bicycle has no bell, and it is your fault!", answered: false },
];
const events: Noted[] = [];
const listeners = new Set<() => void>();

function note(complaint: number, what: string): void {
  events.push({ at: new Date().toISOString(), complaint, what });
  for (const tell of listeners) tell();
}

export const list = defineOperation({
  ...common,
  name: "complaints",
  type: OperationType.QUERY,
  description: "Customers' complaints, unanswered ones first",
  inputSchema: Type.Object({ word: Type.Optional(Type.String({ description: "Case does not matter" })) }),
  outputSchema: Type.Array(Complaint),
  handler: ({ word = "" }) =>
    complaints
      .filter(({ text }) => text.toLowerCase().includes(word.toLowerCase()))
      .sort((one, other) => Number(one.answered) - Number(other.answered) || one.id - other.id),
});

export const complain = defineOperation({
  ...common,
  name: "complain",
  type: OperationType.MUTATION,
  description: "Takes a complaint",
  inputSchema: Type.Object({
    order: Type.Integer({ examples: [1004] }),
    text: Type.String({ minLength: 1, maxLength: 1000, examples: ["The armchair squeaks"] }),
  }),
  outputSchema: Complaint,
  handler: ({ order, text }) => {
    const complaint = { id: complaints.length + 1, order, text, answered: false };
    complaints.push(complaint);
    note(complaint.id, `came in: ${text}`);
    return complaint;
  },
});

export const watch = defineOperation({
  ...common,
  name: "watch",
  type: OperationType.SUBSCRIPTION,
  description: "Streams what happens at the desk: past events first, then each new one",
  inputSchema: Type.Object({}),
  outputSchema: Event,
  async *handler(_input, { signal }) {
    for (let index = 0; !signal.aborted; index++) {
      while (events[index] === undefined && !signal.aborted) await somethingHappens(signal);
      const event = events[index];
      if (event !== undefined) yield event;
    }
  },
});

export const answer = defineOperation({
  ...common,
  name: "answer",
  type: OperationType.MUTATION,
  description:
    "Answers a complaint like an agent: looks up the order and its parcel, offers a fifth of the price if it is late, and writes to the customer. **A refund waits for a person**, under Approvals.",
  inputSchema: Type.Object({ complaint: Type.Integer({ minimum: 1, examples: [1] }) }),
  outputSchema: Type.Object({
    decision: Type.String(),
    refundedCents: Type.Integer(),
    letter: Type.Object({ subject: Type.String(), body: Type.String() }),
  }),
  handler: async ({ complaint: id }, { env, onProgress }) => {
    const complaint = complaints.find((each) => each.id === id);
    if (complaint === undefined) throw new CallError("EXECUTION_ERROR", `There is no complaint ${id}.`);
    const step = (progress: number, message: string): void => {
      note(id, message);
      onProgress?.({ progress, total: 4, message });
    };
    const { order: number } = complaint;

    step(1, "looks up the order and its parcel");
    const [order, parcel] = await Promise.all([
      ask<Order>(env, "shop.getOrder", { id: number }),
      ask<Parcel>(env, "shop.trackParcel", { id: number }),
    ]);
    const late = daysBetween(order.promised, parcel.arrives);
    const offer = late > 0 && order.status === "sent" ? Math.round(order.cents / 5) : 0;

    step(2, offer === 0 ? "has no reason for a refund" : `asks to refund ${euros(offer)}`);
    const isRefunded = offer > 0 && (await refund(env, number, { cents: offer, reason: `${late} days late` }));
    const decision = offer === 0 ? "nothing to refund" : isRefunded ? `refunded ${euros(offer)}` : "refused";

    step(3, `${decision}; writes to the customer`);
    const place = `Your parcel is here: ${parcel.place}. It arrives on ${parcel.arrives}.`;
    const news = isRefunded ? `We are sorry that it is late, and have refunded ${euros(offer)}. ${place}` : place;
    const { customer: to, article } = order;
    const letter = await ask<Letter>(env, "mail.draft", { to, article, news });
    await ask(env, "mail.send", { to, ...letter });

    complaint.answered = true;
    step(4, "is done");
    return { decision, refundedCents: isRefunded ? offer : 0, letter };
  },
});

interface Order {
  readonly customer: string;
  readonly article: string;
  readonly cents: number;
  readonly promised: string;
  readonly status: string;
}
interface Parcel {
  readonly place: string;
  readonly arrives: string;
}
interface Letter {
  readonly subject: string;
  readonly body: string;
}

/** `operations types` writes the types of all sources. This file does without them, to stay short. */
async function ask<T>(env: OperationEnv, operation: string, input: object): Promise<T> {
  const [namespace = "", name = ""] = operation.split(".");
  return (await env[namespace]![name]!(input)).data as T;
}

/** Returns whether a person has agreed. */
async function refund(env: OperationEnv, id: number, body: { cents: number; reason: string }): Promise<boolean> {
  try {
    await ask(env, "shop.refundOrder", { id, body });
    return true;
  } catch (error) {
    // A person's refusal is an answer too. Everything else is a failure.
    if (error instanceof CallError && error.code === "ACCESS_DENIED") return false;
    throw error;
  }
}

function daysBetween(early: string, late: string): number {
  return Math.round((Date.parse(late) - Date.parse(early)) / 86_400_000);
}

function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

/** Resolves when something happens at the desk, or when the caller is gone. */
function somethingHappens(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      listeners.delete(done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    listeners.add(done);
    signal.addEventListener("abort", done);
  });
}
