import { fromRemoteError, readError } from "../../../errors/remote-error.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { decodeData } from "../../../shared/json/encode-data.ts";
import { ERROR_KEY } from "../../../shared/mcp-meta.ts";

/**
 * The error that a hub tells in the `_meta` of a result, or in the data of a protocol error: the call fails here in the
 * same way. Undefined if the server is no hub.
 */
export function errorOfHub(told: unknown): CallError | undefined {
  const given = isRecord(told) ? told[ERROR_KEY] : undefined;
  const error = isRecord(given) ? readError({ ...given, details: decodeData(given["details"]) }) : undefined;
  // It concerns our own credential there. The code would make our callers give up theirs.
  return error?.code === "UNAUTHENTICATED" ? fromRemoteError({ ...error.toJSON(), code: "EXECUTION_ERROR" }) : error;
}
