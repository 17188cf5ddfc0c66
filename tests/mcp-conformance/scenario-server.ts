import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A scenario, as `pass-on.js` sends it. */
export interface Scenario {
  readonly url: string;
  readonly scenario: string;
  /** What the runner says about it. */
  readonly context: Readonly<Record<string, unknown>>;
}

export interface ScenarioServer {
  /** What the runner starts for each scenario. */
  readonly command: string;
  close(): Promise<void>;
}

/** Scenarios that run at once. The runner starts all of them together, and more would only slow each other down. */
const AT_ONCE = 4;

/** Runs scenarios in this process. A process for each would take longer to start than the scenario takes. */
export async function serveScenarios(run: (scenario: Scenario) => Promise<string>): Promise<ScenarioServer> {
  const waiting: Array<() => void> = [];
  let running = 0;
  const server = createServer((request, response) => {
    void answer(request).then((text) => response.end(text));
  });
  // A scenario may wait for its turn for longer than Node lets a request take.
  server.requestTimeout = 0;

  async function answer(request: IncomingMessage): Promise<string> {
    try {
      const scenario = JSON.parse(await textOf(request)) as Scenario;
      if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await run(scenario);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    } catch (error) {
      return String(error);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    command: `${process.execPath} ${new URL("pass-on.js", import.meta.url).pathname} ${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
