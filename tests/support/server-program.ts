/** One of our servers in its own process, which a test kills and restarts on the same port. */
import { bundleProgram } from "./bundle-program.ts";
import { startChildPeer, type ChildPeer } from "./child-peer.ts";
import { findFreePort } from "./free-port.ts";

export interface ServerProgram {
  readonly port: number;
  /** The running process. */
  readonly process: ChildPeer;
  /** Sends `SIGKILL`. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port. Resolves when it is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program. Its argument is JSON: the settings, and the `port` to listen on. */
export async function startServerProgram(source: string, settings: object): Promise<ServerProgram> {
  const program = await bundleProgram(source);
  const port = await findFreePort();
  const launch = (): ChildPeer => startChildPeer(program.path, { args: [JSON.stringify({ ...settings, port })] });
  let running = launch();
  const stop = async (): Promise<void> => {
    await running.kill();
    program.remove();
  };
  await running.ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    port,
    get process() {
      return running;
    },
    async kill() {
      await running.kill();
    },
    async restart() {
      await running.kill();
      running = launch();
      await running.ready;
    },
    stop,
  };
}
