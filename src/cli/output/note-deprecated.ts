import { deprecationText, toDeprecation } from "../../shared/deprecation.ts";
import type { DescribedOperation } from "../backend/backend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Warns on standard error that the operation is deprecated. */
export async function noteDeprecated(
  { id, deprecated }: DescribedOperation,
  { terminal, spinner }: { readonly terminal: Terminal; readonly spinner: Spinner },
): Promise<void> {
  const deprecation = toDeprecation(deprecated);
  if (deprecation === undefined) return;
  const text = `${id} is deprecated. ${deprecationText(deprecation)}`.trimEnd();
  // Loaded only when there is something to say: the code that measures text takes long to load.
  const { paragraph } = await import("../terminal/paragraph.ts");
  spinner.pause();
  terminal.err(paragraph({ label: "warning:", paint: terminal.errorStyle.yellow, text: safeLine(text) }, terminal));
  spinner.resume();
}
