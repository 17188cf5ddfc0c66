import { UsageError } from "../arguments/usage-error.ts";
import type { DescribedOperation } from "../backend/backend.ts";
import { readInput } from "../input/read-input.ts";
import { ExitCode } from "../output/exit-code.ts";
import { noteDeprecated } from "../output/note-deprecated.ts";
import { askSecrets } from "./ask-secrets.ts";
import type { CommandContext } from "./command-context.ts";
import { withOperation } from "./operation-session.ts";
import type { OperationSession } from "./operation-session.ts";

export interface InputSession extends OperationSession {
  readonly input: unknown;
}

/** What `call` and `subscribe` do first: show the operation's help, or read its input. */
export async function withInput(
  context: CommandContext,
  command: "call" | "subscribe",
  work: (session: InputSession) => Promise<number>,
): Promise<number> {
  const { options, terminal } = context;
  return await withOperation(context, async (session) => {
    const { operation, spinner, signal, before } = session;
    // Programs that ask for JSON also read standard error.
    if (!options.has("json")) await noteDeprecated(operation, { terminal, spinner });
    if (options.has("help")) {
      const { inputHelp } = await import("../input/input-help.ts");
      spinner.pause();
      terminal.out(await inputHelp(operation, command, context));
      return ExitCode.ok;
    }
    assertKind(operation, command);
    const given = await before(readInput(options, operation.inputSchema, terminal));
    const input = await before(askSecrets(given, operation.inputSchema, { terminal, spinner, signal }));
    return await work({ ...session, input });
  });
}

function assertKind({ id, type }: DescribedOperation, command: "call" | "subscribe"): void {
  const isStream = type === "SUBSCRIPTION";
  if (isStream === (command === "subscribe")) return;
  throw new UsageError(
    isStream
      ? `${id} is a stream: use "operations subscribe ${id}".`
      : `${id} is not a stream: use "operations call ${id}".`,
  );
}
