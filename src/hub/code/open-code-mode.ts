import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { OperationSearch } from "../../search/create-search.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";

/** Code mode of a hub, while it is on. */
export interface CodeMode {
  close(): Promise<void>;
}

/**
 * Registers the operation that runs programs, if the config turns it on. Rejects if its packages are missing: a hub
 * that can't do what its config says does not start.
 */
export async function openCodeMode(
  { codeMode = false }: Pick<HubConfig, "codeMode">,
  registry: OperationRegistry,
  search?: OperationSearch,
): Promise<CodeMode | undefined> {
  if (codeMode === false) return undefined;
  const { codeOperation } = await import("../../code/code-operation.ts");
  const { lookUp } = await import("../../code/code-lookup.ts");
  const { QuickJSExecutor } = await import("../../code/sandbox/quickjs-executor.ts");
  const { scopes = [CALL_SCOPE], maxRuns, ...limits } = codeMode === true ? {} : codeMode;
  const executor = new QuickJSExecutor({ maxRuns });
  await executor.warmUp();
  const lookup = search && lookUp(registry, search);
  registry.register(codeOperation({ registry, executor, limits, lookup, accessControl: { requiredScopes: scopes } }));
  return { close: () => executor.close() };
}
