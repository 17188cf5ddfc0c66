import { CallError } from "../../errors/call-error.ts";
import type { AnyHandler, AnyOperation } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { PARAMETER_TEXTS } from "../../shared/parameter-texts.ts";
import type { ParameterText } from "../../shared/parameter-texts.ts";
import { createInputGate } from "../../registry/call/input-gate.ts";
import type { InputGate } from "../../registry/call/input-gate.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { jsonSchemaOf } from "../../schema/standard/json-schema-of.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import { closestName } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import type { OperationShapeConfig } from "../config/hub-config.ts";
import { Redactor } from "../observe/redact.ts";
import { ReadThroughOperation } from "./read-through-operation.ts";
import { shapeInput, withDefinitions } from "./shape-input.ts";
import type { GivenArguments, ShapedInput } from "./shape-input.ts";

type HandlerInput = Parameters<AnyHandler>[0];
type HandlerContext = Parameters<AnyHandler>[1];

/** What the config says about an operation, and where it says so. */
export interface ConfiguredShape {
  readonly config: OperationShapeConfig;
  /** A mistake as one line, with its place in the config. */
  readonly mistake: (path: readonly string[], message: string) => string;
}

/**
 * An operation of a source as the config shapes it. The caller's input is checked twice: by the schema that callers
 * see, and with the given arguments by the original one.
 */
export class ShapedOperation extends ReadThroughOperation {
  readonly handler: AnyHandler;
  readonly shape: ConfiguredShape;
  /** Hides fixed arguments in errors; undefined if there are none. */
  readonly redactor: Redactor | undefined;
  readonly #given: GivenArguments;
  #input: ShapedInput | undefined;
  #gate: InputGate | undefined;

  constructor(original: AnyOperation, shape: ConfiguredShape) {
    const { name, kind, title, description, output, fixed = {}, defaults = {} } = shape.config;
    super(original, { name, type: kind && OperationType[kind], title, description, output });
    this.shape = shape;
    this.#given = { fixed, defaults };
    this.redactor = redactorFor(fixed);
    this.handler = this.#hasArguments
      ? (input, context): unknown => this.#run(input, context)
      : (input, context): unknown => original.handler(input, context);
  }

  get isRenamed(): boolean {
    return this.name !== this.original.name;
  }

  override get inputSchema(): OperationSpec["inputSchema"] {
    return this.#hasArguments ? this.#shapedInput.schema : super.inputSchema;
  }

  /** Without what contradicts the shape: names of fixed arguments, and the server's words on kind and title. */
  override get metadata(): Readonly<Record<string, unknown>> | undefined {
    const { metadata } = this.original;
    if (metadata === undefined) return undefined;
    const { parameters, mcp, ...rest } = metadata;
    const isFixed = (name: unknown): boolean => typeof name === "string" && Object.hasOwn(this.#given.fixed, name);
    return {
      ...rest,
      ...(Array.isArray(parameters) ? { parameters: parameters.filter((name) => !isFixed(name)) } : {}),
      ...(mcp === undefined ? {} : { mcp: this.#toolWords(mcp) }),
    };
  }

  override [PARAMETER_TEXTS](): readonly ParameterText[] {
    return super[PARAMETER_TEXTS]().filter(({ name }) => !Object.hasOwn(this.#given.fixed, name));
  }

  /** Why the shape cannot be applied; undefined if it can. Reads the schema of an operation with given arguments. */
  findMistake(): string | undefined {
    const { mistake, config } = this.shape;
    const { SUBSCRIPTION } = OperationType;
    if ((this.type === SUBSCRIPTION) !== (this.original.type === SUBSCRIPTION)) {
      return mistake(["kind"], `it cannot be a ${this.type}: its source offers a ${this.original.type}`);
    }
    for (const group of ["fixed", "defaults"] as const) {
      for (const [name, value] of Object.entries(config[group] ?? {})) {
        const why = this.#argumentMistake(name, value);
        if (why !== undefined) return mistake([group, name], why);
      }
    }
    return undefined;
  }

  #argumentMistake(name: string, value: unknown): string | undefined {
    const { found, names } = this.#shapedInput;
    const schemas = found.get(name);
    if (schemas === undefined) {
      const closest = closestName(name, names);
      const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
      if (names.size === 0) return `it cannot be given: the schema of the operation names no arguments`;
      return `the operation has no argument of this name.${hint}`;
    }
    const plain = jsonSchemaOf(this.original.inputSchema, "input");
    const root = isSchemaObject(plain) ? plain : {};
    const errors = schemas.map((schema) => collectErrors(withDefinitions(schema, root), value));
    if (errors.some((each) => each.length === 0)) return undefined;
    // Without the value: it may be a secret.
    const [first] = errors[0] ?? [];
    return `the value does not fit the argument: expected ${first?.expected ?? "something else"}${first?.path === "" ? "" : ` at ${first?.path}`}`;
  }

  get #hasArguments(): boolean {
    return Object.keys(this.#given.fixed).length + Object.keys(this.#given.defaults).length > 0;
  }

  get #shapedInput(): ShapedInput {
    if (this.#input === undefined) {
      const plain = jsonSchemaOf(this.original.inputSchema, "input");
      this.#input = shapeInput(isSchemaObject(plain) ? plain : {}, this.#given);
    }
    return this.#input;
  }

  #toolWords(mcp: unknown): unknown {
    const { kind, title } = this.shape.config;
    if (!isRecord(mcp) || (kind === undefined && title === undefined)) return mcp;
    const { title: told, ...annotations } = isRecord(mcp["annotations"]) ? mcp["annotations"] : {};
    const isQuery = this.type === OperationType.QUERY;
    return {
      ...mcp,
      annotations: {
        ...(title === undefined && told !== undefined ? { title: told } : {}),
        ...annotations,
        ...(kind === undefined ? {} : { readOnlyHint: isQuery, ...(isQuery ? { destructiveHint: false } : {}) }),
      },
    };
  }

  #run(input: unknown, context: HandlerContext): unknown {
    const { original } = this;
    const run = (whole: unknown): unknown => original.handler(whole as HandlerInput, context);
    const admitted = this.#admit(input);
    if (!(admitted instanceof Promise)) return run(admitted);
    if (this.type !== OperationType.SUBSCRIPTION) return admitted.then(run);
    return (async function* () {
      yield* run(await admitted) as AsyncIterable<unknown>;
    })();
  }

  /** The whole input for the original. */
  #admit(input: unknown): unknown {
    const { fixed, defaults } = this.#given;
    const sent = Object.keys(isRecord(input) ? input : {}).filter((name) => Object.hasOwn(fixed, name));
    if (sent.length > 0) throw this.#invalid(sent.map(unknownArgument));
    const whole = isRecord(input) ? { ...defaults, ...input, ...fixed } : input;
    this.#gate ??= createInputGate(operationId(this), this.original.inputSchema);
    try {
      const admitted = this.#gate.admit(whole, false);
      return admitted instanceof Promise ? admitted.catch((thrown: unknown) => this.#withoutFixed(thrown)) : admitted;
    } catch (thrown) {
      return this.#withoutFixed(thrown);
    }
  }

  /** A caller must not learn a fixed argument from an error. */
  #withoutFixed(thrown: unknown): never {
    if (!(thrown instanceof CallError) || thrown.code !== "VALIDATION_ERROR") throw thrown;
    const { errors = [] } = (thrown.details ?? {}) as { errors?: readonly ValueError[] };
    const { fixed } = this.#given;
    const own = errors.filter(({ path }) => !Object.keys(fixed).some((name) => path.split("/")[1] === name));
    throw this.#invalid(own);
  }

  #invalid(errors: readonly ValueError[]): CallError {
    const why = errors.length > 0 ? formatValueErrors(errors, "input") : "it does not fit what the hub adds to it";
    const message = `Input of ${operationId(this)} is invalid: ${why}`;
    return new CallError("VALIDATION_ERROR", message, { errors }, { phase: "notStarted" });
  }
}

function unknownArgument(name: string): ValueError {
  const message = "is not allowed";
  return { path: `/${name}`, message, expected: "nothing", received: "a value", keyword: "additionalProperties" };
}

function redactorFor(fixed: Readonly<Record<string, unknown>>): Redactor | undefined {
  const texts = Object.values(fixed).flatMap(textsIn);
  if (texts.length === 0) return undefined;
  const redactor = new Redactor();
  redactor.add(texts);
  return redactor;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
