import { describe, expect, it } from "vitest";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { Listeners } from "../shared/listeners.ts";
import { defineSource } from "../sources/source.ts";
import type { OpenedSource, SourceContext } from "../sources/source.ts";
import { testSource } from "./test-source.ts";

/** The parts of the source under test. Tests change and remove them. */
class Thing {
  readonly changes = new Listeners();
  readonly cuts = new Listeners<boolean>();
  names = ["quick", "slow"];
  readonly ended = new AbortController();
}

const things = new Map<number, Thing>();

type Open = (thing: Thing, context: SourceContext) => OpenedSource | Promise<OpenedSource>;

const operation = (name: string, { ended }: Thing) =>
  defineOperation({
    name,
    namespace: "demo",
    version: "1.0.0",
    type: "QUERY",
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    handler: () =>
      name === "quick"
        ? "done"
        : new Promise<string>((end) => ended.signal.addEventListener("abort", () => end("late"))),
  });

/** A source without a fault. */
function openWell(thing: Thing, { changed, stateChanged }: SourceContext): OpenedSource {
  let operations = thing.names.map((name) => operation(name, thing));
  const stops = [
    thing.changes.add(() => {
      operations = thing.names.map((name) => operation(name, thing));
      changed();
    }),
    thing.cuts.add((isCut) =>
      stateChanged(isCut ? { state: "connecting", error: new Error("cut") } : { state: "ready" }),
    ),
  ];
  return {
    get operations() {
      return operations;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/** The messages of the tests that a source fails, by test name. */
async function failuresOf(open: Open): Promise<Record<string, string>> {
  const source = defineSource({
    configSchema: Type.Object({ thing: Type.Number() }),
    open: ({ thing }, context) => open(things.get(thing) as Thing, context),
  });
  const tests = new Map<string, () => Promise<void>>();
  const runner = {
    describe: (_name: string, body: () => void) => body(),
    it: (name: string, body: () => Promise<void>) => tests.set(name, body),
  };
  testSource(runner, {
    name: "demo",
    source,
    timeoutMs: 200,
    tries: ["slowCall", "change", "interrupt"],
    setup() {
      const thing = new Thing();
      const id = things.size;
      things.set(id, thing);
      return {
        config: { thing: id },
        call: { id: "demo.quick", data: "done" },
        slowCall: { id: "demo.slow" },
        change() {
          thing.names = ["quick", "slow", "newcomer"];
          thing.changes.tell();
        },
        interrupt: () => thing.cuts.tell(true),
        restore: () => thing.cuts.tell(false),
        end: () => thing.ended.abort(),
      };
    },
    badConfigs: { "no thing": {} },
  });
  const failures: Record<string, string> = {};
  for (const [name, body] of tests) await body().catch((error: Error) => (failures[name] = error.message));
  return failures;
}

describe("when a source passes", () => {
  it("finds nothing", async () => {
    expect(await failuresOf(openWell)).toEqual({});
  });
});

describe("when a source has a fault", () => {
  const faults: Array<[fault: string, open: Open, test: string, complaint: string]> = [
    [
      "has an invalid spec",
      (thing, context) => ({
        ...openWell(thing, context),
        operations: [{ ...operation("quick", thing), version: "" }],
      }),
      "opens, with valid operations of different ids",
      "The spec of demo.quick is invalid",
    ],
    [
      "offers an id twice",
      (thing) => ({ operations: [operation("quick", thing), operation("quick", thing)], close: () => undefined }),
      "opens, with valid operations of different ids",
      "demo.quick is offered twice",
    ],
    [
      "makes its operations anew each time",
      (thing, context) => ({
        get operations() {
          return thing.names.map((name) => operation(name, thing));
        },
        close: () => openWell(thing, context).close(),
      }),
      "opens, with valid operations of different ids",
      "operations has other objects each time",
    ],
    [
      "does not report changes",
      (thing, context) => openWell(thing, { ...context, changed: () => undefined }),
      "reports a change, and its operations follow",
      "did not call changed()",
    ],
    [
      "does not follow changes",
      (thing, context) => ({ ...openWell(thing, context) }),
      "reports a change, and its operations follow",
      "operations are the same after a change",
    ],
    [
      "does not report its state",
      (thing, context) => openWell(thing, { ...context, stateChanged: () => undefined }),
      "reports when its connection is lost and back",
      "did not report that its connection is lost",
    ],
    [
      "goes on after it is closed",
      (thing, context) => ({ ...openWell(thing, context), close: () => undefined }),
      "closes once, twice and at the same time, and then reports nothing more",
      "called changed() after it was closed",
    ],
    [
      "can't be closed twice",
      (thing, context) => {
        const opened = openWell(thing, context);
        let isClosed = false;
        return {
          operations: opened.operations,
          async close() {
            if (isClosed) throw new Error("closed already");
            isClosed = true;
            await opened.close();
          },
        };
      },
      "closes once, twice and at the same time, and then reports nothing more",
      "closed already",
    ],
    [
      "never finishes closing",
      (thing, context) => ({ ...openWell(thing, context), close: () => new Promise(() => undefined) }),
      "opens again after it was closed",
      "close() did not resolve within 200 ms",
    ],
    [
      "never stops opening",
      () => new Promise(() => undefined),
      "stops opening when it is no longer wanted",
      "open() did not settle within 200 ms",
    ],
    [
      "leaves a timer",
      (thing, context) => {
        const timer = setInterval(() => undefined, 100);
        setTimeout(() => clearInterval(timer), 1000);
        return openWell(thing, context);
      },
      "leaves no listener, timer or connection behind",
      "still there after 200 ms",
    ],
    [
      "leaves a listener on the registry",
      (thing, context) => {
        context.registry.onChange(() => undefined);
        return openWell(thing, context);
      },
      "leaves no listener, timer or connection behind",
      "1 listeners are left on context.registry",
    ],
    [
      "leaves a listener on the signal",
      (thing, context) => {
        context.signal.addEventListener("abort", () => undefined);
        return openWell(thing, context);
      },
      "leaves no listener, timer or connection behind",
      "1 listeners are left on context.signal",
    ],
  ];

  it.each(faults)("says that it %s", async (_fault, open, test, complaint) => {
    expect((await failuresOf(open))[test]).toContain(complaint);
  });

  it("says that it accepts any config", async () => {
    things.set(-1, new Thing());
    const anyConfig = defineSource({ open: () => ({ operations: [], close: () => undefined }) });
    const bodies: Array<() => Promise<void>> = [];
    const runner = {
      describe: (_name: string, body: () => void) => body(),
      it: (name: string, body: () => Promise<void>) => (name.startsWith("refuses") ? bodies.push(body) : undefined),
    };
    const setup = () => ({ config: {}, call: { id: "demo.quick" } });
    testSource(runner, { name: "demo", source: anyConfig, setup, badConfigs: { nothing: {} } });
    await expect(bodies[0]?.()).rejects.toThrow("the source opened with {}");
  });
});
