/** Operations that show everything the explorer can do. */
import { setTimeout as sleep } from "node:timers/promises";
import { CallError, defineOperation, FromSchema, mcpEnvelope, OperationType, Type } from "../../../src/index.ts";
import type { AnyOperation } from "../../../src/index.ts";

const open = { requiredScopes: [] };
const shared = { version: "1.0.0", accessControl: open };

/** A record of the handlers' runs for the tests. */
export interface Witness {
  readonly aborted: string[];
  readonly created: unknown[];
}

/** A red square of 8 by 8 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGO4o6SEFTEMLQlsojgkAD0wPaOLZPu4AAAAAElFTkSuQmCC";
/** A tenth of a second of silence. */
const WAV = silence(800);

function silence(samples: number): string {
  const bytes = Buffer.alloc(44 + samples, 0x80);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write("WAVEfmt ", 8);
  for (const [offset, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
  ] as const)
    bytes.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, offset);
  bytes.write("data", 36);
  bytes.writeUInt32LE(samples, 40);
  return bytes.toString("base64");
}

const Task = Type.Object({
  title: Type.String({ minLength: 1, description: "What is to be done, in a few words." }),
  priority: Type.Union([Type.Literal("low"), Type.Literal("normal"), Type.Literal("high")], { default: "normal" }),
  estimate: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "In hours." })),
  due: Type.Optional(Type.String({ format: "date-time" })),
  done: Type.Optional(Type.Boolean()),
  assignee: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: "Nobody, if null." })),
  address: Type.Optional(
    Type.Object({ street: Type.String(), city: Type.String(), zip: Type.Optional(Type.String({ pattern: "^\\d+$" })) }),
  ),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Labels to find it by." })),
  reminder: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal("mail"), to: Type.String({ format: "email" }) }),
      Type.Object({ kind: Type.Literal("call"), number: Type.String(), minutesBefore: Type.Integer() }),
    ]),
  ),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  picture: Type.Optional(Type.String({ contentEncoding: "base64", contentMediaType: "image/png" })),
  extra: Type.Optional(Type.Unknown()),
});

const Folder = FromSchema({
  $defs: {
    Folder: {
      type: "object",
      properties: {
        name: { type: "string" },
        folders: { type: "array", items: { $ref: "#/$defs/Folder" } },
      },
      required: ["name"],
    },
  },
  $ref: "#/$defs/Folder",
});

export function demoOperations(witness: Witness): AnyOperation[] {
  return [
    defineOperation({
      ...shared,
      namespace: "tasks",
      name: "create",
      title: "Create a task",
      description: "Adds a task to the list, and answers with it.",
      tags: ["tasks", "demo"],
      type: OperationType.MUTATION,
      inputSchema: Task,
      outputSchema: Type.Object({ id: Type.String(), task: Type.Unknown() }),
      errorSchemas: { LIST_FULL: { description: "There are too many tasks already.", httpStatus: 409 } },
      handler: (task) => {
        witness.created.push(task);
        return { id: `task-${String(witness.created.length)}`, task };
      },
    }),
    defineOperation({
      ...shared,
      namespace: "tasks",
      name: "list",
      description: "The tasks that match a text.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({
        text: Type.Optional(Type.String()),
        limit: Type.Optional(Type.Integer({ default: 10 })),
      }),
      outputSchema: Type.Object({ tasks: Type.Array(Type.Unknown()), total: Type.Integer() }),
      handler: async ({ limit = 10 }) => {
        const tasks = Array.from({ length: limit }, (_, index) => ({
          id: index + 1,
          title: `Task ${String(index + 1)}`,
          done: index % 3 === 0,
        }));
        await sleep(20);
        return { tasks, total: limit };
      },
    }),
    defineOperation({
      ...shared,
      namespace: "tasks",
      name: "report",
      description: "Lists tasks and creates one for each: calls inside a call.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: async (_, { env }) => {
        const call = env as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
        const [one, other] = await Promise.all([
          call["tasks"]?.["list"]?.({ limit: 1 }),
          call["tasks"]?.["list"]?.({ limit: 2 }),
        ]);
        await call["tasks"]?.["create"]?.({ title: "Read the report", priority: "low" });
        return { one, other };
      },
    }),
    defineOperation({
      ...shared,
      namespace: "tasks",
      name: "refuse",
      description: "Always fails with a declared error.",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      errorSchemas: { LIST_FULL: { description: "There are too many tasks already.", httpStatus: 409 } },
      handler: () => {
        throw new CallError("LIST_FULL", "The list is full: 100 tasks.", { most: 100 });
      },
    }),
    defineOperation({
      ...shared,
      namespace: "files.tree",
      name: "save",
      description: "Folders in folders.",
      type: OperationType.MUTATION,
      inputSchema: Folder,
      outputSchema: Type.Unknown(),
      handler: (folder: unknown) => folder,
    }),
    defineOperation({
      ...shared,
      namespace: "clock",
      name: "ticks",
      title: "Watch the clock",
      description: "A tick every few milliseconds.",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ every: Type.Integer({ default: 50 }), count: Type.Optional(Type.Integer()) }),
      outputSchema: Type.Object({ tick: Type.Integer(), at: Type.String() }),
      async *handler({ every, count = Infinity }, { signal }) {
        try {
          for (let tick = 1; tick <= count; tick++) {
            yield { tick, at: new Date().toISOString() };
            await sleep(every, undefined, { signal });
          }
        } finally {
          if (signal.aborted) witness.aborted.push("clock.ticks");
        }
      },
    }),
    defineOperation({
      ...shared,
      namespace: "clock",
      name: "wait",
      description: "Takes its time.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({ seconds: Type.Number({ default: 60 }) }),
      outputSchema: Type.String(),
      handler: async ({ seconds }, { signal }) => {
        try {
          await sleep(seconds * 1000, undefined, { signal });
        } finally {
          if (signal.aborted) witness.aborted.push("clock.wait");
        }
        return "rested";
      },
    }),
    defineOperation({
      ...shared,
      namespace: "media",
      name: "picture",
      description: "What an MCP tool with an image and a sound answers.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: () => {
        const content = [
          { type: "text" as const, text: "A red square, and silence." },
          { type: "image" as const, data: PNG, mimeType: "image/png" },
          { type: "audio" as const, data: WAV, mimeType: "audio/wav" },
        ];
        return mcpEnvelope<unknown>(content, { isError: false, content });
      },
    }),
    defineOperation({
      ...shared,
      namespace: "media",
      name: "measure",
      description: "How many bytes a file has.",
      type: OperationType.QUERY,
      inputSchema: FromSchema({ type: "object", properties: { file: { format: "binary" } }, required: ["file"] }),
      outputSchema: Type.Unknown(),
      handler: (input: unknown) => {
        const { file } = input as { file: unknown };
        return file instanceof Uint8Array ? { size: file.length, bytes: file } : { size: -1 };
      },
    }),
    defineOperation({
      ...shared,
      namespace: "media",
      name: "many",
      description: "A lot of data.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({ rows: Type.Integer({ default: 20_000 }) }),
      outputSchema: Type.Unknown(),
      handler: ({ rows }) =>
        Array.from({ length: rows }, (_, id) => ({ id, name: `Row ${String(id)}`, nested: { even: id % 2 === 0 } })),
    }),
    defineOperation({
      ...shared,
      namespace: "admin",
      name: "restart",
      description: "Only for those who may.",
      type: OperationType.MUTATION,
      accessControl: { requiredScopes: ["admin"] },
      inputSchema: Type.Object({ force: Type.Optional(Type.Boolean()) }),
      outputSchema: Type.Unknown(),
      handler: () => ({ restarted: true }),
    }),
  ];
}

/** Many operations, for the size of the list only. */
export function manyOperations(count: number): AnyOperation[] {
  return Array.from({ length: count }, (_, index) =>
    defineOperation({
      ...shared,
      namespace: `service${String(index % 50)}.group${String(index % 7)}`,
      name: `operation${String(index)}`,
      description: `Does thing number ${String(index)} of ${index % 2 === 0 ? "even" : "odd"} things.`,
      type: OperationType.QUERY,
      inputSchema: Type.Object({ id: Type.Integer() }),
      outputSchema: Type.Unknown(),
      handler: ({ id }) => ({ id }),
    }),
  );
}
