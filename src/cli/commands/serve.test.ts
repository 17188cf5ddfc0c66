import { describe, expect, it } from "vitest";
import type { LoadedConfig, RunningHub } from "../../entries/hub.ts";
import { createReload } from "./serve.ts";

describe("when a config is reloaded", () => {
  it("does not wait for the sources of the previous one: the new one may revoke a key", async () => {
    const taken: unknown[] = [];
    const endless = new Promise<void>(() => undefined);
    const hub: Pick<RunningHub, "reload"> = {
      reload: ({ config }) => (taken.push(config.name) === 1 ? endless : Promise.resolve()),
    };
    const notes: string[] = [];
    let count = 0;
    const load = (): Promise<LoadedConfig> => Promise.resolve({ config: { name: `config ${++count}` } });
    const reload = createReload(hub, load, { note: (text) => void notes.push(text) });
    reload();
    await expect.poll(() => taken).toEqual(["config 1"]);
    reload();
    await expect.poll(() => taken).toEqual(["config 1", "config 2"]);
    await expect.poll(() => notes).toEqual(["The config was reloaded."]);
  });

  it("says why a config was refused", async () => {
    const notes: string[] = [];
    const note = (text: string): void => void notes.push(text);
    const refusing = { reload: () => Promise.reject(new Error("no such algorithm")) };
    createReload(refusing, () => Promise.resolve({ config: {} }), { note })();
    await expect.poll(() => notes).toEqual([expect.stringContaining("no such algorithm")]);
    createReload(refusing, () => Promise.reject(new Error("no such file")), { note })();
    await expect.poll(() => notes).toEqual([notes[0], expect.stringContaining("no such file")]);
  });
});
