/** The configs of the guide for operators work as they stand. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/entries/hub.ts";
import { readContents } from "../../scripts/docs/contents.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

/** A config with mistakes, whose messages the page shows, and the config of Prometheus. */
const OTHERS = /^serve:\n {2}port: high$|^scrape_configs:/m;

const samples = (readContents().parts.find(({ title }) => title === "Configure a hub")?.pages ?? []).flatMap(
  ({ file, text }) =>
    Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), ([, sample = ""], at): [string, number, string] => [
      file,
      at + 1,
      sample,
    ]),
);

describe("a config in the guide", () => {
  it.each(samples.filter(([, , sample]) => !OTHERS.test(sample)))(
    "is one that the hub accepts: %s, sample %i",
    async (_, __, sample) => {
      const cwd = makeTempFolder("sample");
      onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
      const env = Object.fromEntries(
        Array.from(sample.matchAll(/\$\{(\w+)/g), ([, name = ""]) => [name, `value-of-${name}-`.padEnd(40, "x")]),
      );
      await writeFile(join(cwd, "operations.config.yaml"), sample.replace("5f3c…", "5f3c".repeat(16)));
      await expect(loadConfig(undefined, { cwd, env })).resolves.toHaveProperty("config");
    },
  );
});
