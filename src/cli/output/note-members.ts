import { notedMembers } from "../../envelope/noted-members.ts";
import type { NotedMembers } from "../../envelope/noted-members.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OutputForm } from "./format-data.ts";

/**
 * Says on standard error what was stripped from a result and how to keep it, and what was filled in. Returns whether it
 * said something. With `--envelope` the result itself says it, and `--json` is for programs.
 */
export async function noteMembers({ meta }: PlainEnvelope, form: OutputForm, terminal: Terminal): Promise<boolean> {
  if (form.isJSON || form.isEnvelope) return false;
  const [stripped, filled] = [notedMembers(meta, "stripped"), notedMembers(meta, "filled")];
  if (stripped === undefined && filled === undefined) return false;
  // Loaded only when there is something to say: the code that measures text takes long to load.
  const { paragraph } = await import("../terminal/paragraph.ts");
  const { yellow, dim } = terminal.errorStyle;
  if (stripped !== undefined)
    terminal.err(paragraph({ label: "note:", paint: yellow, text: strippedText(stripped) }, terminal));
  if (filled !== undefined) terminal.err(paragraph({ label: "note:", paint: dim, text: filledText(filled) }, terminal));
  return true;
}

function strippedText(stripped: NotedMembers): string {
  const { count } = stripped;
  return (
    `${count === 1 ? "1 member was" : `${String(count)} members were`} left out, because the output schema does not ` +
    `name ${count === 1 ? "it" : "them"}: ${namesOf(stripped)}. "output: keep" in the config, for all sources or one, keeps such members.`
  );
}

function filledText(filled: NotedMembers): string {
  const { count } = filled;
  return (
    `${count === 1 ? "1 member was" : `${String(count)} members were`} filled in with the default of the output schema, ` +
    `because the source did not send ${count === 1 ? "it" : "them"}: ${namesOf(filled)}.`
  );
}

function namesOf({ count, paths }: NotedMembers): string {
  return [...paths.map(safeLine), ...(count > paths.length ? ["…"] : [])].join(", ");
}
