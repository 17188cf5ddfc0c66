/**
 * One scenario through the main entry, the same on every runtime. It receives the entry's exports, because each runtime
 * finds the package in its own way. It returns plain JSON without times or ids, so that results can be compared.
 */
export async function runScenario(operations) {
  const registry = new operations.OperationRegistry();
  registry.registerAll(defineOperations(operations));
  return {
    envelope: await callOnce(operations, registry),
    nested: await callNested(operations, registry),
    stream: await readPartOfStream(operations, registry),
    refused: await codeOf(registry.execute("maths.add", { a: "one", b: 2 })),
    late: await codeOf(registry.execute("maths.wait", {}, { deadline: Date.now() + 20 })),
    unknown: await codeOf(registry.execute("maths.nothing", {})),
    fromJsonSchema: await callFromJsonSchema(operations, registry),
  };
}

function defineOperations({ Type, OperationType, defineOperation }) {
  const common = { namespace: "maths", version: "1.0.0", accessControl: { requiredScopes: [] } };
  const pair = Type.Object({ a: Type.Number(), b: Type.Number() });
  const total = Type.Object({ total: Type.Number() });
  const streamEnds = { count: 0 };
  return [
    defineOperation({
      ...common,
      name: "add",
      type: OperationType.QUERY,
      description: "Adds two numbers",
      inputSchema: pair,
      outputSchema: total,
      // No schema names the second property, so the result must not contain it.
      handler: async ({ a, b }) => ({ total: a + b, internal: true }),
    }),
    defineOperation({
      ...common,
      name: "addTwice",
      type: OperationType.QUERY,
      description: "Adds through the environment of its own call",
      inputSchema: pair,
      outputSchema: total,
      handler: async (input, context) => {
        const once = await context.env.maths.add(input);
        const twice = await context.env.maths.add({ a: once.data.total, b: once.data.total });
        return twice.data;
      },
    }),
    defineOperation({
      ...common,
      name: "wait",
      type: OperationType.QUERY,
      description: "Answers only when its signal fires",
      inputSchema: Type.Object({}),
      outputSchema: Type.Object({}),
      handler: (_input, context) =>
        new Promise((resolve) => context.signal.addEventListener("abort", () => resolve({}), { once: true })),
    }),
    defineOperation({
      ...common,
      name: "count",
      type: OperationType.SUBSCRIPTION,
      description: "Counts upwards without end",
      inputSchema: Type.Object({}),
      outputSchema: Type.Object({ n: Type.Integer() }),
      handler: async function* () {
        try {
          for (let n = 1; ; n++) yield { n };
        } finally {
          streamEnds.count++;
        }
      },
    }),
    defineOperation({
      ...common,
      name: "streamEnds",
      type: OperationType.QUERY,
      description: "How many streams have ended",
      inputSchema: Type.Object({}),
      outputSchema: Type.Object({ count: Type.Integer() }),
      handler: async () => ({ ...streamEnds }),
    }),
  ];
}

async function callOnce({ isResponseEnvelope, unwrap }, registry) {
  const envelope = await registry.execute("maths.add", { a: 1, b: 2 });
  return {
    recognised: isResponseEnvelope(envelope),
    impostor: isResponseEnvelope({ data: 1, meta: {} }),
    source: envelope.meta.source,
    data: unwrap(envelope),
  };
}

async function callNested({ unwrap }, registry) {
  return unwrap(await registry.execute("maths.addTwice", { a: 1, b: 2 }));
}

async function readPartOfStream({ subscribe, unwrap }, registry) {
  const stream = subscribe(registry, "maths.count", {})[Symbol.asyncIterator]();
  const items = [];
  while (items.length < 3) items.push(unwrap((await stream.next()).value));
  await stream.return();
  const afterwards = await stream.next();
  const ended = unwrap(await registry.execute("maths.streamEnds", {}));
  return { items, done: afterwards.done, ended: ended.count };
}

async function callFromJsonSchema({ FromSchema, OperationType, defineOperation, unwrap }, registry) {
  const person = FromSchema({
    type: "object",
    properties: { name: { type: "string", minLength: 1 }, age: { type: "integer", minimum: 0 } },
    required: ["name"],
  });
  registry.register(
    defineOperation({
      name: "greet",
      namespace: "people",
      version: "1.0.0",
      type: OperationType.QUERY,
      description: "Greets a person",
      inputSchema: person,
      outputSchema: FromSchema({ type: "object", properties: { text: { type: "string" } }, required: ["text"] }),
      accessControl: { requiredScopes: [] },
      handler: async ({ name }) => ({ text: `Hello, ${name}` }),
    }),
  );
  return {
    greeting: unwrap(await registry.execute("people.greet", { name: "Ada" })),
    refused: await codeOf(registry.execute("people.greet", { name: "", age: -1 })),
  };
}

async function codeOf(call) {
  try {
    await call;
    return "no error";
  } catch (error) {
    return { error: error.name, code: error.code };
  }
}
