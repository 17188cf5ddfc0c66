/**
 * The HTTP side of a document, loaded when one of its operations is first called: a program that starts, or a page that
 * only lists operations, needs none of it.
 */
import type { OperationHandler, SubscriptionHandler } from "../../../operation/define-operation.ts";
import type { HTTPService, HTTPServiceExtras } from "../request/http-service.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { OperationShape } from "../operation/operation-shape.ts";

type Handler = OperationHandler | SubscriptionHandler;

export interface DeferredHTTP {
  /** The handler of an operation whose shape is read on the first call. */
  createHandler(form: OperationShape["stream"], readShape: () => OperationShape): Handler;
}

export function deferHTTP(config: HTTPServiceConfig, extras: HTTPServiceExtras): DeferredHTTP {
  let service: HTTPService | undefined;
  const load = async (shape: OperationShape): Promise<Handler> => {
    const { createHTTPHandler, createHTTPService } = await import("./http-handler.ts");
    service ??= createHTTPService(config, extras);
    return createHTTPHandler(shape, service);
  };
  return {
    createHandler(form, readShape) {
      let handler: Promise<Handler> | undefined;
      const get = (): Promise<Handler> => {
        handler ??= load(readShape()).catch((error: unknown) => {
          // The next call tries again: what could not be loaded once may be there later.
          handler = undefined;
          throw error;
        });
        return handler;
      };
      if (form === undefined) return async (input, context) => (await get())(input, context);
      return async function* (input, context) {
        yield* (await (get() as Promise<SubscriptionHandler>))(input, context);
      };
    },
  };
}
