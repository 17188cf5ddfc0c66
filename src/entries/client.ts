/** `@alkdev/operations/client`: typed calls by name, over a call map, a spoke or a bus peer. Runs in browsers too. */
export { createClient } from "../client/create-client.ts";
export type { OperationClient, RemoteCaller } from "../client/create-client.ts";
export type { ClientCallOptions, ClientOptions } from "../client/client-options.ts";
export { isDeclaredError, safe } from "../operation/declared-error.ts";
export type { Answer, DeclaredCallError, DeclaredError, Outcome } from "../operation/declared-error.ts";
