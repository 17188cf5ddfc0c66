/** Real brokers for tests: `redis-server` and `nats-server` on loopback, without persistence. */
import type { ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { endWithParent } from "./end-with-parent.ts";
import { findFreePort } from "./free-port.ts";
import { endProcess, launchServer, type MachineProgram } from "./launch-server.ts";
import { makeTempFolder } from "./temp-folder.ts";

export type BrokerKind = "redis" | "nats";

export interface BrokerServer {
  readonly kind: BrokerKind;
  readonly port: number;
  readonly url: string;
  /** The id of the running server, or undefined while none runs. */
  readonly pid: number | undefined;
  /** Sends `SIGKILL`: what it held in memory is gone. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port, after killing it if it runs. Resolves when it answers. */
  restart(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

export interface BrokerServerOptions {
  /**
   * Lines for its configuration file, in the broker's own language: `max_payload: 1024` or
   * `authorization { users: [...] }` for NATS, `user alice on >secret ~* &* +@all` for Redis.
   */
  config?: string;
}

interface BrokerProgram extends MachineProgram {
  scheme: string;
  config(port: number, folder: string): string;
  args(configFile: string): string[];
  /** Sent to find out whether the server answers. Any line will do (with a password, the answer is a refusal). */
  hello: string;
}

const programs: Record<BrokerKind, BrokerProgram> = {
  redis: {
    command: "redis-server",
    variable: "REDIS_SERVER_PATH",
    scheme: "redis",
    config: (port, folder) =>
      `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsave ""\nappendonly no\ndaemonize no\nloglevel warning\n`,
    args: (configFile) => [configFile],
    hello: "PING\r\n",
  },
  nats: {
    command: "nats-server",
    variable: "NATS_SERVER_PATH",
    scheme: "nats",
    config: (port) => `host: "127.0.0.1"\nport: ${port}\n`,
    args: (configFile) => ["-c", configFile],
    hello: "",
  },
};

/** Starts a broker on a free port and waits until it answers. */
export async function startBroker(kind: BrokerKind, options: BrokerServerOptions = {}): Promise<BrokerServer> {
  const program = programs[kind];
  const folder = makeTempFolder(kind);
  const releaseFolder = endWithParent({ folder });
  const port = await findFreePort();
  const configFile = join(folder, "server.conf");
  writeFileSync(configFile, `${program.config(port, folder)}${options.config ?? ""}\n`);
  let server: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    const victim = server;
    server = undefined;
    if (victim !== undefined) await endProcess(victim);
  };
  const start = async (): Promise<void> => {
    server = await launchServer({
      ...program,
      args: program.args(configFile),
      answers: () => answers(port, program.hello),
    });
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
    releaseFolder();
  };

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    kind,
    port,
    url: `${program.scheme}://127.0.0.1:${port}`,
    get pid() {
      return server?.pid;
    },
    kill,
    async restart() {
      await kill();
      await start();
    },
    stop,
  };
}

function answers(port: number, hello: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once("connect", () => socket.write(hello));
    socket.once("data", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("close", () => settle(false));
  });
}
