import { toAbsolutePath } from "../../shared/file-path.ts";
import type { OpenedSource, OperationSource } from "../source.ts";
import type { MCPClientConfig } from "./config/mcp-client-config.ts";
import { createMCPClient } from "./mcp-client.ts";

/** An MCP server, as `createMCPClient` takes it. */
export interface MCPSourceConfig extends Omit<MCPClientConfig, "signal" | "logger"> {
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
}

/** The tools of an MCP server. The client itself starts a process again that crashes, and connects anew to a URL. */
export const mcpSource: OperationSource<MCPSourceConfig> = {
  async open({ namespace, cwd = ".", ...config }, context): Promise<OpenedSource> {
    const { name, folder, signal, log, changed, stateChanged } = context;
    const client = await createMCPClient(namespace ?? name, {
      // The server's questions go to the caller, if the caller takes any.
      elicitation: true,
      ...config,
      ...(config.command === undefined ? {} : { cwd: toAbsolutePath(cwd, folder) }),
      signal,
      logger: ({ kind, text }) => log(kind === "warning" ? "warn" : "debug", text, { source: name, from: kind }),
    });
    client.onChange(changed);
    client.onState(stateChanged);
    return {
      get operations() {
        return client.operations;
      },
      report: () => ({
        quarantined: client.problems
          .filter(({ unchecked }) => unchecked === undefined)
          .map(({ tool, message }) => ({ id: tool, reason: message })),
        findings: client.problems
          .filter(({ unchecked }) => unchecked !== undefined)
          .map(({ tool = "", message }) => ({ kind: "unchecked", where: tool, why: message })),
      }),
      settled: () => client.settled(),
      close: () => client.close(),
    };
  },
};
