/** `npm start` as a user runs it: it gets ready, answers, stops at Ctrl-C, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../support/run-program.ts";

describe("npm start", () => {
  let state: string;
  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), "operations-start-"));
  });
  afterAll(() => rm(state, { recursive: true, force: true }));

  it("serves its three sources, answers a call through all of them, and stops cleanly on Ctrl-C", async () => {
    const env = { ...process.env, XDG_STATE_HOME: state, PORT: "0" };
    const child = spawn(process.execPath, ["--import", "tsx", "examples/start.ts"], { cwd: projectRoot, env });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
    try {
      while (!output.includes("Ctrl-C stops it.") && child.exitCode === null) await pause();
      expect(output).toMatch(/local +local +4 operations\n +weather +openapi +2 operations\n +text +mcp +2 operations/);
      expect(output).toMatch(/WebSocket +ws:\S+\/ws\n/);
      const url = /HTTP +(http:\S+)/.exec(output)?.[1] ?? "";
      const key = (await readFile(join(state, "operations", "key"), "utf8")).trim();
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const answer = await fetch(`${url}/notes/briefing`, { method: "POST", headers, body: '{"city":"Oslo"}' });
      expect(await answer.json()).toMatchObject({ text: "Light Snow In Oslo, -3 °C" });
      const refused = await fetch(`${url}/notes/briefing`, { method: "POST", body: '{"city":"Oslo"}' });
      expect(refused.status).toBe(401);
      child.kill("SIGINT");
      expect(await exited).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
    } finally {
      child.kill("SIGKILL");
    }
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
