import { strippedMembers } from "../../envelope/stripped-members.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OutputForm } from "./format-data.ts";

/**
 * Says on standard error what was stripped from a result, and how to keep it. Returns whether it said something. With
 * `--envelope` the result itself says it, and `--json` is for programs.
 */
export async function noteStripped({ meta }: PlainEnvelope, form: OutputForm, terminal: Terminal): Promise<boolean> {
  const stripped = form.isJSON || form.isEnvelope ? undefined : strippedMembers(meta);
  if (stripped === undefined) return false;
  const { count, paths } = stripped;
  const names = [...paths.map(safeLine), ...(count > paths.length ? ["…"] : [])].join(", ");
  const text =
    `${count === 1 ? "1 member was" : `${String(count)} members were`} left out, because the output schema does not ` +
    `name ${count === 1 ? "it" : "them"}: ${names}. "output: keep" in the config, for all sources or one, keeps such members.`;
  // Loaded only when there is something to say: the code that measures text takes long to load.
  const { paragraph } = await import("../terminal/paragraph.ts");
  terminal.err(paragraph({ label: "note:", paint: terminal.errorStyle.yellow, text }, terminal));
  return true;
}
