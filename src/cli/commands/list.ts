import type { ListedOperation } from "../backend/backend.ts";
import { openBackend } from "../session/open-backend.ts";
import type { RunCommand } from "../session/command-context.ts";
import { rememberOperations } from "../backend/hub/remembered-operations.ts";
import { ExitCode } from "../output/exit-code.ts";
import { toDeprecation } from "../../shared/deprecation.ts";
import { withSpinner } from "../session/interruption.ts";
import { noteMissing } from "../output/note-missing.ts";
import type { StyleName } from "../terminal/style.ts";
import { formatTable } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { htmlToMarkdown } from "../../shared/html-to-markdown.ts";

const TYPE_COLOURS: Readonly<Record<string, StyleName>> = { QUERY: "green", MUTATION: "yellow", SUBSCRIPTION: "blue" };

export const run: RunCommand = async ({ options, terminal }) => {
  const atMost = options.duration("timeout");
  return await withSpinner(terminal, async (signal, spinner) => {
    const backend = await openBackend({ options, terminal, spinner, signal, atMost });
    try {
      const all = await backend.list();
      await rememberOperations(options, terminal.env, all);
      const [text] = options.rest;
      const filter = { namespace: options.text("namespace"), type: options.text("type") };
      const wanted = all.filter((operation) => isWanted(operation, filter));
      const found = text === undefined || text.trim() === "" ? wanted.sort(byId) : await rank(wanted, text);
      spinner.pause();
      terminal.out(options.has("json") ? `${JSON.stringify({ operations: found })}\n` : tableOf(found, terminal));
      await noteMissing(backend, terminal);
      return ExitCode.ok;
    } finally {
      await backend.close();
    }
  });
};

function tableOf(operations: readonly ListedOperation[], terminal: Terminal): string {
  if (operations.length === 0 && terminal.isInteractive) return "No operations.\n";
  return formatTable(
    operations,
    [
      { title: "ID", text: ({ id }) => id, colour: (operation) => (isDeprecated(operation) ? "dim" : undefined) },
      { title: "TYPE", text: ({ type }) => type.toLowerCase(), colour: ({ type }) => TYPE_COLOURS[type] },
      { title: "DESCRIPTION", text: descriptionOf },
    ],
    terminal,
  );
}

function descriptionOf(operation: ListedOperation): string {
  const { title = "", description } = operation;
  const mark = isDeprecated(operation) ? "[deprecated] " : "";
  return mark + (htmlToMarkdown(description) || title);
}

function isDeprecated({ deprecated }: ListedOperation): boolean {
  return toDeprecation(deprecated) !== undefined;
}

function byId(left: ListedOperation, right: ListedOperation): number {
  return left.id < right.id ? -1 : 1;
}

interface Filter {
  readonly namespace: string | undefined;
  readonly type: string | undefined;
}

function isWanted(operation: ListedOperation, { namespace, type }: Filter): boolean {
  return (
    (namespace === undefined || operation.namespace === namespace || operation.namespace.startsWith(`${namespace}.`)) &&
    (type === undefined || operation.type === type.toUpperCase())
  );
}

/** Keeps operations that hold all of the words, or fit nearly as well as the best. The best come first. */
async function rank(operations: readonly ListedOperation[], text: string): Promise<ListedOperation[]> {
  const { rankOperations } = await import("../../entries/search.ts");
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const ranked = rankOperations(operations, text);
  const least = SHOWN_SHARE * Math.max(...ranked.slice(0, 10).map(({ score }) => score));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ranked.flatMap(({ id, score }) => {
    const operation = known.get(id);
    return operation !== undefined && (score >= least || holdsAll(operation, words)) ? [operation] : [];
  });
}

function holdsAll({ id, title = "", description }: ListedOperation, words: readonly string[]): boolean {
  const text = `${id} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const SHOWN_SHARE = 0.3;
