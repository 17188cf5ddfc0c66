import { Type } from "typebox";
import type { AccessControl } from "../../operation/access-control.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { CallContext, OperationContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { contextOf } from "../../registry/call/context-of.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import type { AcceptedSpec } from "../source.ts";
import type { HeldLane } from "./session/isolated-sessions.ts";
import { ToolSchema } from "./tools/tool-schema.ts";

/** Runs an operation in the form that the caller's session has. */
export type CallerHandler = (input: unknown, context: OperationContext) => unknown;

export interface LockedOperationOptions {
  readonly accessControl: AccessControl;
  readonly trustHints: boolean;
  /** The address, without credentials. */
  readonly location: string;
  /** The operation in the caller's own session. The session does not end until it is released. */
  readonly hold: (context: OperationContext) => Promise<HeldLane<CallerHandler>>;
  readonly onWidened: (pattern: string) => void;
}

/** An operation of a lock. Each call runs in the session of its caller. */
export function toLockedOperation(spec: AcceptedSpec, options: LockedOperationOptions): AnyOperation {
  const { accessControl, location, hold, onWidened } = options;
  const input = new ToolSchema({ source: spec.inputSchema, open: () => Type.Object({}), onWidened });
  const output = new ToolSchema({ source: spec.outputSchema, open: () => Type.Unknown(), onWidened });
  const effects = effectsOf(spec, options.trustHints);
  const ask = async (given: unknown, part: CallContext | undefined): Promise<unknown> => {
    const context = contextOf(part);
    const { lane: handle, release } = await hold(context);
    try {
      return await handle(given, context);
    } finally {
      release();
    }
  };
  const watch = async function* (given: unknown, part: CallContext | undefined): AsyncGenerator {
    const context = contextOf(part);
    const { lane: handle, release } = await hold(context);
    try {
      yield* handle(given, context) as AsyncIterable<unknown>;
    } finally {
      release();
    }
  };
  const { name, namespace, title, description, metadata } = spec;
  return {
    name,
    namespace,
    version: "1.0.0",
    ...effects,
    ...(title === undefined ? {} : { title }),
    description,
    get inputSchema() {
      return input.schema;
    },
    get outputSchema() {
      return output.schema;
    },
    accessControl,
    origin: { source: "mcp", location, name },
    ...(metadata === undefined ? {} : { metadata }),
    handler: effects.type === OperationType.SUBSCRIPTION ? watch : ask,
  };
}

/** Prompts and resources are only read. For tools, the lock holds the hints of the server. */
function effectsOf({ metadata }: AcceptedSpec, trustHints: boolean): Pick<AnyOperation, "type" | "idempotent"> {
  const { mcp } = metadata ?? {};
  const { method, prompt, annotations } = isRecord(mcp) ? mcp : {};
  if (method === "resources/subscribe") return { type: OperationType.SUBSCRIPTION };
  if (method !== undefined || prompt !== undefined) return { type: OperationType.QUERY };
  const hints = trustHints && isRecord(annotations) ? annotations : {};
  return {
    type: hints["readOnlyHint"] === true ? OperationType.QUERY : OperationType.MUTATION,
    ...(hints["idempotentHint"] === true ? { idempotent: true } : {}),
  };
}
