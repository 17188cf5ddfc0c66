import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../arguments/usage-error.ts";
import type { CommandContext } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { configTemplate } from "./config-template.ts";
import type { ConfigFormat } from "./config-template.ts";

const NAMES = ["json", "yaml", "yml", "ts", "mjs", "js"].map((type) => `operations.config.${type}`);
const INSTALLED_SCHEMA = "node_modules/@alkdev/operations/dist/config.schema.json";

export async function run({ options, terminal, version }: CommandContext): Promise<number> {
  const present = NAMES.find((name) => existsSync(name));
  if (present !== undefined) throw new UsageError(`${present} is there already, and is left as it is.`);
  const format = (options.text("format") ?? "yaml") as ConfigFormat;
  const name = `operations.config.${format}`;
  // Beside the package its own schema counts; elsewhere that of the same version, as editors can fetch it.
  const schema = existsSync(INSTALLED_SCHEMA)
    ? `./${INSTALLED_SCHEMA}`
    : `https://unpkg.com/@alkdev/operations@${version}/dist/config.schema.json`;
  // Never over what came there in between.
  await writeFile(join(process.cwd(), name), configTemplate(format, schema), { flag: "wx" }).catch((cause: unknown) => {
    throw new UsageError(`${name} can't be written: ${(cause as Error).message}`);
  });
  const { style } = terminal;
  terminal.out(
    [
      `${style.green("✔")} ${name}`,
      "",
      "Fill in your MCP servers, HTTP APIs and folders, then:",
      "  operations check     says whether everything is reached",
      "  operations list      shows what there is to call",
      "  operations serve     runs the hub",
      "",
    ].join("\n"),
  );
  return ExitCode.ok;
}
