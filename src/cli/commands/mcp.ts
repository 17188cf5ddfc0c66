import { CallError, OperationRegistry } from "../../entries/index.ts";
import type { ApprovalOptions } from "../../entries/middleware.ts";
import { loadConfig, openSources } from "../../entries/hub.ts";
import { serveMCP } from "../../entries/serve-mcp.ts";
import { showInput } from "../session/approval.ts";
import type { CommandContext } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { unlessAborted } from "../../shared/wait.ts";
import { interruptible } from "../session/interruption.ts";
import { createLog } from "../backend/open-log.ts";
import { ownerIdentity } from "./owner-identity.ts";
import { waitForSources } from "../backend/wait-for-sources.ts";
import { watchCalls } from "./watch-calls.ts";

/** Hosts list the tools once at the start; but they also give up on a server that does not answer. */
const LONGEST_WAIT_MS = 5000;

/** Standard output is the protocol's: everything else goes to standard error. */
export async function run({ options, terminal, version }: CommandContext): Promise<number> {
  const loaded = await loadConfig(options.text("config"));
  const log = await createLog(loaded, options);
  const work = async (signal: AbortSignal): Promise<number> => {
    const registry = new OperationRegistry();
    const stopWatching = await watchCalls(registry, loaded, log);
    const sources = openSources(loaded, { registry, log, approve: askCaller });
    try {
      await waitForSources(sources, { signal, atMost: LONGEST_WAIT_MS });
      for (const { name, state, error } of sources.statuses()) {
        if (state === "failed") terminal.err(`The source ${name} is not connected: ${error ?? state}\n`);
      }
      const { name = "operations", serve } = loaded.config;
      const service = serveMCP(registry, {
        name,
        version,
        identity: ownerIdentity(registry),
        callTimeout: serve?.limits?.callTimeout,
        onError: (error) => log?.("warn", error instanceof Error ? error.message : String(error)),
      });
      const { closed } = await service.connect();
      await unlessAborted(closed, signal).catch(() => undefined);
      await service.close();
      return ExitCode.ok;
    } finally {
      await sources.close({ graceMs: 0 });
      await stopWatching();
    }
  };
  return await interruptible(work, { isService: true });
}

/** The person is at the host: it is asked through the protocol, where it takes questions. */
const askCaller: ApprovalOptions["ask"] = async ({ id, input, context }) => {
  const { onElicitation, signal } = context;
  if (onElicitation === undefined) {
    return { approved: false, reason: "it asks for an approval, and this MCP host takes no questions." };
  }
  const message = `Run ${id} with ${showInput(JSON.stringify(input) ?? "no input")}?`;
  try {
    const { action, content } = await onElicitation({ mode: "form", message, requestedSchema }, { signal });
    if (action === "accept" && content?.["approve"] === true) return true;
    return { approved: false, reason: REFUSALS[action] };
  } catch (error) {
    signal.throwIfAborted();
    // Only the service's own words, such as that nobody answered in time.
    if (error instanceof CallError) return { approved: false, reason: error.message };
    throw error;
  }
};

const requestedSchema = {
  type: "object",
  properties: { approve: { type: "boolean", title: "Approve", default: false } },
  required: ["approve"],
};

const REFUSALS = {
  accept: "it was asked through the MCP host, and the answer was no.",
  decline: "it was asked through the MCP host, and declined there.",
  cancel: "it was asked through the MCP host, and the question was closed there without an answer.",
};
