import { toTools } from "../../entries/tools.ts";
import type { ToolProvider, ToolReport } from "../../entries/tools.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { ownerIdentity } from "../backend/owner-identity.ts";
import { withAllSources } from "./with-all-sources.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { RunCommand } from "../session/command-context.ts";
import { formatTable } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

const MISSING = "No tools were printed: they would lack the operations of these sources.";

/** Prints what goes into a request to a model. */
export const run: RunCommand = async ({ options, terminal }) => {
  const provider = options.text("provider") as ToolProvider | undefined;
  if (provider === undefined) throw new UsageError("Name the provider of the model: --provider openai.");
  return await withAllSources({ options, terminal }, MISSING, ({ registry }) => {
    const [include] = options.rest;
    const tools = toTools(registry, {
      provider,
      identity: ownerIdentity(registry),
      include: include === undefined ? undefined : [include],
      strict: options.has("strict"),
      search: { above: options.has("search") ? 0 : Infinity },
    });
    if (!options.has("report")) terminal.out(`${JSON.stringify(tools.definitions, null, 2)}\n`);
    else terminal.out(options.has("json") ? `${JSON.stringify(tools.report)}\n` : tableOf(tools.report, terminal));
    tools.close();
    return ExitCode.ok;
  });
};

function tableOf(report: readonly ToolReport[], terminal: Terminal): string {
  return formatTable(
    report,
    [
      { title: "TOOL", text: ({ name }) => name },
      { title: "STRICT", text: ({ strict }) => (strict ? "yes" : "no") },
      { title: "LOST", text: lostIn },
    ],
    terminal,
  );
}

function lostIn({ losses, refused, leftOut }: ToolReport): string {
  const lost = losses.map(({ path, keyword }) => `${path || "/"} ${keyword}`).join(", ") || "nothing";
  if (refused === undefined) return lost;
  return leftOut === true ? `left out: ${refused}` : `${lost}; not strict: ${refused}`;
}
