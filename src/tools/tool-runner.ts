import { AnswerBudget } from "../answers/answer-budget.ts";
import type { AnswerTokens } from "../answers/answer-tokens.ts";
import { READ_RESULT } from "../answers/read-result.ts";
import { toSelection } from "../answers/select-parts.ts";
import { CallError, toCallError } from "../errors/call-error.ts";
import type { AccessControl } from "../operation/access-control.ts";
import { isPinned } from "../operation/mcp/mcp-marks.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../registry/dispatch.ts";
import type { DispatchRequest } from "../registry/dispatch.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { boundEnvelope } from "../serve/mcp/answers/bound-envelope.ts";
import type { ResultBound } from "../serve/mcp/answers/bounded-result.ts";
import { ResultReader } from "../serve/mcp/answers/result-reader.ts";
import { collectStream } from "../serve/mcp/call/collect-stream.ts";
import { toMCPSettings } from "../serve/mcp/options/serve-mcp-options.ts";
import type { ServeMCPSettings } from "../serve/mcp/options/serve-mcp-options.ts";
import { ResourceProviders } from "../serve/mcp/providers/resource-providers.ts";
import { SearchTools } from "../serve/mcp/search/search-tools.ts";
import type { CallTarget } from "../serve/mcp/search/search-tools.ts";
import { failedResult } from "../serve/mcp/tools/failed-result.ts";
import { CALL_OPERATION, ToolCatalog } from "../serve/mcp/tools/tool-catalog.ts";
import { toolShapeOf } from "../serve/mcp/tools/tool-shape.ts";
import { createSearch } from "../search/create-search.ts";
import type { OperationSearch } from "../search/create-search.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { isRecord } from "../shared/json/is-record.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../shared/json/is-too-deep.ts";
import { ANSWER_TOKENS_KEY } from "../shared/mcp-meta.ts";
import { shorten } from "../shared/short-text.ts";
import { prepareTools } from "./prepare-tools.ts";
import type { PreparedTool, PreparedTools } from "./prepare-tools.ts";
import type { ModelCall } from "./providers/model-tool.ts";
import type { ProviderRules } from "./providers/provider-rules.ts";
import type { ToolOutcome } from "./providers/result-parts.ts";
import type { ExecuteToolOptions, ToToolsOptions } from "./tools-options.ts";

type Members = Readonly<Record<string, unknown>>;

/** The tools of one caller, whichever provider they are for. */
export class ToolRunner {
  readonly #registry: OperationRegistry;
  readonly #options: ToToolsOptions;
  readonly #rules: ProviderRules;
  readonly #settings: ServeMCPSettings;
  readonly #catalog: ToolCatalog;
  readonly #stop: () => void;
  readonly #budget: AnswerBudget;
  readonly #reader: ResultReader;
  /** Present if there is an embedder: the search by words belongs to `SearchTools`. */
  readonly #ownSearch: OperationSearch | undefined;
  #search: SearchTools | undefined;
  #prepared: PreparedTools | undefined;

  constructor(registry: OperationRegistry, options: ToToolsOptions, rules: ProviderRules) {
    this.#registry = registry;
    this.#options = options;
    this.#rules = rules;
    const {
      callTimeout,
      maxItems,
      maxStreamDuration,
      onError,
      answerTokens,
      search: { above, embedder, vectors, engine } = {},
    } = options;
    if (engine === undefined && embedder !== undefined) {
      this.#ownSearch = createSearch(registry, { embedder, vectors, onError });
    }
    this.#budget = new AnswerBudget(options);
    this.#reader = new ResultReader(this.#budget);
    this.#settings = toMCPSettings({
      filter: filterOf(options.include),
      toolName: (spec) => nameFor(operationId(spec), rules),
      searchAbove: options.search?.by === "provider" ? Infinity : above,
      search: engine ?? this.#ownSearch,
      pageSize: Number.MAX_SAFE_INTEGER,
      callTimeout,
      maxItems,
      maxStreamDuration,
      onError,
      answerTokens,
    });
    this.#catalog = new ToolCatalog(registry, this.#settings, new ResourceProviders([]));
    this.#stop = registry.onChange(() => (this.#prepared = undefined));
  }

  /** Whether the provider's own search shows the tools to the model. */
  get isDeferred(): boolean {
    const { by, above } = this.#options.search ?? {};
    const count = this.prepared.tools.filter((tool) => tool.isPinned !== true).length;
    return by === "provider" && count > toMCPSettings({ searchAbove: above }).searchAbove;
  }

  get prepared(): PreparedTools {
    return (this.#prepared ??= this.#prepare());
  }

  /** The outcome of a call. Never rejects: what went wrong is for the model to read. */
  async run(
    call: ModelCall,
    { signal, approved = false, answerTokens }: ExecuteToolOptions = {},
  ): Promise<ToolOutcome> {
    let spec: OperationSpec | undefined;
    try {
      const target = this.#find(call);
      if (!("spec" in target)) return target;
      spec = target.spec;
      const request = this.#requestOf(target, signal, answerTokens);
      if (!approved && (await this.#mustBeApproved(target, request.input))) return this.denied(call.name);
      return await this.#dispatch(target, request, answerTokens);
    } catch (thrown) {
      const error = toCallError(thrown);
      this.#options.onError?.(error);
      return spec === undefined ? failedResult(error, { expose: true }) : this.#failed(spec, error);
    }
  }

  #failed(spec: OperationSpec, error: CallError): ToolOutcome {
    const room = this.#budget.roomFor(this.#options.identity);
    const keep = room === Infinity ? undefined : this.#keeper(spec);
    return failedResult(error, { spec, room, keep });
  }

  /** Keeps answers of an operation for the caller of these tools. */
  #keeper(spec: OperationSpec): ResultBound["keep"] {
    const { identity, context } = this.#options;
    const owner = { identity, session: context?.session };
    const requires = (): AccessControl => (this.#registry.getSpec(operationId(spec)) ?? spec).accessControl;
    return (text) => this.#budget.kept.keep(text, owner, requires);
  }

  /** A call that can't run needs no approval: running it says why. */
  async needsApproval(call: ModelCall): Promise<boolean> {
    try {
      const target = this.#find(call);
      return "spec" in target && (await this.#mustBeApproved(target, this.#requestOf(target, undefined).input));
    } catch (error) {
      this.#options.onError?.(error);
      return this.#options.needsApproval !== undefined;
    }
  }

  denied(name: string, reason?: string): ToolOutcome {
    const why = reason === undefined ? "." : `: ${reason}`;
    return failedResult(new CallError("ACCESS_DENIED", `${shorten(name, 200)} was not approved${why}`));
  }

  close(): void {
    this.#stop();
    this.#catalog.close();
    this.#search?.close();
    this.#ownSearch?.close();
    this.#budget.close();
  }

  #prepare(): PreparedTools {
    const { identity, strict = false } = this.#options;
    const own = this.#budget.isBound(identity)
      ? [{ ...this.#reader.definition, id: READ_RESULT, isLoose: true, isPinned: true }]
      : [];
    if (this.#catalog.isSearched(identity)) {
      this.#search ??= new SearchTools({ registry: this.#registry, catalog: this.#catalog, settings: this.#settings });
      const listed = [...this.#search.definitions, ...own, ...this.#catalog.pinned(identity)].map((tool) => ({
        ...tool,
        id: tool.name,
        // Its input is any object, which strict modes can only say in a roundabout way.
        isLoose: tool.name === CALL_OPERATION || tool.name === READ_RESULT,
      }));
      return { ...prepareTools(listed, this.#rules, strict), report: [] };
    }
    const { items } = this.#catalog.list(identity);
    const listed = items.map((item) => {
      const id = this.#catalog.idOf(item.name) ?? item.name;
      const spec = this.#registry.getSpec(id);
      return { ...item, id, isPinned: spec !== undefined && isPinned(spec) };
    });
    const { tools, report } = prepareTools([...listed, ...(items.length === 0 ? [] : own)], this.#rules, strict);
    return { tools, report: report.filter(({ id }) => id !== READ_RESULT) };
  }

  /** The operation that a call goes to, or the outcome that refuses it. */
  #find(call: ModelCall): CallTarget | ToolOutcome {
    const { identity } = this.#options;
    const { tools } = this.prepared;
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) {
      // The model may have been given it before the peer behind it went away.
      const gone = this.#catalog.findQuarantined(call.name, identity);
      if (gone !== undefined) throw gone;
      const hint = didYouMean(
        call.name,
        tools.map(({ name }) => name),
      );
      throw new CallError("OPERATION_NOT_FOUND", `There is no tool ${shorten(call.name, 200)}.${hint}`);
    }
    const given = argumentsOf(call, tool);
    const asked = { name: tool.name, given, identity };
    const found = this.#reader.find(asked) ?? this.#search?.find(asked);
    if (found !== undefined) return found;
    const id = this.#catalog.idOf(tool.name) ?? "";
    const spec = this.#catalog.findById(id, identity);
    if (spec === undefined) throw new CallError("OPERATION_NOT_FOUND", `There is no operation ${id}.`);
    return { registry: this.#registry, id, spec, arguments: given };
  }

  #requestOf(
    { id, spec, arguments: given }: CallTarget,
    signal: AbortSignal | undefined,
    answerTokens?: AnswerTokens,
  ): DispatchRequest {
    const { identity, context, callTimeout } = this.#options;
    const deadline = callTimeout === undefined ? undefined : Date.now() + callTimeout;
    const callMeta =
      answerTokens === undefined ? context?.callMeta : { ...context?.callMeta, [ANSWER_TOKENS_KEY]: answerTokens };
    const input = toolShapeOf(spec).toInput(given);
    return { id, input, context: { ...context, identity, signal, deadline, callMeta } };
  }

  async #mustBeApproved({ id, spec, registry }: CallTarget, input: unknown): Promise<boolean> {
    const { needsApproval } = this.#options;
    // Searching and describing need none.
    if (needsApproval === undefined || registry !== this.#registry) return false;
    return await needsApproval({ id, spec, input });
  }

  async #dispatch(
    { registry, spec, id, select }: CallTarget,
    request: DispatchRequest,
    answerTokens: AnswerTokens | undefined,
  ): Promise<ToolOutcome> {
    const bound: ResultBound = {
      room: this.#budget.roomFor(this.#options.identity, answerTokens),
      keep: this.#keeper(spec),
      // No provider checks what tools answer.
      outputSchema: () => undefined,
      operation: spec,
    };
    const selection = select === undefined ? undefined : await toSelection(select);
    const how = { bound, selection, spec };
    if (spec.type !== OperationType.SUBSCRIPTION) return boundEnvelope(await dispatch(registry, request), how);
    const { maxItems, maxStreamDuration: maxDuration } = this.#settings;
    const report = request.context?.onProgress ?? (() => {});
    const stream = dispatchSubscription(registry, request);
    return boundEnvelope(await collectStream(stream, { id, maxItems, maxDuration, report }), how);
  }
}

/** Arguments as the operation's own schema describes them. */
function argumentsOf({ arguments: given }: ModelCall, { restore }: PreparedTool): Members {
  const value = typeof given === "string" ? parsed(given) : (given ?? {});
  assertNotTooDeep(value);
  const restored = restore(value);
  // Texts of JSON have become what they hold.
  assertNotTooDeep(restored);
  if (isRecord(restored)) return restored;
  throw new CallError("VALIDATION_ERROR", "The arguments of a tool are an object.");
}

function assertNotTooDeep(value: unknown): void {
  if (isTooDeep(value, MOST_LEVELS)) throw new CallError("VALIDATION_ERROR", tooDeepProblem("input"));
}

function parsed(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CallError("VALIDATION_ERROR", `The arguments are not JSON: ${(cause as Error).message}`, undefined, {
      cause,
    });
  }
}

/** The name that the catalogue starts from. Some providers require a letter first. */
function nameFor(id: string, { plain }: ProviderRules): string {
  return plain.toolNames.test(id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 1)) ? id : `_${id}`;
}

function filterOf(include: ToToolsOptions["include"]): ((spec: OperationSpec) => boolean) | undefined {
  if (include === undefined || typeof include === "function") return include;
  return (spec) => include.some((name) => operationId(spec) === name || operationId(spec).startsWith(`${name}.`));
}
