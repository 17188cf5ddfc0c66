import { messageOf } from "../../errors/call-error.ts";
import { toAbsolutePath } from "../../shared/file-path.ts";
import { loginOf } from "../login/caller-logins.ts";
import type { LoginOwner } from "../login/caller-logins.ts";
import { hearCallerLogins } from "../login/follow-login.ts";
import { isLoginRequired } from "../login/login-required.ts";
import { locateAssertion } from "../login/oauth-config.ts";
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
  /** The largest messages that the client reads. */
  readonly limits?: Pick<MCPClientConfig, "maxMessageBytes" | "maxValues"> | undefined;
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
  /** How to log in to a server at a `url`, in addition to what the server itself says. `false`: never. */
  readonly oauth?: OAuthConfig | false | undefined;
  /** Whose login calls use. Default: `shared`, the operator's. With `caller`, each caller has its own session too. */
  readonly login?: LoginOwner | undefined;
}

const LEVELS = { warning: "warn", download: "info", stderr: "debug", message: "debug", debug: "debug" } as const;

/**
 * What an MCP server offers: its tools, resources and prompts. The client itself restarts a crashed process, and
 * reconnects to a URL.
 */
export const mcpSource: OperationSource<MCPSourceConfig> = {
  login: (config, { name, folder }) => mcpLogin(name, { ...config, oauth: locateAssertion(config.oauth, folder) }),
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
        hearCallers: (onChange: (caller: string) => void) => hearCallers(config, context, onChange),
      };
      return openLockedServer(server, context);
    }
  },
};

/** Asks the server what it offers, with the operator's login if that is needed. */
async function openListed(config: MCPSourceConfig, context: SourceContext): Promise<OpenedSource> {
  const { name, changed, callerChanged, stateChanged, log } = context;
  let isOpen = false;
  const onLost = (error: unknown): void => {
    // Until the source is open, `open` throws the error. Later, the call that discovers it gets its own error first.
    if (isOpen) setTimeout(() => stateChanged({ state: "failed", error }));
  };
  const login = config.authProvider === undefined ? await serverLogin(config, context, { onLost }) : undefined;
  const client = await createMCPClient(config.namespace ?? name, {
    ...clientConfig(config, context),
    authProvider: config.authProvider ?? login,
  });
  isOpen = true;
  // Another account may be offered something else.
  const stopFollowing = login?.follow(() => {
    client.reconnect().catch((error: unknown) => log("warn", messageOf(error), { source: name }));
  });
  const stopHearing = hearCallers(config, context, (caller) => client.renewLists(caller));
  client.onChange((caller, concerned) => {
    if (caller === undefined) changed();
    else callerChanged?.(caller, concerned);
  });
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
    close: async () => {
      stopFollowing?.();
      stopHearing?.();
      await client.close();
    },
  };
}

/** A caller who logs in or out may see other operations. */
function hearCallers(
  config: MCPSourceConfig,
  context: SourceContext,
  onChange: (caller: string) => void,
): (() => void) | undefined {
  const { url, login } = config;
  const { name, vault, loginCallers } = context;
  if (login !== "caller" || url === undefined || vault === undefined) return undefined;
  return hearCallerLogins({ vault, key: loginKeyOf(name, url), operator: loginCallers?.operator, onChange });
}

function clientConfig(given: MCPSourceConfig, context: SourceContext): MCPClientConfig {
  const { namespace: _namespace, cwd = ".", oauth: _oauth, login, limits, ...config } = given;
  const { name, folder, signal, log, isLocked } = context;
  return {
    // The server's questions and prompts go to the caller, if the caller takes any.
    elicitation: true,
    resources: true,
    prompts: true,
    sameTools: isLocked,
    sampling: true,
    // Up to 2025-11-25, a server keeps the roots for its session: callers that share it would widen each other's reach.
    ...((login === "caller" || config.isolation === "caller" || config.isolation === "session") && { roots: true }),
    ...config,
    ...limits,
    ...(login === "caller" ? callersOf(given, context) : {}),
    ...(config.command === undefined ? {} : { cwd: toAbsolutePath(cwd, folder) }),
    signal,
    onLog: context.serverLog,
    logger: ({ kind, text }) => log(LEVELS[kind], text, { source: name, from: kind }),
  };
}

/** Each caller has a session with its own login. The operator's session only shows what the server offers. */
function callersOf(
  config: MCPSourceConfig,
  context: SourceContext,
): Pick<MCPClientConfig, "isolation" | "authProviderFor"> {
  const { name, loginCallers } = context;
  return {
    isolation: config.isolation === "session" ? "session" : "caller",
    authProviderFor: async ({ identity, end, ended }) => {
      const owner = loginOf(name, identity, loginCallers);
      const provider = await serverLogin(config, context, { owner, onLost: end });
      // Checked before anything is sent: every request needs the caller's own token.
      await provider?.token();
      // A session belongs to one account. After another login, the next call begins a new session.
      const stopFollowing = provider?.follow(end);
      if (stopFollowing !== undefined) ended.addEventListener("abort", stopFollowing, { once: true });
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
  const oauth = locateAssertion(config.oauth, folder) || {};
  if (vault === undefined || url === undefined || !canLogIn(config)) return undefined;
  return new ServerLogin({ name, url, oauth, vault, sdk: await loadClientModule(), ...options });
}
