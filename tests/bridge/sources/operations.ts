/** The operations of the table, as a program defines them: for the local source and for the spoke. */
import { CallError, defineOperation, mcpEnvelope, Type } from "../../../src/entries/index.ts";
import type { AnyOperation } from "../../../src/entries/index.ts";
import { SECRET_SCOPE } from "../callers.ts";

export const BYTES = Uint8Array.from([0, 1, 127, 128, 254, 255]);

/** Receives what happens to `wait`. */
export type Note = (key: string) => void;

export function bridgeOperations(namespace: string, note: Note): AnyOperation[] {
  const open = { namespace, version: "1.0.0", description: "For the table", accessControl: { requiredScopes: [] } };
  const noInput = { inputSchema: Type.Object({}) };
  return [
    defineOperation({
      ...open,
      name: "greet",
      type: "QUERY",
      inputSchema: Type.Object({ name: Type.String({ minLength: 1 }), times: Type.Optional(Type.Integer()) }),
      outputSchema: Type.Object({ text: Type.String(), times: Type.Integer() }),
      handler: ({ name, times = 1 }) => ({ text: `Hello, ${name}!`, times }),
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "nothing",
      type: "MUTATION",
      outputSchema: Type.Undefined(),
      handler: () => undefined,
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "bytes",
      type: "QUERY",
      outputSchema: Type.Unknown(),
      handler: () => BYTES,
    }),
    defineOperation({
      ...open,
      name: "measure",
      type: "MUTATION",
      inputSchema: Type.Object({ bytes: Type.Unknown() }),
      outputSchema: Type.Object({ size: Type.Integer(), last: Type.Integer() }),
      handler: ({ bytes }) => {
        const { length } = bytes as Uint8Array;
        return { size: length, last: (bytes as Uint8Array)[length - 1] ?? -1 };
      },
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "refuse",
      type: "MUTATION",
      outputSchema: Type.Unknown(),
      errorSchemas: { NO_TEA: { httpStatus: 418, schema: Type.Object({ pot: Type.String() }) } },
      handler: () => {
        throw new CallError("NO_TEA", "There is no tea.", { pot: "empty" });
      },
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "crash",
      type: "MUTATION",
      outputSchema: Type.Unknown(),
      handler: () => {
        throw new Error("internal: hunter2");
      },
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "tool_error",
      type: "MUTATION",
      outputSchema: Type.Unknown(),
      handler: () => {
        const content = [{ type: "text" as const, text: "The tool could not do it." }];
        return mcpEnvelope(content, { isError: true, content });
      },
    }),
    defineOperation({
      ...open,
      ...noInput,
      name: "secret",
      type: "QUERY",
      accessControl: { requiredScopes: [SECRET_SCOPE] },
      outputSchema: Type.Object({ secret: Type.String() }),
      handler: () => ({ secret: "tea" }),
    }),
    defineOperation({
      ...open,
      name: "wait",
      type: "MUTATION",
      inputSchema: Type.Object({ key: Type.String() }),
      outputSchema: Type.Unknown(),
      handler: ({ key }, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            note(`${key}:ended`);
            reject(signal.reason as Error);
          });
          note(`${key}:started`);
        }),
    }),
    defineOperation({
      ...open,
      name: "count",
      type: "SUBSCRIPTION",
      inputSchema: Type.Object({ to: Type.Integer() }),
      outputSchema: Type.Object({ n: Type.Integer() }),
      async *handler({ to }) {
        for (let n = 1; n <= to; n++) yield await Promise.resolve({ n });
      },
    }),
    defineOperation({
      ...open,
      name: "drip",
      type: "SUBSCRIPTION",
      inputSchema: Type.Object({ key: Type.String() }),
      outputSchema: Type.Object({ n: Type.Integer() }),
      async *handler({ key }, { signal }) {
        note(`${key}:started`);
        signal.addEventListener("abort", () => note(`${key}:ended`));
        yield { n: 1 };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    }),
  ];
}
