import { toAbsolutePath } from "../../shared/file-path.ts";
import { loginOf } from "../login/caller-logins.ts";
import type { LoginOwner } from "../login/caller-logins.ts";
import { isLoginRequired } from "../login/login-required.ts";
import type { OAuthConfig } from "../login/oauth-config.ts";
import type { OpenedSource, OperationSource, SourceContext } from "../source.ts";
import type { MCPClientConfig } from "./config/mcp-client-config.ts";
import { canLogIn, loginKeyOf, mcpLogin } from "./login/mcp-logins.ts";
import { ServerLogin } from "./login/server-login.ts";
import type { ServerLoginOptions } from "./login/server-login.ts";
import { createMCPClient } from "./mcp-client.ts";
import { openLockedServer } from "./open-locked-server.ts";
import { loadClientModule } from "./session/load-sdk.ts";

/** An MCP server, as `createMCPClient` takes it. */
export interface MCPSourceConfig extends Omit<MCPClientConfig, "signal" | "logger"> {
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
  /** How to log in to a server at a `url`, beyond what the server says itself. */
  readonly oauth?: OAuthConfig | undefined;
  /** Whose login calls use. Default: `shared`, the operator's. `caller` gives each caller a session of its own too. */
  readonly login?: LoginOwner | undefined;
}

/** What an MCP server offers: its tools, resources and prompts. The client itself starts a process again that crashes, and connects anew to a URL. */
export const mcpSource: OperationSource<MCPSourceConfig> = {
  login: (config, { name, folder }) => mcpLogin(name, { ...config, oauth: locate(config.oauth, folder) }),
  async open(config, context): Promise<OpenedSource> {
    const { name, accepted, log } = context;
    try {
      return await openListed(config, context);
    } catch (thrown) {
      const { url } = config;
      const isKnown = config.login === "caller" && url !== undefined && accepted?.() !== undefined;
      if (accepted === undefined || !isKnown || !isLoginRequired(thrown)) throw thrown;
      const server = {
        name: config.namespace ?? name,
        config: clientConfig(config, context),
        accepted,
        warn: (text: string) => log("warn", text, { source: name }),
        key: loginKeyOf(name, url),
        openListed: () => openListed(config, context),
      };
      return openLockedServer(server, context);
    }
  },
};

/** Asks the server what it offers, with the operator's login where that is needed. */
async function openListed(config: MCPSourceConfig, context: SourceContext): Promise<OpenedSource> {
  const { changed, stateChanged } = context;
  let isOpen = false;
  const onLost = (error: unknown): void => {
    // Until it is open, `open` throws it. Later, the call that found it out gets its own error first.
    if (isOpen) setTimeout(() => stateChanged({ state: "failed", error }));
  };
  const authProvider = config.authProvider ?? (await serverLogin(config, context, { onLost }));
  const client = await createMCPClient(config.namespace ?? context.name, {
    ...clientConfig(config, context),
    authProvider,
  });
  isOpen = true;
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
}

function clientConfig(given: MCPSourceConfig, context: SourceContext): MCPClientConfig {
  const { namespace: _namespace, cwd = ".", oauth: _oauth, login, ...config } = given;
  const { name, folder, signal, log, isLocked } = context;
  return {
    // The server's questions and prompts go to the caller, if the caller takes any.
    elicitation: true,
    resources: true,
    prompts: true,
    sameTools: isLocked,
    sampling: true,
    // A server keeps the roots for its session: callers that share one would widen what others reach.
    roots: login === "caller" || config.isolation === "caller" || config.isolation === "session",
    ...config,
    ...(login === "caller" ? callersOf(given, context) : {}),
    ...(config.command === undefined ? {} : { cwd: toAbsolutePath(cwd, folder) }),
    signal,
    onLog: context.serverLog,
    logger: ({ kind, text }) => log(kind === "warning" ? "warn" : "debug", text, { source: name, from: kind }),
  };
}

/** Each caller has a session with a login of its own. The operator's only tells what the server offers. */
function callersOf(
  config: MCPSourceConfig,
  context: SourceContext,
): Pick<MCPClientConfig, "isolation" | "authProviderFor"> {
  const { name, loginCallers } = context;
  return {
    isolation: config.isolation === "session" ? "session" : "caller",
    authProviderFor: async ({ identity, end }) => {
      const owner = loginOf(name, identity, loginCallers);
      const provider = await serverLogin(config, context, { owner, onLost: end });
      // Before anything is sent: no request goes without the caller's own token.
      await provider?.token();
      return provider;
    },
  };
}

async function serverLogin(
  config: MCPSourceConfig,
  { name, vault, folder }: SourceContext,
  options: Pick<ServerLoginOptions, "owner" | "onLost">,
): Promise<ServerLogin | undefined> {
  const { url } = config;
  const oauth = locate(config.oauth, folder) ?? {};
  if (vault === undefined || url === undefined || !canLogIn(config)) return undefined;
  return new ServerLogin({ name, url, oauth, vault, sdk: await loadClientModule(), ...options });
}

function locate(oauth: OAuthConfig | undefined, folder: string): OAuthConfig | undefined {
  const { assertionFile } = oauth ?? {};
  return assertionFile === undefined ? oauth : { ...oauth, assertionFile: toAbsolutePath(assertionFile, folder) };
}
