import { toAbsolutePath } from "../../shared/file-path.ts";
import type { OAuthConfig } from "../login/oauth-config.ts";
import type { OpenedSource, OperationSource, SourceContext } from "../source.ts";
import type { MCPClientConfig } from "./config/mcp-client-config.ts";
import { canLogIn, mcpLogin } from "./login/mcp-logins.ts";
import { ServerLogin } from "./login/server-login.ts";
import { createMCPClient } from "./mcp-client.ts";
import { loadClientModule } from "./session/load-sdk.ts";

/** An MCP server, as `createMCPClient` takes it. */
export interface MCPSourceConfig extends Omit<MCPClientConfig, "signal" | "logger"> {
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
  /** How to log in to a server at a `url`, beyond what the server says itself. */
  readonly oauth?: OAuthConfig | undefined;
}

/** What an MCP server offers: its tools, resources and prompts. The client itself starts a process again that crashes, and connects anew to a URL. */
export const mcpSource: OperationSource<MCPSourceConfig> = {
  login: (config, { name }) => mcpLogin(name, config),
  async open({ namespace, cwd = ".", oauth, ...config }, context): Promise<OpenedSource> {
    const { name, folder, signal, log, changed, stateChanged } = context;
    const authProvider = config.authProvider ?? (await loginFor({ ...config, oauth }, context));
    const client = await createMCPClient(namespace ?? name, {
      // The server's questions go to the caller, if the caller takes any.
      elicitation: true,
      resources: true,
      prompts: true,
      ...config,
      authProvider,
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
      get instructions() {
        return client.server.instructions;
      },
      report: () => ({
        quarantined: client.problems
          .filter(({ unchecked }) => unchecked === undefined)
          .map(({ tool, message }) => ({ id: tool, reason: message })),
        findings: client.problems
          .filter(({ unchecked }) => unchecked !== undefined)
          .map(({ tool = "", message }) => ({ kind: "unchecked", where: tool, why: message })),
      }),
      sessions: () => client.sessions,
      settled: () => client.settled(),
      close: () => client.close(),
    };
  },
};

async function loginFor(config: MCPSourceConfig, context: SourceContext): Promise<ServerLogin | undefined> {
  const { url, oauth = {} } = config;
  const { name, vault, stateChanged } = context;
  if (vault === undefined || url === undefined || !canLogIn(config)) return undefined;
  const sdk = await loadClientModule();
  // A little later: the call that found it out gets its own error first.
  const onLost = (error: unknown): void => void setTimeout(() => stateChanged({ state: "failed", error }));
  return new ServerLogin({ name, url, oauth, vault, sdk, onLost });
}
