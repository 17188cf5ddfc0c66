import { OperationRegistry } from "../../entries/index.ts";
import type { Identity, OperationSpec } from "../../entries/index.ts";
import { toTools } from "../../entries/tools.ts";
import type { ToolProvider, ToolReport } from "../../entries/tools.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { DescribedOperation } from "../backend/backend.ts";
import { hubAddress } from "../backend/hub/hub-address.ts";
import { openBackend } from "../session/open-backend.ts";
import { ownerIdentity } from "../backend/local/owner-identity.ts";
import { withAllSources } from "./with-all-sources.ts";
import { ExitCode } from "../output/exit-code.ts";
import { noteMissing } from "../output/note-missing.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { withSpinner } from "../session/interruption.ts";
import { formatTable } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

const MISSING = "The tools lack the operations of these sources.";

/** Requests to a hub at once. */
const AT_ONCE = 16;

/** Prints what goes into a request to a model. */
export const run: RunCommand = async ({ options, terminal }) => {
  const provider = options.text("provider") as ToolProvider | undefined;
  if (provider === undefined) throw new UsageError("Name the provider of the model: --provider openai.");
  const print = (registry: OperationRegistry, identity?: Identity): void =>
    terminal.out(textOf(registry, { provider, identity, options, terminal }));
  if (hubAddress(options, terminal.env) !== undefined) return await withHubOperations({ options, terminal }, print);
  return await withAllSources({ options, terminal }, MISSING, ({ registry }) => {
    print(registry, ownerIdentity(registry));
    return ExitCode.ok;
  });
};

/** The operations that the key may call on a hub, as a registry that describes them and calls none. */
async function withHubOperations(
  { options, terminal }: Pick<CommandContext, "options" | "terminal">,
  use: (registry: OperationRegistry) => void,
): Promise<number> {
  const [wanted] = options.rest;
  return await withSpinner(terminal, async (signal, spinner) => {
    const backend = await openBackend({ options, terminal, spinner, signal, atMost: options.duration("timeout") });
    const listed = await backend.list();
    const ids = listed.map(({ id }) => id).filter((id) => wanted === undefined || isWithin(id, wanted));
    const registry = new OperationRegistry();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const described = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => backend.describe(id)));
      registry.registerAll(described.map(describedOnly));
    }
    spinner.pause();
    use(registry);
    await noteMissing(backend, terminal);
    return ExitCode.ok;
  });
}

function isWithin(id: string, name: string): boolean {
  return id === name || id.startsWith(`${name}.`);
}

/** The hub has checked already who may call it. */
function describedOnly(operation: DescribedOperation): OperationSpec & { handler: () => never } {
  const spec = operation as unknown as OperationSpec;
  return { ...spec, accessControl: { requiredScopes: [] }, handler: neverCalled };
}

function neverCalled(): never {
  throw new Error("Operations of a hub are only described here.");
}

interface Printed {
  readonly provider: ToolProvider;
  readonly identity: Identity | undefined;
  readonly options: Options;
  readonly terminal: Terminal;
}

function textOf(registry: OperationRegistry, { provider, identity, options, terminal }: Printed): string {
  const [include] = options.rest;
  const tools = toTools(registry, {
    provider,
    identity,
    include: include === undefined ? undefined : [include],
    strict: options.has("strict"),
    search: { above: options.has("search") ? 0 : Infinity },
  });
  try {
    if (!options.has("report")) return `${JSON.stringify(tools.definitions, null, 2)}\n`;
    return options.has("json") ? `${JSON.stringify(tools.report)}\n` : tableOf(tools.report, terminal);
  } finally {
    tools.close();
  }
}

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
