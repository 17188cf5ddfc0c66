import { isResponseEnvelope } from "../envelope/response-envelope.ts";
import { messageOf } from "../errors/call-error.ts";
import { operationId } from "../operation/operation-id.ts";
import { assertValidSpec } from "../operation/spec-problems.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import { becomesTrue, delay } from "../shared/time/wait.ts";
import type { OpenedSource, OperationSource } from "../sources/source.ts";
import { watchLeftovers } from "./leftovers.ts";
import { LateError, SourceTrial } from "./source-trial.ts";

/** The two functions of a test runner that the suite needs: those of `vitest`, `node:test`, `bun:test` or Jest. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
}

/** A call to one of the source's operations. */
export interface SourceCall {
  readonly id: string;
  readonly input?: unknown;
}

/** Calls an operation of the source, and returns the data of its answer. */
export type CallSource = (id: string, input?: unknown) => Promise<unknown>;

/** A config for one test, and what the test may do to the thing behind it: a folder, a server, a database. */
export interface SourceSetup<TConfig> {
  readonly config: TConfig;
  /** A call that succeeds. `data`: what its envelope must hold. */
  readonly call: SourceCall & { readonly data?: unknown };
  /** A call that still runs when the source is closed. It must end then, or when `end` is called. */
  readonly slowCall?: SourceCall | undefined;
  /** Changes the thing so that the source offers other operations. */
  readonly change?: ((call: CallSource) => unknown) | undefined;
  /** Cuts the connection. The source must report it. */
  readonly interrupt?: ((call: CallSource) => unknown) | undefined;
  /** Restores the connection. The source must report that too. */
  readonly restore?: (() => unknown) | undefined;
  /** Ends the thing, after the source is closed. May be called twice. */
  readonly end?: (() => unknown) | undefined;
}

/** A source, and how to try it. */
export interface SourceUnderTest<TConfig> {
  /** The source's name in the tests: by default the namespace of its operations. */
  readonly name: string;
  readonly source: OperationSource<TConfig>;
  /** Called for each test. */
  readonly setup: () => SourceSetup<TConfig> | Promise<SourceSetup<TConfig>>;
  /** Configs that the source must refuse, by what is wrong with them. */
  readonly badConfigs: Readonly<Record<string, unknown>>;
  /** The optional parts that the setup has: the suite has a test for each. */
  readonly tries?: ReadonlyArray<"slowCall" | "change" | "interrupt"> | undefined;
  /** Relative paths in a config start here. Default: `.`. */
  readonly folder?: string | undefined;
  /** Milliseconds that each step may take. Default: 10000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Registers the tests that every source must pass; ours do. Asserts by throwing, so that any runner will do.
 *
 * @example
 * import { describe, it } from "vitest";
 * testSource({ describe, it }, {
 *   name: "csv",
 *   source: csvSource,
 *   setup: () => ({ config: { folder: "./data" }, call: { id: "csv.cities" } }),
 *   badConfigs: { "no folder": {}, "a folder that is not there": { folder: "./nowhere" } },
 * });
 */
export function testSource<TConfig>({ describe, it }: TestRunner, tested: SourceUnderTest<TConfig>): void {
  const { tries = [], badConfigs } = tested;
  const suite = new SourceSuite(tested);
  describe(`the source ${tested.name}`, () => {
    it("opens, with valid operations of different ids", () => suite.opens());
    it("answers a call with an envelope", () => suite.answers());
    for (const [what, config] of Object.entries(badConfigs)) {
      it(`refuses a config with ${what}, and leaves nothing behind`, () => suite.refuses(config));
    }
    if (tries.includes("change")) it("reports a change, and its operations follow", () => suite.changes());
    if (tries.includes("interrupt")) it("reports when its connection is lost and back", () => suite.isInterrupted());
    it("closes once, twice and at the same time, and then reports nothing more", () => suite.closes());
    if (tries.includes("slowCall")) it("closes while a call runs, which then ends", () => suite.closesDuringCall());
    it("stops opening when it is no longer wanted", () => suite.stopsOpening());
    it("opens again after it was closed", () => suite.opensAgain());
    it("leaves no listener, timer or connection behind", () => suite.leavesNothing());
  });
}

type Trying<TConfig> = (setup: SourceSetup<TConfig>, trial: SourceTrial) => Promise<void>;

class SourceSuite<TConfig> {
  readonly #tested: SourceUnderTest<TConfig>;

  constructor(tested: SourceUnderTest<TConfig>) {
    this.#tested = tested;
  }

  async opens(): Promise<void> {
    await this.#whileOpen((opened) => {
      assertOperations(opened);
      assert(opened.operations.length > 0, "the source has no operations; give it a config with which it has some");
      const { quarantined, findings } = opened.report?.() ?? { quarantined: [], findings: [] };
      assert(Array.isArray(quarantined) && Array.isArray(findings), "report() gives no { quarantined, findings }");
      const before = new Set(opened.operations);
      const isSame = opened.operations.every((operation) => before.has(operation));
      assert(isSame, "operations has other objects each time; an operation stays the same object until it changes");
    });
  }

  async answers(): Promise<void> {
    await this.#whileOpen(async (opened, { call }, trial) => {
      const envelope = await trial.execute(opened, call);
      assert(isResponseEnvelope(envelope), `${call.id} answered without an envelope`);
      if (call.data === undefined) return;
      const [expected, found] = [JSON.stringify(call.data), JSON.stringify(envelope.data)];
      assert(isSameJSON(envelope.data, call.data), `${call.id} answered ${found}, expected ${expected}`);
    });
  }

  async refuses(config: unknown): Promise<void> {
    await this.#try(async (_setup, trial) => {
      const leftovers = watchLeftovers();
      const opened = await this.#open(config, trial).catch((error: unknown) => {
        assert(messageOf(error).length > 0, "the config was refused without a message");
        return undefined;
      });
      if (opened !== undefined) await trial.close(opened);
      assert(opened === undefined, `the source opened with ${JSON.stringify(config)}`);
      await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs });
    });
  }

  async changes(): Promise<void> {
    await this.#whileOpen(async (opened, { change }, trial) => {
      const before = new Set(opened.operations);
      const hasChanged = (): boolean => {
        const { operations } = opened;
        return operations.length !== before.size || operations.some((operation) => !before.has(operation));
      };
      await change?.(trial.caller(opened));
      await this.#until(() => trial.changes > 0, "the source did not call changed() after a change");
      await this.#until(hasChanged, "operations are the same after a change");
      assertOperations(opened);
    });
  }

  async isInterrupted(): Promise<void> {
    await this.#whileOpen(async (opened, { interrupt, restore }, trial) => {
      const { states } = trial;
      const has = (state: string): boolean => states.some((change) => change.state === state);
      await interrupt?.(trial.caller(opened));
      await this.#until(
        () => has("connecting") || has("failed"),
        "the source did not report that its connection is lost",
      );
      const lost = states.find((change) => change.state !== "ready");
      assert(lost !== undefined && "error" in lost && messageOf(lost.error) !== "", "it did not say why");
      if (restore === undefined || has("failed")) return;
      await restore();
      await this.#until(
        () => states.at(-1)?.state === "ready",
        "the source did not report that its connection is back",
      );
    });
  }

  async closes(): Promise<void> {
    await this.#try(async (setup, trial) => {
      const opened = await this.#open(setup.config, trial);
      await Promise.all([trial.close(opened), trial.close(opened)]);
      await trial.close(opened);
      const told = { changes: trial.changes, states: trial.states.length };
      // If a call makes the change, there is nothing left to call.
      await Promise.resolve(setup.change?.(trial.caller(opened))).catch(() => undefined);
      await delay(QUIET);
      assert(trial.changes === told.changes, "the source called changed() after it was closed");
      assert(trial.states.length === told.states, "the source called stateChanged() after it was closed");
    });
  }

  async closesDuringCall(): Promise<void> {
    await this.#whileOpen(async (opened, { slowCall, end }, trial) => {
      if (slowCall === undefined) throw new Error("the setup has no slowCall");
      let hasEnded = false;
      const call = trial
        .execute(opened, slowCall)
        .catch(() => undefined)
        .then(() => (hasEnded = true));
      await delay(QUIET);
      assert(!hasEnded, `${slowCall.id} has ended before the source was closed; give a call that takes longer`);
      await trial.close(opened);
      await end?.();
      await trial.inTime(call, `${slowCall.id} did not end after the source was closed,`);
    });
  }

  async stopsOpening(): Promise<void> {
    for (const [when, wait] of ABORTS) {
      await this.#try(async ({ config }, trial) => {
        const leftovers = watchLeftovers();
        const outcome = this.#open(config, trial).catch((error: unknown) => {
          if (error instanceof LateError) throw error;
        });
        outcome.catch(() => undefined);
        await wait();
        trial.aborting.abort(new Error("The source is no longer wanted."));
        // It may have been open already.
        const opened = await outcome;
        if (opened !== undefined) await trial.close(opened);
        await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs }).catch((error: unknown) => {
          throw new Error(`after an abort ${when}: ${messageOf(error)}`);
        });
      });
    }
  }

  async opensAgain(): Promise<void> {
    await this.#try(async ({ config }, trial) => {
      const first = await this.#open(config, trial);
      const before = idsOf(first);
      await trial.close(first);
      const again = new SourceTrial(this.#timeoutMs);
      const second = await this.#open(config, again);
      const after = idsOf(second);
      await again.close(second);
      assert(isSameJSON(before, after), `opened again, the source has ${after.join(", ")}, not ${before.join(", ")}`);
    });
  }

  async leavesNothing(): Promise<void> {
    await this.#try(async ({ config, call }, trial) => {
      const leftovers = watchLeftovers();
      const opened = await this.#open(config, trial);
      await trial.execute(opened, call);
      await trial.close(opened);
      const { registry, signalListeners } = trial;
      assert(registry.listeners === 0, `${registry.listeners} listeners are left on context.registry`);
      assert(signalListeners === 0, `${signalListeners} listeners are left on context.signal`);
      await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs });
    });
  }

  get #timeoutMs(): number {
    return this.#tested.timeoutMs ?? 10_000;
  }

  #open(config: unknown, trial: SourceTrial): Promise<OpenedSource> {
    const { source, name, folder = "." } = this.#tested;
    return trial.open(source, config, { name, folder });
  }

  /** Ends the thing behind the config, however the test ends. */
  async #try(trying: Trying<TConfig>): Promise<void> {
    const setup = await this.#tested.setup();
    try {
      await trying(setup, new SourceTrial(this.#timeoutMs));
    } finally {
      await setup.end?.();
    }
  }

  async #whileOpen(
    trying: (opened: OpenedSource, setup: SourceSetup<TConfig>, trial: SourceTrial) => void | Promise<void>,
  ): Promise<void> {
    await this.#try(async (setup, trial) => {
      const opened = await this.#open(setup.config, trial);
      try {
        await trying(opened, setup, trial);
      } finally {
        await trial.close(opened);
      }
    });
  }

  async #until(isSo: () => boolean, complaint: string): Promise<void> {
    assert(await becomesTrue(isSo, this.#timeoutMs), `${complaint} within ${this.#timeoutMs} ms`);
  }
}

/** Long enough to see what a source does when it should do nothing. Milliseconds. */
const QUIET = 100;

const ABORTS: ReadonlyArray<[when: string, wait: () => Promise<unknown>]> = [
  ["at once", () => Promise.resolve()],
  ["in the next tick", () => delay(0)],
  ["a little later", () => delay(20)],
];

function assertOperations({ operations }: OpenedSource): void {
  assert(Array.isArray(operations), "operations is not an array");
  const ids = new Set<string>();
  for (const operation of operations) {
    assertValidSpec(operation);
    const id = operationId(operation);
    // Schemas may be getters that build them when they are first read.
    for (const field of ["inputSchema", "outputSchema"] as const) {
      assert(operation[field] !== undefined, `${id} has no ${field}`);
    }
    assert(typeof operation.handler === "function", `${id} has no handler`);
    assert(!ids.has(id), `${id} is offered twice`);
    ids.add(id);
  }
}

function idsOf({ operations }: OpenedSource): string[] {
  return operations.map(operationId).sort();
}

function assert(condition: boolean, complaint: string): void {
  if (!condition) throw new Error(complaint);
}
