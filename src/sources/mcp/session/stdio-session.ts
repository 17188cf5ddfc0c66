import type { Client } from "@modelcontextprotocol/client";
import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import { ChildTransport } from "../process/child-transport.ts";
import { Launch, isLauncher } from "../process/launch.ts";
import { connectTapped, createSDKClient } from "./create-sdk-client.ts";
import type { ConnectionPlan } from "./create-sdk-client.ts";
import type { DirectRequests } from "./direct-requests.ts";
import { loadStdioModule } from "./load-sdk.ts";
import type { ClientModule, StdioModule } from "./load-sdk.ts";
import { DEFAULT_CONNECT_TIMEOUT, DEFAULT_MAX_MESSAGE_BYTES } from "../config/mcp-client-config.ts";
import type { MCPEra } from "../config/mcp-client-config.ts";
import { serverAnswers } from "./server-requests.ts";
import { Session } from "./session.ts";

/** Starts a server as a child process and connects, in the era that the configuration or the server wants. */
export async function connectStdio(plan: ConnectionPlan, command: string): Promise<Session> {
  const { era } = plan.config;
  try {
    return await connectChild(plan, command, era ?? "legacy");
  } catch (error) {
    const next = otherEra(plan.sdk, era, error);
    if (next === undefined) throw error;
    return await connectChild(plan, command, next).catch(() => {
      throw error;
    });
  }
}

/**
 * By default the client sends `initialize` first: almost every local server knows it, and some exit at any other first
 * message. A server that refuses it belongs to the new era. With `auto` the client sends the new first request. If the
 * server exits at that, the client restarts it and sends `initialize`.
 */
function otherEra(sdk: ClientModule, era: MCPEra | undefined, error: unknown): MCPEra | undefined {
  if (era === undefined && sdk.ProtocolError.isInstance(error)) return "modern";
  const { EraNegotiationFailed } = sdk.SdkErrorCode;
  return era === "auto" && sdk.SdkError.isInstance(error) && error.code === EraNegotiationFailed ? "legacy" : undefined;
}

async function connectChild(plan: ConnectionPlan, command: string, era: MCPEra): Promise<Session> {
  const stdio = await loadStdioModule();
  const env = { ...stdio.getDefaultEnvironment(), ...plan.config.env };
  const client = createSDKClient(plan, era);
  const direct =
    process.platform === "win32"
      ? await connectTapped(client, windowsTransport(stdio, plan, { command, env }), plan)
      : await connectOver(client, plan, { command, env });
  return new Session({
    client,
    direct,
    answers: serverAnswers(plan),
    hasSession: () => false,
    close: async () => await client.close(),
  });
}

async function connectOver(client: Client, plan: ConnectionPlan, { command, env }: Program): Promise<DirectRequests> {
  const launch = isLauncher(command) ? launchFor(plan, command) : undefined;
  const program = launch === undefined ? { command, env } : { command, env: tellingOfDownloads(env), launch };
  const transport = childTransport(plan, program);
  try {
    const direct = await connectTapped(client, transport, plan, { launch });
    transport.isUp();
    return direct;
  } catch (error) {
    const { hasEnded } = transport;
    await transport.close();
    throw hasEnded ? withEnding(error, transport.ending) : error;
  }
}

/** A timeout in the config also applies to a download. */
function launchFor({ config: { connectTimeout }, log }: ConnectionPlan, command: string): Launch {
  const onDownload = (): void =>
    log("download", `${command} downloads the server: its first start may take some minutes`);
  return new Launch({ timeout: connectTimeout ?? DEFAULT_CONNECT_TIMEOUT, longest: connectTimeout, onDownload });
}

/** With this, npm writes a line for each package that it downloads. */
function tellingOfDownloads(env: Record<string, string>): Record<string, string> {
  return { npm_config_loglevel: "http", ...env };
}

interface Program {
  readonly command: string;
  readonly env: Record<string, string>;
  readonly launch?: Launch | undefined;
}

function childTransport({ config, log }: ConnectionPlan, { command, env, launch }: Program): ChildTransport {
  return new ChildTransport({
    command,
    launch,
    args: config.args ?? [],
    env,
    cwd: config.cwd,
    maxMessageBytes: config.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
    maxValues: config.maxValues ?? MOST_VALUES,
    onErrorLine: (line) => log("stderr", line),
    warn: (text) => log("warning", text),
  });
}

/** The SDK knows how to start `npx` and similar commands on Windows. */
function windowsTransport(stdio: StdioModule, { config, log }: ConnectionPlan, { command, env }: Program): object {
  const transport = new stdio.StdioClientTransport({
    command,
    args: [...(config.args ?? [])],
    env,
    stderr: "pipe",
    maxBufferSize: config.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
    ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
  });
  transport.stderr?.on("data", (chunk: unknown) => log("stderr", String(chunk).trimEnd()));
  return transport;
}

/** The SDK only says that the connection is closed. The output of the process says why. */
function withEnding(error: unknown, ending: string): unknown {
  if (error instanceof Error) error.message = ending;
  return error;
}
