import { createMCPClient } from "../../sources/mcp/mcp-client.ts";
import type { MCPServerConfig } from "../config/hub-config.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { node } from "../config/node-modules.ts";

/** Connects to an MCP server. A process that crashes later is started again by the client itself. */
export async function connectMCP(config: MCPServerConfig, context: ConnectContext): Promise<OpenedSource> {
  const { name, folder, log } = context;
  const { namespace = name, command, args, env, cwd = ".", url, headers, type, timeout, connectTimeout } = config;
  const { trustHints, resources, prompts } = config;
  const client = await createMCPClient(namespace, {
    ...(command === undefined ? { url, headers } : { command, args, env, cwd: node.path.resolve(folder, cwd) }),
    type,
    timeout,
    connectTimeout,
    trustHints,
    resources,
    prompts,
    // Questions of the server go to whoever calls, if they take questions.
    elicitation: true,
    logger: ({ kind, text }) => log(kind === "warning" ? "warn" : "debug", text, { source: name, from: kind }),
  });
  return {
    get operations() {
      return client.operations;
    },
    report: () => ({
      quarantined: client.problems.map(({ tool, message }) => ({ id: tool, reason: message })),
      findings: [],
    }),
    onChange: (listener) => client.onChange(listener),
    close: () => client.close(),
  };
}
