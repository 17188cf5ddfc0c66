import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../arguments/usage-error.ts";
import { KnownConfigs, digestOf } from "../config/known-configs.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { configTemplate } from "./config-template.ts";
import type { ConfigFormat } from "./config-template.ts";

const NAMES = ["json", "yaml", "yml", "ts", "mjs", "js"].map((type) => `operations.config.${type}`);
const INSTALLED_SCHEMA = "node_modules/@alkdev/operations/dist/config.schema.json";

export const run: RunCommand = async ({ options, terminal, version }) => {
  const present = NAMES.find((name) => existsSync(name));
  if (present !== undefined) throw new UsageError(`${present} exists already. It stays as it is.`);
  const format = (options.text("format") ?? "yaml") as ConfigFormat;
  const name = `operations.config.${format}`;
  // The installed package has its own schema. Elsewhere editors fetch the schema of the same version.
  const schema = existsSync(INSTALLED_SCHEMA)
    ? `./${INSTALLED_SCHEMA}`
    : `https://unpkg.com/@alkdev/operations@${version}/dist/config.schema.json`;
  // Never overwrites a file that was written in between.
  const path = join(process.cwd(), name);
  await writeFile(path, configTemplate(format, schema), { flag: "wx" }).catch((cause: unknown) => {
    throw new UsageError(`${name} can't be written: ${(cause as Error).message}`);
  });
  // Its user has just asked for it, so the next command need not.
  const known = await KnownConfigs.read(terminal.env);
  await known.add(path, await digestOf(path)).catch(() => undefined);
  const { style } = terminal;
  terminal.out(
    [
      `${style.green("✔")} ${name}`,
      "",
      "Fill in your MCP servers, HTTP APIs and folders, then:",
      "  operations check     checks that every source can be reached",
      "  operations list      lists the operations",
      "  operations serve     runs the hub",
      "",
    ].join("\n"),
  );
  return ExitCode.ok;
};
