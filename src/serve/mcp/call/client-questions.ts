import type { ServerContext } from "@modelcontextprotocol/server";
import { assertFewQuestions, callEnded } from "../../../protocol/wire/mid-call-limits.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { RELATED_REQUEST_KEY } from "../../../shared/mcp-meta.ts";
import { answersOf } from "./client-input.ts";
import type { AskClient, CallerAnswers, ClientAbilities, ClientInput } from "./client-input.ts";
import { refusal } from "./elicitation-params.ts";
import type { ServerSDK } from "../options/load-sdk.ts";

export interface ClientQuestionsOptions {
  readonly sdk: ServerSDK;
  readonly context: ServerContext;
  readonly abilities: ClientAbilities;
  /** Milliseconds that the client has for an answer. */
  readonly timeout: number;
}

/**
 * The questions of one call to a client of the revisions up to 2025-11-25: separate requests, which travel on the
 * stream of the call's request.
 */
export class ClientQuestions {
  readonly #options: ClientQuestionsOptions;
  readonly #call = new Cancellation();
  #open = 0;

  constructor(options: ClientQuestionsOptions) {
    this.#options = options;
  }

  /** The parts of the call's context that ask. */
  get answers(): CallerAnswers {
    return answersOf(this.#options.abilities, this.#ask);
  }

  /** The client no longer needs to answer. */
  end(): void {
    this.#call.cancel(callEnded());
  }

  readonly #ask: AskClient = <T>(...[make, read, options]: Parameters<AskClient>): Promise<T> => {
    const answer = this.#send(make, options).then((given) => {
      const taken = read(given) as T | undefined;
      if (taken === undefined) throw refusal("EXECUTION_ERROR", "The MCP client answered with something else.");
      return taken;
    });
    // A handler may no longer wait for it: a rejection must not end the process.
    answer.catch(() => undefined);
    return answer;
  };

  async #send(make: () => ClientInput, { signal, id }: Parameters<AskClient>[2]): Promise<unknown> {
    const { context, timeout } = this.#options;
    const { method, params } = make();
    assertFewQuestions(this.#open);
    const question = new Cancellation();
    question.followParent(this.#call);
    question.followSignal(signal);
    if (question.reason !== undefined) throw question.reason;
    this.#open++;
    try {
      return await context.mcpReq.send(
        // Handlers write their own schemas: the client checks whether it can show them.
        { method, params: { ...withId(params, id), _meta: { [RELATED_REQUEST_KEY]: context.mcpReq.id } } },
        { signal: question.signal, timeout },
      );
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

/** These revisions require an id for a question that opens a page. */
function withId(params: object, elicitationId: string = crypto.randomUUID()): object {
  return "mode" in params && params.mode === "url" ? { ...params, elicitationId } : params;
}
