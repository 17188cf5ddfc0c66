import { instantOf } from "../../../shared/deprecation.ts";
import type { Deprecation } from "../../../shared/deprecation.ts";
import { NOTHING, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { idInDocument } from "./own-extension.ts";

/**
 * The deprecation of an operation. OpenAPI says only that it is deprecated. More comes from `x-operation`, if this
 * library serves the document, and from common extensions: Speakeasy's for the reason and the successor, and `x-sunset`
 * for the end. `idOf` gives the id of an operation by its name in the document.
 */
export function readDeprecation(
  operation: RawObject,
  idOf: (nameInDocument: string) => string | undefined,
): boolean | Deprecation | undefined {
  if (operation["deprecated"] !== true) return undefined;
  const own = ownObject(ownObject(operation, "x-operation") ?? NOTHING, "deprecated") ?? NOTHING;
  const reason = ownText(own, "reason") ?? ownText(operation, "x-speakeasy-deprecation-message");
  const replacement = ownText(own, "successor") ?? ownText(operation, "x-speakeasy-deprecation-replacement");
  // The successor must be another operation, and one that the document has.
  const isOther = replacement !== undefined && replacement !== idInDocument(operation);
  const successor = isOther ? idOf(replacement) : undefined;
  const since = dateIn(own, "since");
  const sunset = dateIn(own, "sunset") ?? dateIn(operation, "x-sunset");
  const isInOrder =
    since === undefined || sunset === undefined || Number(instantOf(since)) <= Number(instantOf(sunset));
  const said = Object.entries({ reason, successor, since, sunset: isInOrder ? sunset : undefined });
  const known = said.filter(([, value]) => value !== undefined);
  return known.length === 0 ? true : Object.fromEntries(known);
}

function dateIn(object: RawObject, field: string): string | undefined {
  const text = ownText(object, field);
  return text !== undefined && instantOf(text) !== undefined ? text : undefined;
}
