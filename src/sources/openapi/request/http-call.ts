import type { OperationContext } from "../../../operation/operation-context.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import type { Input } from "./build-url.ts";
import type { HTTPService } from "./http-service.ts";

/** One call of one operation. */
export interface HTTPCall {
  readonly shape: OperationShape;
  readonly service: HTTPService;
  readonly input: Input;
  readonly context: OperationContext;
}
