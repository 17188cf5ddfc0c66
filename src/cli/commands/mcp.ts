import { delimiter, dirname } from "node:path";
import { OperationRegistry } from "../../entries/index.ts";
import {
  askCaller,
  loadTracing,
  mcpOptions,
  observeCalls,
  openAudit,
  openCodeMode,
  openRateLimits,
  openSearch,
  openSources,
} from "../../entries/hub.ts";
import type { AuditLog, LoadedConfig, OpenSourcesOptions } from "../../entries/hub.ts";
import { serveMCP } from "../../entries/serve-mcp.ts";
import { ownerIdentity } from "../backend/local/owner-identity.ts";
import { openConfig } from "../config/open-config.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode, exitCodeOf } from "../output/exit-code.ts";
import { KEY_VARIABLE } from "../hosts/host-servers.ts";
import { openHostCaller } from "../session/host-caller.ts";
import { unlessAborted } from "../../shared/time/wait.ts";
import { interruptible } from "../session/interruption.ts";
import { withMCPFlags } from "./with-mcp-flags.ts";
import { keepLog } from "../backend/local/kept-log.ts";
import { openLog } from "../backend/local/open-log.ts";
import { waitForSources } from "../backend/local/wait-for-sources.ts";

/** Hosts list the tools once, at the start, but they also give up on a server that does not answer. */
const LONGEST_WAIT_MS = 5000;

/** Standard output carries the protocol, so everything else goes to standard error. */
export const run: RunCommand = async ({ options, terminal, version }) => {
  const loaded = withMCPFlags(await openConfig({ options, terminal }), options);
  // A host shows little of what goes wrong: `operations logs` shows the rest.
  const log = await openLog(loaded, options, await keepLog(loaded, terminal.env));
  const warn = (error: unknown): void => log?.("warn", error instanceof Error ? error.message : String(error));
  // A host that a desktop starts may have a PATH without Node, but its servers often need npx.
  withOwnNode(process.env);
  const work = async (stopped: AbortSignal): Promise<number> => {
    const registry = new OperationRegistry();
    const ended = new AbortController();
    const signal = AbortSignal.any([stopped, ended.signal]);
    const onEnd = (): void => {
      terminal.err("The key of this host was revoked, or has expired.\n");
      ended.abort();
    };
    const caller = await openHostCaller({ loaded, registry, key: terminal.env[KEY_VARIABLE], onEnd });
    const wrapped = await wrapCalls(registry, loaded, log);
    const owner = ownerIdentity(registry);
    const opened = await openSearch(loaded, registry, { onError: warn });
    const search = opened?.search;
    const codeMode = await openCodeMode(loaded.config, registry, search);
    // The person sits at the MCP host, so the question goes through the protocol.
    const sources = await openSources(loaded, { registry, log, approve: askCaller, operator: owner });
    // Innermost, like in a hub.
    if (wrapped.audit !== undefined) registry.use(wrapped.audit.begin);
    try {
      await waitForSources(sources, { signal, atMost: LONGEST_WAIT_MS });
      for (const { name, state, error } of sources.statuses()) {
        if (state === "failed") terminal.err(`The source ${name} is not connected: ${error ?? state}\n`);
      }
      // This does not wait for the first search: embedding thousands of operations takes minutes.
      void search?.ready();
      const service = serveMCP(registry, {
        ...mcpOptions(loaded.config, sources),
        name: loaded.config.name ?? "operations",
        version,
        identity: caller.identity,
        search,
        onError: warn,
      });
      const { closed } = await service.connect();
      await unlessAborted(closed, signal).catch(() => undefined);
      // Whoever still waits learns what has become of the call.
      if (signal.aborted) await service.drain(0);
      await service.close();
      return ended.signal.aborted ? exitCodeOf("UNAUTHENTICATED") : ExitCode.ok;
    } finally {
      caller.close();
      await sources.close({ graceMs: 0 });
      await codeMode?.close();
      await opened?.close();
      await wrapped.stop();
    }
  };
  return await interruptible(work, { isService: true });
};

function withOwnNode(env: NodeJS.ProcessEnv): void {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const own = dirname(process.execPath);
  if (!folders.includes(own)) env["PATH"] = [...folders, own].join(delimiter);
}

interface WrappedCalls {
  readonly audit: AuditLog | undefined;
  stop(): Promise<void>;
}

/** Traces, audits and limits calls, before the sources add their own middleware. */
async function wrapCalls(
  registry: OperationRegistry,
  loaded: LoadedConfig,
  log: OpenSourcesOptions["log"],
): Promise<WrappedCalls> {
  const tracing = await loadTracing();
  if (tracing !== undefined) registry.use(tracing);
  const audit = await openAudit(loaded, log);
  if (audit !== undefined) registry.use(observeCalls([audit.observe]));
  if (audit !== undefined && loaded.config.audit?.required === true) registry.use(audit.require);
  const rateLimits = await openRateLimits(loaded, log);
  if (rateLimits !== undefined) registry.use(rateLimits.middleware);
  return {
    audit,
    async stop() {
      rateLimits?.close();
      await audit?.close();
    },
  };
}
