import { FormDigests } from "../../lock/form-digests.ts";
import type { LockedSource } from "../../lock/lock-file.ts";
import { toLockedSpecs } from "../../lock/locked-specs.ts";
import { ownName, toForm } from "../../lock/operation-form.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { inSlices } from "../../shared/time/slices.ts";
import type { AcceptedOperations } from "../../sources/source.ts";

/** What a lock holds of a source, for a source that can't list its operations by itself. */
export function toAccepted(locked: LockedSource, namespace: string): AcceptedOperations {
  const known = new WeakMap<AnyOperation, Promise<boolean>>();
  let specs: AcceptedOperations["specs"] | undefined;
  return {
    get specs() {
      return (specs ??= toLockedSpecs(locked, namespace));
    },
    async fits(operation) {
      let answer = known.get(operation);
      if (answer === undefined) known.set(operation, (answer = inSlices(isSame(locked, operation, namespace))));
      return await answer;
    },
  };
}

function* isSame(locked: LockedSource, operation: AnyOperation, namespace: string): Generator<void, boolean> {
  const name = ownName(operation, namespace);
  const accepted = Object.hasOwn(locked.operations, name) ? locked.operations[name] : undefined;
  if (accepted === undefined) return false;
  try {
    return accepted.digest === (yield* new FormDigests().digestOf(toForm(operation, namespace)));
  } catch {
    // A schema can be built to be unreadable, as by endless nesting. It is not the one that was accepted.
    return false;
  }
}
