import { CallError } from "../../../errors/call-error.ts";
import { connectSpoke } from "../../../client/connect-spoke.ts";
import { connectTrustedSpoke } from "../../../client/connect-trusted-spoke.ts";
import { signedIdentity } from "../../../protocol/identity/signed-identity.ts";
import type { LogMessage } from "../../../operation/caller-log.ts";
import { fileProblem } from "../../../shared/file-problem.ts";
import type { OperationSource } from "../../../sources/source.ts";
import type { RemoteConfig } from "../../config/hub-config.ts";
import { node } from "../../config/node-modules.ts";
import { ImportedOperations } from "./imported-operations.ts";
import { offeredBy } from "./offered-by.ts";

type HubRemote = Extract<RemoteConfig, { type: "hub" }>;

/** Another hub, joined as a spoke: imports what we may call there, and lets it call the operations that are offered. */
export const hubSource: OperationSource<HubRemote> = {
  async open(config, context) {
    const { name, registry, log, signal, folder, changed, stateChanged, serverLog } = context;
    const { identitySecret: secret } = config;
    const imported = new ImportedOperations(changed);
    const options = {
      url: toWebSocketURL(config.url),
      token: config.token,
      identity: secret === undefined ? undefined : signedIdentity({ secret }),
      registry,
      offer: offeredBy(config.offer),
      imports: imported.registry,
      onServerLog: serverLog && ((message: LogMessage) => serverLog(message)),
      signal,
      onError: (error: CallError, about: string) => log("debug", error.message, { source: name, about }),
    };
    const spoke =
      config.ca === undefined
        ? await connectSpoke(options)
        : await connectTrustedSpoke(options, await readAuthorities(node.path.resolve(folder, config.ca)));
    const stopStates = spoke.onState(({ state, reason: error = new Error(`The connection is ${state}.`) }) => {
      if (state === "connected") stateChanged({ state: "ready" });
      else if (state === "disconnected") stateChanged({ state: "connecting", error });
      else if (state === "closed") stateChanged({ state: "failed", error });
    });
    return {
      get operations() {
        return imported.operations;
      },
      settled: () => imported.settled(spoke),
      stopAnswering: () => spoke.stopAnswering(),
      async close({ graceMs } = { graceMs: 0 }) {
        imported.stop();
        stopStates();
        await spoke.drain({ graceMs });
      },
    };
  },
};

async function readAuthorities(file: string): Promise<string> {
  return await node.files.readFile(file, "utf8").catch((cause: unknown) => {
    throw new CallError("EXECUTION_ERROR", `ca can't be read: ${fileProblem(cause)}`, undefined, { cause });
  });
}

/** Accepts the address of a hub as well as that of its WebSocket. */
function toWebSocketURL(address: string): string {
  const url = new URL(address.replace(/^http/i, "ws"));
  if (url.pathname === "/") url.pathname = "/ws";
  return url.href;
}
