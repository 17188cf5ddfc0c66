/**
 * The HTTP side of a document. It is loaded when one of its operations is first called: a program that starts, or a
 * page that only lists operations, does not need it.
 */
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type {
  OperationHandler,
  SourceHandler,
  SourceStreamHandler,
  SubscriptionHandler,
} from "../../../operation/define-operation.ts";
import type { AskingServiceConfig } from "../options/asked-login.ts";
import type { OperationShape, StreamFormat } from "../operation/operation-shape.ts";
import { forwardCall } from "../../../registry/call/call-scope.ts";
import { contextOf } from "../../../registry/call/context-of.ts";
import type { DocumentOrigin } from "../request/server-url.ts";
import type { Upstream } from "../request/upstream.ts";

/** The phase of a call while the HTTP side is loaded. */
const NOTHING_SENT = { phase: "notStarted" } as const;

type Handler = OperationHandler | SubscriptionHandler;

/** What a handler knows about its operation. */
export interface CallDescription {
  readonly shape: OperationShape;
  readonly inputSchema: object;
}

/** An operation that is read on its first call. */
export interface UnreadCall {
  readCall(): CallDescription;
}

export type DeferHandler = (
  format: StreamFormat | undefined,
  source: UnreadCall,
) => SourceHandler | SourceStreamHandler<ResponseEnvelope>;

export function deferHTTP(config: AskingServiceConfig, origin: DocumentOrigin): DeferHandler {
  let upstream: Upstream | undefined;
  // A failed load is not kept, so the next call tries again.
  const load = async (format: StreamFormat | undefined, source: UnreadCall): Promise<Handler> => {
    const { createCallHandler, createStreamHandler, createUpstream } = await import("./http-handler.ts");
    upstream ??= createUpstream(config, origin);
    const create = format === undefined ? createCallHandler : createStreamHandler;
    const { shape, inputSchema } = source.readCall();
    return create(shape, upstream, inputSchema);
  };
  // One closure for each operation, because an import makes thousands of them.
  return (format, source) => {
    let handler: Handler | undefined;
    if (format === undefined) {
      return ((input, given) => {
        const context = contextOf(given);
        if (handler !== undefined) return handler(input, context);
        forwardCall(context, NOTHING_SENT);
        return load(format, source).then((loaded) => (handler ??= loaded)(input, context));
      }) as SourceHandler;
    }
    return async function* (input, given) {
      const context = contextOf(given);
      forwardCall(context, NOTHING_SENT);
      handler ??= await load(format, source);
      yield* (handler as SubscriptionHandler)(input, context) as AsyncIterable<ResponseEnvelope>;
    };
  };
}
