/**
 * The checks of a schema whose definitions are made on demand. Each definition becomes a check of its own when a value
 * first reaches it, so the first use of an operation costs what its value needs, not what its schema reaches.
 *
 * All checks of a family count their work together: a value that takes exponential time does so across definitions too.
 */
import { getOrMake } from "../../shared/get-or-make.ts";
import { definitionName, lazyDefinitionsOf } from "../types/lazy-definitions.ts";
import type { Scope } from "../types/scope.ts";
import { createWork } from "./check-work.ts";
import type { Check, CheckWork } from "./check-work.ts";
import type { LaterCheck, Refinement } from "./lower-schema.ts";

export interface CheckFamily {
  readonly work: CheckWork;
  /** The checks of definitions, by name. */
  readonly members: Map<string, Member>;
}

interface Member extends Refinement {
  check: Check;
}

/** By root. */
const families = new WeakMap<object, CheckFamily>();

/** The family that the checks of a schema in this scope belong to; `undefined` if no definition is made on demand. */
export function familyOf(
  { lexicalSchema }: Scope,
  settings: Parameters<typeof createWork>[0],
): CheckFamily | undefined {
  if (typeof lexicalSchema !== "object" || lazyDefinitionsOf(lexicalSchema) === undefined) return undefined;
  return getOrMake(families, lexicalSchema, () => ({ work: createWork(settings), members: new Map() }));
}

/** Checks for references to the definitions of the family. `compile` makes the check of one. */
export function laterChecks({ members }: CheckFamily, compile: (scope: Scope, ref: string) => Check): LaterCheck {
  return (ref, scope) => {
    const name = definitionName(ref);
    if (name === undefined) return undefined;
    let member = members.get(name);
    if (member === undefined) {
      // The engine reads `check` at each call.
      const made: Member = {
        check: (value) => (made.check = compile(scope, ref))(value),
        error: () => `must fit ${name}`,
      };
      members.set(name, (member = made));
    }
    return member;
  };
}
