/** How the patterns of a schema from outside are run. */
export interface PatternGuard {
  /** The pattern as an expression that takes linear time; `undefined` if there is none. */
  readonly safePattern: (source: string) => RegExp | undefined;
  /** Whether a pattern of names can be used. */
  readonly isSafeNamePattern: (source: string) => boolean;
}

/**
 * The schemas from outside. Whoever marks one gives the guard with it, and the engine takes it from here. So a page
 * without such schemas does not contain the code that runs their patterns.
 */
const guards = new WeakMap<object, PatternGuard>();

/** Set for a schema from outside: then the engine runs its patterns in linear time, wherever it finds them. */
export function patternGuardOf(schema: object): PatternGuard | undefined {
  return guards.get(schema);
}

export function guardPatterns(schema: object, guard: PatternGuard): void {
  guards.set(schema, guard);
}

/** Thrown when the matches of one synchronous run take too long. */
export class TooLongToMatch extends Error {}
