import { CallError } from "../../errors/call-error.ts";
import { isResponseEnvelope, localEnvelope } from "../../envelope/response-envelope.ts";
import { isStructured, withSent } from "../../envelope/structured-content.ts";
import type {
  LocalResponseMeta,
  MCPResponseMeta,
  ResponseEnvelope,
  ResponseMeta,
} from "../../envelope/response-envelope.ts";
import type { OutputMode } from "../../operation/operation-spec.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import type { Check } from "../../schema/engine/engine.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { getNormaliser } from "../../schema/normalise/normaliser.ts";
import type { Normalised } from "../../schema/normalise/normaliser.ts";
import { jsonSchemaOf } from "../../schema/standard/json-schema-of.ts";
import { isStandardSchema, runStandardSchema } from "../../schema/standard/standard-schema.ts";
import type { JSONSchema } from "../../schema/types/scope.ts";
import type { AnySchema } from "../../schema/types/static.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import { addNoted, notedMembers } from "../../envelope/noted-members.ts";
import { UNNAMED } from "../../envelope/tracked.ts";
import { sharedNow } from "../../shared/time/shared-clock.ts";
import { FinishedItems } from "./finished-items.ts";
import type { WarningHandler } from "./warnings.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";

/** How a registry treats results. */
export interface OutputPolicy {
  readonly mode: OutputMode;
  /** Whether a result that does not fit is an error instead of a warning. */
  readonly strict: boolean;
  readonly warn: WarningHandler;
}

interface Mended {
  readonly value: unknown;
  /** What was stripped and filled in. A schema library does not say which members it has left out. */
  readonly changes: Normalised | undefined;
  /** What is still wrong with the value. */
  readonly errors: readonly ValueError[];
}

/** Brings data closer to the schema. */
type Mend = (data: unknown) => MaybePromise<Mended>;

/**
 * The one result pipeline: detect an envelope, else wrap; normalise `data`; validate. `execute`, `dispatch`,
 * `subscribe` and the call protocol all end here.
 */
export class OutputPipeline {
  /** How many properties were left out because the schema does not name them. */
  stripped = 0;
  /** How many missing properties got their declared default. */
  filled = 0;
  /** How many results did not fit. */
  invalidOutputs = 0;
  /** How results and the details of declared errors are treated. */
  readonly mode: OutputMode;
  readonly #id: string;
  readonly #policy: OutputPolicy;
  /** Whether data can pass unchanged. */
  readonly isExact: Check;
  readonly #mend: Mend;

  constructor(id: string, schema: AnySchema, policy: OutputPolicy) {
    this.#id = id;
    this.#policy = policy;
    this.mode = policy.mode;
    if (isStandardSchema(schema)) {
      // The library may transform the data. Only its own `validate` knows what comes out.
      this.isExact = () => false;
      this.#mend = (data) => {
        const result = runStandardSchema(schema, data);
        const settle = (settled: Awaited<typeof result>): Mended =>
          "errors" in settled
            ? // What the library refuses it has not stripped. Its JSON Schema tells what may leave.
              { ...this.#normalise(jsonSchemaOf(schema, "output"), data), errors: settled.errors }
            : { value: settled.value, changes: undefined, errors: [] };
        return result instanceof Promise ? result.then(settle) : settle(result);
      };
    } else {
      this.isExact = getNormaliser(schema, { strip: policy.mode === "strip" }).isExact;
      this.#mend = (data) => this.#normalise(schema, data);
    }
  }

  /** The envelope of a handler's result. A promise only if the schema library needs one. */
  readonly finish = (result: unknown): MaybePromise<ResponseEnvelope> => {
    const envelope = isResponseEnvelope(result)
      ? (result.meta as { operationId?: string }).operationId === UNNAMED
        ? this.#named(result)
        : result
      : localEnvelope(result, this.#id);
    if (this.isExact(envelope.data) || holdsContentBlocks(envelope)) return envelope;
    const mended = this.#mend(envelope.data);
    return mended instanceof Promise
      ? mended.then((settled) => this.#conclude(envelope, settled))
      : this.#conclude(envelope, mended);
  };

  /**
   * A stream whose items all go through the pipeline. `return()` and errors reach the handler's own iterator. `asThrown`
   * gives the error for what that iterator throws, or a promise of it.
   */
  finishItems(items: AsyncIterable<unknown>, asThrown: (thrown: unknown) => unknown): AsyncIterable<ResponseEnvelope> {
    let meta: LocalResponseMeta | undefined;
    const finish = (result: unknown): MaybePromise<ResponseEnvelope> => {
      const isPlain = (result as { meta?: unknown } | null | undefined)?.meta === undefined;
      if (!isPlain || !this.isExact(result)) return this.finish(result);
      // Items in quick succession share their meta: making and comparing one each would cost as much as the check.
      const timestamp = sharedNow();
      if (meta?.timestamp !== timestamp) meta = { source: "local", operationId: this.#id, timestamp };
      return { data: result, meta };
    };
    return { [Symbol.asyncIterator]: () => new FinishedItems(items[Symbol.asyncIterator](), { finish, asThrown }) };
  }

  /** `tracked` does not know the operation. A copy, because a handler may yield the same item to many callers. */
  #named(envelope: ResponseEnvelope): ResponseEnvelope {
    const { data, meta } = envelope;
    return meta.source === "local" ? { data, meta: { ...meta, operationId: this.#id } } : envelope;
  }

  #normalise(schema: JSONSchema, data: unknown): Mended {
    const changes = getNormaliser(schema, { strip: this.mode === "strip" }).normalise(data);
    const { value, fits, unread } = changes;
    const errors = fits ? [] : collectErrors(schema, value);
    if (unread !== undefined) this.#refuse(errors, unread.cause);
    return { value, changes, errors };
  }

  #conclude(envelope: ResponseEnvelope, mended: Mended): ResponseEnvelope {
    const { value, changes, errors } = mended;
    if (changes !== undefined) {
      this.stripped += changes.stripped;
      this.filled += changes.filled;
    }
    if (errors.length > 0) this.#complain(errors);
    if (value === envelope.data) return envelope;
    const meta = withSent(envelope.meta, envelope.data);
    return { data: value, meta: changes === undefined ? meta : withNotes(meta, changes) };
  }

  /** What nobody could read could hold anything, so it does not leave. */
  #refuse(errors: readonly ValueError[], cause: unknown): never {
    this.invalidOutputs++;
    const message =
      `Output of ${this.#id} cannot be read, so it was not sent: it contains itself, is nested too deep, or has a ` +
      `getter or a toJSON that throws. ${formatValueErrors(errors, "output")}`.trimEnd();
    throw new CallError("OUTPUT_INVALID", message, { errors }, { cause });
  }

  #complain(errors: readonly ValueError[]): void {
    this.invalidOutputs++;
    const message = `Output of ${this.#id} does not fit its schema: ${formatValueErrors(errors, "output")}`;
    if (this.#policy.strict) throw new CallError("OUTPUT_INVALID", message, { errors });
    this.#policy.warn({ kind: "output-invalid", operationId: this.#id, message, errors });
  }
}

/** The original meta is the handler's, so a change makes a copy. */
function withNotes(meta: ResponseMeta, { stripped, strippedPaths, filled, filledPaths }: Normalised): ResponseMeta {
  if (stripped === 0 && filled === 0) return meta;
  const noted = { ...meta };
  if (stripped > 0) noted.stripped = addNoted(notedMembers(meta, "stripped"), stripped, strippedPaths);
  if (filled > 0) noted.filled = addNoted(notedMembers(meta, "filled"), filled, filledPaths);
  return noted;
}

/** The output schema describes neither the error of an MCP tool nor its content blocks. */
function holdsContentBlocks({ data, meta }: ResponseEnvelope): boolean {
  if (meta.source !== "mcp") return false;
  return meta.isError || (!isStructured(meta) && isSameContent(data, meta.content));
}

function isSameContent(data: unknown, content: MCPResponseMeta["content"]): boolean {
  return (
    data === content ||
    (Array.isArray(data) &&
      data.length === content.length &&
      content.every((block, index) => (data[index] as { type?: unknown } | null)?.type === block.type))
  );
}
