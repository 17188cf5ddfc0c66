import type { ServerContext } from "@modelcontextprotocol/server";
import type { Elicit, ElicitationAnswer, ElicitationRequest } from "../../../operation/elicitation.ts";
import { assertFewQuestions, callEnded } from "../../../protocol/wire/mid-call-limits.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { refusal, toElicitationParams } from "./elicitation-params.ts";
import type { ElicitationParams, QuestionModes } from "./elicitation-params.ts";
import type { ServerSDK } from "../options/load-sdk.ts";

export interface ClientQuestionsOptions {
  readonly sdk: ServerSDK;
  readonly context: ServerContext;
  readonly modes: QuestionModes;
  /** Milliseconds that the client has for an answer. */
  readonly timeout: number;
}

/**
 * The questions of one call to a client of the revisions up to 2025-11-25: requests of their own, which travel on the
 * stream of the call's request.
 */
export class ClientQuestions {
  readonly #options: ClientQuestionsOptions;
  readonly #call = new Cancellation();
  #open = 0;

  constructor(options: ClientQuestionsOptions) {
    this.#options = options;
  }

  readonly ask: Elicit = (request, { signal }) => {
    const answer = this.#ask(request, signal);
    // A handler may have lost interest: the end of its call must not end the process.
    answer.catch(() => undefined);
    return answer;
  };

  /** The client need answer no more. */
  end(): void {
    this.#call.cancel(callEnded());
  }

  async #ask(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { context, modes, timeout } = this.#options;
    const params = withId(toElicitationParams(request, modes), request.elicitationId);
    assertFewQuestions(this.#open);
    const question = new Cancellation();
    question.followParent(this.#call);
    question.followSignal(signal);
    if (question.reason !== undefined) throw question.reason;
    this.#open++;
    try {
      const { action, content } = await context.mcpReq.send(
        // Handlers write schemas of their own: the client checks whether it can show them.
        { method: "elicitation/create", params: params as never },
        { signal: question.signal, timeout },
      );
      return action === "accept" && content !== undefined ? { action, content } : { action };
    } catch (cause) {
      throw question.reason ?? this.#failure(cause);
    } finally {
      this.#open--;
      question.release();
    }
  }

  #failure(cause: unknown): Error {
    const { sdk, timeout } = this.#options;
    return cause instanceof sdk.SdkError && cause.code === sdk.SdkErrorCode.RequestTimeout
      ? refusal("TIMEOUT", `The MCP client has not answered a question within ${timeout} ms.`, { cause })
      : refusal("EXECUTION_ERROR", "The MCP client could not answer a question.", { cause });
  }
}

/** These revisions want pages to have an id. */
function withId(params: ElicitationParams, elicitationId: string = crypto.randomUUID()): object {
  return params.mode === "url" ? { ...params, elicitationId } : params;
}
