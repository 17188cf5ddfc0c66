/**
 * Attacks: random input from `fast-check`, and properties that must hold for all of it. A test runs each attack for
 * seconds, `npm run soak` for minutes.
 */
import * as fc from "fast-check";

interface Target {
  close(): Promise<void>;
}

interface AttackParts<TTarget extends Target> {
  /** The attack in words: "a spoke sends nonsense". */
  readonly when: string;
  open(this: void): Promise<TTarget>;
  /** What must hold, keyed by a sentence. */
  readonly properties: Readonly<Record<string, (target: TTarget) => fc.IAsyncPropertyWithHooks<unknown[]>>>;
  /** Shows that the target works. Otherwise the properties might hold only because the target does nothing. */
  readonly control: (target: TTarget) => Promise<void>;
}

export interface TrialOptions {
  readonly ms: number;
  /** The same seed gives the same input in the same order. */
  readonly seed?: number;
  readonly onRun?: () => void;
}

export interface OpenAttack {
  /** Tries a property for `ms`. Returns undefined if it held, otherwise what broke it and how to repeat that. */
  failureOf(sentence: string, options: TrialOptions): Promise<string | undefined>;
  control(): Promise<void>;
  close(): Promise<void>;
}

export interface Attack {
  readonly when: string;
  readonly sentences: readonly string[];
  open(): Promise<OpenAttack>;
}

export function defineAttack<TTarget extends Target>(parts: AttackParts<TTarget>): Attack {
  const { when, properties } = parts;
  return {
    when,
    sentences: Object.keys(properties),
    async open() {
      const target = await parts.open();
      return {
        failureOf(sentence, options) {
          const property = properties[sentence];
          if (property === undefined) throw new Error(`no such property: ${sentence}`);
          return tryOut(property(target), options);
        },
        control: () => parts.control(target),
        close: () => target.close(),
      };
    },
  };
}

async function tryOut(
  property: fc.IAsyncPropertyWithHooks<unknown[]>,
  { ms, seed, onRun = () => undefined }: TrialOptions,
): Promise<string | undefined> {
  const counted = property.beforeEach((before) => {
    onRun();
    return before();
  });
  // A machine that pauses may not finish a single run in time, which fast-check reports as a failure.
  for (let limit = ms; ; limit *= 2) {
    const run = await fc.check(counted, {
      numRuns: 1_000_000_000,
      interruptAfterTimeLimit: limit,
      ...(seed !== undefined && { seed }),
    });
    const hasTriedNothing = run.interrupted && run.numRuns === 0;
    if (!hasTriedNothing) return fc.asyncDefaultReportMessage(run);
  }
}
