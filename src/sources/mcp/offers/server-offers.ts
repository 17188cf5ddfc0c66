import { messageOf } from "../../../errors/call-error.ts";
import type { MCPMethod } from "../../../operation/mcp/mcp-marks.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { MCPClientConfig } from "../config/mcp-client-config.ts";
import type { Session } from "../session/session.ts";
import type { ReadPages } from "../tools/list-pages.ts";
import type { MCPOperation, MCPProblem } from "../tools/mcp-operation.ts";
import { mapNames } from "../tools/operation-names.ts";
import { completionOperation } from "./completion-operation.ts";
import type { OfferOptions } from "./offer-spec.ts";
import { promptOperation } from "./prompt-operation.ts";
import type { ListedPrompt } from "./prompt-operation.ts";
import { resourceLists, resourceReaders } from "./resource-operations.ts";

type Wanted = Pick<MCPClientConfig, "resources" | "prompts">;

interface MadePrompt {
  readonly key: string;
  readonly operation: MCPOperation;
}

interface Capabilities {
  readonly resources?: { readonly subscribe?: boolean | undefined } | undefined;
  readonly completions?: object | undefined;
}

/** The methods that get one operation for the whole server, given its capabilities. */
export function offeredMethods({ resources, completions }: Capabilities): MCPMethod[] {
  return [
    ...(resources === undefined ? [] : (["resources/list", "resources/templates/list", "resources/read"] as const)),
    ...(resources?.subscribe === true ? (["resources/subscribe"] as const) : []),
    ...(completions === undefined ? [] : (["completion/complete"] as const)),
  ];
}

/** What a server offers besides tools, as operations: one for each prompt, and a few for all resources. */
export class ServerOffers {
  problems: readonly MCPProblem[] = [];
  readonly #wanted: Wanted;
  #prompts = new Map<string, MadePrompt>();
  #lists: readonly MCPOperation[] = [];
  /** Operations that stay the same while the server has the same version and capabilities. */
  #others: readonly MCPOperation[] = [];
  #key = "";

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  get operations(): MCPOperation[] {
    const prompts = Array.from(this.#prompts.values(), ({ operation }) => operation);
    return [...prompts, ...this.#lists, ...this.#others];
  }

  /** Makes the operations for the capabilities of a session's server. */
  adopt(session: Session, options: OfferOptions): void {
    const capabilities = session.client.getServerCapabilities() ?? {};
    const hasResources = this.#wanted.resources === true && capabilities.resources !== undefined;
    const hasPrompts = this.#wanted.prompts === true && capabilities.prompts !== undefined;
    const watches = capabilities.resources?.subscribe === true;
    const completes = capabilities.completions !== undefined && (hasResources || hasPrompts);
    const key = JSON.stringify([options.version, hasResources, watches, completes]);
    if (!hasPrompts) this.#prompts = new Map();
    if (key === this.#key) return;
    this.#key = key;
    this.#lists = hasResources ? resourceLists(options) : [];
    this.#others = [
      ...(hasResources ? resourceReaders(options, { watches }) : []),
      ...(completes ? [completionOperation(options)] : []),
    ];
  }

  /**
   * The server has announced that its resources have changed. The lists are made again, so that the registry announces
   * them.
   */
  renewLists(options: OfferOptions): void {
    if (this.#lists.length > 0) this.#lists = resourceLists(options);
  }

  /** The names of the prompts that a session lists. */
  async promptNames(session: Session, readPages: ReadPages): Promise<ReadonlySet<string>> {
    if (!this.#hasPrompts(session)) return new Set();
    const { prompts } = readPrompts(await readPages(session, "prompts/list", "prompts"));
    return new Set(prompts.map(({ name }) => name));
  }

  #hasPrompts({ client }: Session): boolean {
    return this.#wanted.prompts === true && client.getServerCapabilities()?.prompts !== undefined;
  }

  /** A server that cannot list its prompts still has its tools. */
  async readPrompts(session: Session, options: OfferOptions, readPages: ReadPages): Promise<void> {
    if (!this.#hasPrompts(session)) return;
    try {
      const { prompts, problems } = readPrompts(await readPages(session, "prompts/list", "prompts"));
      this.#adoptPrompts(prompts, options);
      this.problems = problems;
    } catch (error) {
      this.problems = [{ message: `Its prompts cannot be listed: ${messageOf(error)}` }];
    }
  }

  /** An unchanged prompt stays the same operation. */
  #adoptPrompts(prompts: readonly ListedPrompt[], options: OfferOptions): void {
    const names = mapNames(prompts.map(({ name }) => name));
    const made = new Map<string, MadePrompt>();
    for (const prompt of prompts) {
      const name = names.get(prompt.name) as string;
      const key = `${name} ${options.version} ${JSON.stringify(prompt.entry)}`;
      const known = this.#prompts.get(prompt.name);
      made.set(prompt.name, known?.key === key ? known : { key, operation: promptOperation(prompt, options, name) });
    }
    this.#prompts = made;
  }
}

function readPrompts(entries: readonly unknown[]): { prompts: ListedPrompt[]; problems: MCPProblem[] } {
  const prompts = new Map<string, ListedPrompt>();
  const problems: MCPProblem[] = [];
  for (const entry of entries) {
    const name = isRecord(entry) ? entry["name"] : undefined;
    if (!isRecord(entry) || typeof name !== "string" || name === "")
      problems.push({ message: "An entry of the prompt list is not a prompt" });
    else if (prompts.has(name)) problems.push({ message: `The prompt ${name} is listed twice` });
    else prompts.set(name, { name, entry });
  }
  return { prompts: [...prompts.values()], problems };
}
