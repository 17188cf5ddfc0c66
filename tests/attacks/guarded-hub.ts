/** A running hub whose operations all require a right, and count their runs. */
import { rm } from "node:fs/promises";
import { CallError, defineOperation, OperationRegistry, Type } from "../../src/entries/index.ts";
import type { AccessControl, AnyOperation } from "../../src/entries/index.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { websocketPart } from "../bridge/websocket-part.ts";

export const KEY = "the-key-that-opens-everything";
export const TREASURE = "treasure-of-the-vault";

export interface GuardedHub {
  readonly hub: RunningHub;
  /** How often a guarded handler ran. */
  runs(): number;
  close(): Promise<void>;
}

const requirements: Record<string, AccessControl> = {
  open: { requiredScopes: ["vault:open"] },
  any: { requiredScopes: [], requiredScopesAny: ["vault:open", "vault:look"] },
  own: { requiredScopes: [], resourceType: "vault", resourceAction: "open" },
};

/** `hasPublicOperation`: one operation is public, so the hub accepts requests without credentials. */
export async function startGuardedHub({ hasPublicOperation }: { hasPublicOperation: boolean }): Promise<GuardedHub> {
  const folder = makeTempFolder("guarded");
  let runs = 0;
  const run = (): string => {
    runs++;
    return TREASURE;
  };
  const registry = new OperationRegistry({ onWarning: () => {} }).registerAll(vault(run));
  const config: HubConfig = {
    serve: {
      keys: [{ id: "owner", key: KEY, scopes: ["*"] }],
      ...(hasPublicOperation ? { publicOperations: ["open.*"] } : {}),
    },
  };
  const options = { port: 0, registry, stateFolder: folder, logTo: { write: () => {} }, interfaces: [websocketPart()] };
  const hub = await startHub({ config, folder }, options);
  return {
    hub,
    runs: () => runs,
    async close() {
      await hub.close({ graceMs: 0 });
      await rm(folder, { recursive: true });
    },
  };
}

function vault(run: () => string): AnyOperation[] {
  const base = { version: "1.0.0", description: "Guarded", inputSchema: Type.Unknown(), outputSchema: Type.Unknown() };
  const guarded = Object.entries(requirements).flatMap(([name, accessControl]): AnyOperation[] => [
    defineOperation({ ...base, namespace: "vault", name, type: "QUERY", accessControl, handler: run }),
    defineOperation({
      ...base,
      namespace: "vault",
      name: `${name}_put`,
      type: "MUTATION",
      accessControl,
      handler: run,
    }),
    defineOperation({
      ...base,
      namespace: "vault",
      name: `${name}_watch`,
      type: "SUBSCRIPTION",
      accessControl,
      async *handler() {
        yield await Promise.resolve(run());
      },
    }),
  ]);
  const nested = defineOperation({
    ...base,
    namespace: "open",
    name: "nested",
    type: "QUERY",
    accessControl: { requiredScopes: [] },
    // A public operation must not call a guarded one on its caller's behalf.
    handler: async (_input, { env }) => {
      const open = env["vault"]?.["open"];
      if (open === undefined) throw new CallError("EXECUTION_ERROR", "There is no vault.");
      return (await open({})).data;
    },
  });
  return [...guarded, nested];
}
