/** A short explanation of a part of a program, as the editor shows it. */
import { htmlToMarkdown } from "../../../src/shared/html-to-markdown.ts";
import type { ProgramWorld } from "../program/program-world.ts";

/** What the editor asks about the operations. */
export interface ProgramLanguage {
  /** Loads the schemas of the operations that the program names. */
  prepare(text: string): Promise<ProgramWorld>;
  /** An operation as a TypeScript signature. */
  signature(id: string): Promise<string | undefined>;
}

interface Explained {
  readonly about?: string | undefined;
  readonly code?: string | undefined;
  /** The id of an operation, whose signature is the code. */
  readonly operation?: string | undefined;
}

export async function explanation(
  { about, code, operation }: Explained,
  language: ProgramLanguage,
): Promise<HTMLElement> {
  const info = document.createElement("div");
  info.className = "explanation";
  if (about !== undefined && about !== "") info.append(element("p", "explanation-about", htmlToMarkdown(about)));
  const signature = operation === undefined ? code : await language.signature(operation).catch(() => undefined);
  if (signature !== undefined) info.append(element("pre", "explanation-code", signature));
  return info;
}

function element(name: "p" | "pre", className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
