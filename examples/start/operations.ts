/** The hub's own operations: a QUERY, a MUTATION, a SUBSCRIPTION, and one that calls the others and other sources. */
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";

const common = { namespace: "notes", version: "1.0.0", accessControl: { requiredScopes: [] } };

const Note = Type.Object({ id: Type.Integer(), text: Type.String(), at: Type.String({ format: "date-time" }) });

const notes: Array<{ id: number; text: string; at: string }> = [
  { id: 1, text: "Call an operation of each source", at: new Date().toISOString() },
];
const listeners = new Set<() => void>();

export const find = defineOperation({
  ...common,
  name: "find",
  type: OperationType.QUERY,
  description: "Finds the notes that hold a word; all of them without one",
  inputSchema: Type.Object({ word: Type.Optional(Type.String({ description: "Upper and lower case are the same" })) }),
  outputSchema: Type.Array(Note),
  handler: ({ word = "" }) => notes.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase())),
});

export const add = defineOperation({
  ...common,
  name: "add",
  type: OperationType.MUTATION,
  description: "Adds a note",
  inputSchema: Type.Object({ text: Type.String({ minLength: 1, maxLength: 1000 }) }),
  outputSchema: Note,
  handler: ({ text }) => {
    const note = { id: notes.length + 1, text, at: new Date().toISOString() };
    notes.push(note);
    for (const tell of listeners) tell();
    return note;
  },
});

export const watch = defineOperation({
  ...common,
  name: "watch",
  type: OperationType.SUBSCRIPTION,
  description: "Streams every note: those that are there, then each as it is added",
  inputSchema: Type.Object({}),
  outputSchema: Note,
  async *handler(_input, { signal }) {
    for (let index = 0; !signal.aborted; index++) {
      while (notes[index] === undefined && !signal.aborted) await added(signal);
      const note = notes[index];
      if (note !== undefined) yield note;
    }
  },
});

export const briefing = defineOperation({
  ...common,
  name: "briefing",
  type: OperationType.MUTATION,
  description: "Notes the weather of a city: asks the HTTP API, has the MCP server shape the text, and adds a note",
  inputSchema: Type.Object({ city: Type.String({ description: "Oslo, Lisbon or Nairobi" }) }),
  outputSchema: Note,
  handler: async ({ city }, { env }) => {
    const { data: weather } = await env["weather"]!["getForecast"]!({ city });
    const { sky, celsius } = weather as { sky: string; celsius: number };
    const { data: shaped } = await env["text"]!["title"]!({ text: `${sky} in ${city}` });
    const { data: note } = await env["notes"]!["add"]!({
      text: `${(shaped as { title: string }).title}, ${celsius} °C`,
    });
    return note as { id: number; text: string; at: string };
  },
});

/** Resolves when a note is added, or when the caller is gone. */
function added(signal: AbortSignal): Promise<void> {
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
