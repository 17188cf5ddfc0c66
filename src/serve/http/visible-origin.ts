import type { Identity } from "../../operation/access-control.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { ADMIN_SCOPE } from "../identity/admin-scope.ts";

/** Whether the caller may see where files of this machine are. */
export function seesFiles(identity: Identity | undefined): boolean {
  return identity?.scopes.includes(ADMIN_SCOPE) === true;
}

/** An address, but not that of a file, or a plain name. Everything else is taken for a path. */
const NO_PATH = /^(?!file:)(?:[a-z][a-z0-9+.-]*:\/\/|[^/\\]*$)/i;

/** The spec without the path of the file that it comes from. */
export function withoutFile(spec: OperationSpec): OperationSpec {
  const { origin } = spec;
  if (origin?.location === undefined || NO_PATH.test(origin.location)) return spec;
  const { location: _, ...shown } = origin;
  // Not a copy, which would convert the schemas of an imported operation.
  return Object.create(spec, { origin: { value: shown, enumerable: true } }) as OperationSpec;
}
