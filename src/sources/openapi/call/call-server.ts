import type { Exchange } from "../response/exchange.ts";
import { describeRequest, statusError } from "../response/http-errors.ts";
import { prepareRequest } from "../request/prepare-request.ts";
import type { PrepareOptions } from "../request/prepare-request.ts";
import { discard } from "../response/read-bytes.ts";
import { isSuccess } from "../response/read-response.ts";
import { sendRequest } from "../request/send-request.ts";
import type { SendOptions } from "../request/send-request.ts";

/** A successful answer whose body has not been read. */
export interface Answer {
  readonly response: Response;
  readonly description: string;
  readonly secrets: readonly string[];
}

/** Prepares and sends a call. A token that the server refuses is renewed, once. Throws on an error status. */
export async function callServer(options: PrepareOptions, exchange: Exchange): Promise<Answer> {
  const { tokens, limits } = options.service;
  for (let isSecond = false; ; isSecond = true) {
    const request = await exchange.race(prepareRequest(options));
    const { secrets, renewable } = request.credentials;
    const description = describeRequest(request.method, request.url, secrets);
    exchange.description = description;
    const response = await sendRequest(request, sendOptions(options, exchange));
    // After a redirect the first server may have done the work: sending the call again could do it twice.
    if (response.status === 401 && renewable.length > 0 && !isSecond && !exchange.redirected) {
      await discard(response);
      for (const { request: token, value } of renewable) await tokens.refuse(token, value);
      continue;
    }
    exchange.answered = true;
    if (isSuccess(response.status)) return { response, description, secrets };
    const isOwn = options.shape.ownInput !== undefined;
    throw await statusError(response, { description, secrets, isOwn, limit: limits.errorBytes });
  }
}

function sendOptions({ service }: PrepareOptions, exchange: Exchange): SendOptions {
  const { config, fetch, namedOrigins } = service;
  return {
    fetch,
    exchange,
    redirects: config.redirects ?? "follow",
    allowPrivateNetwork: config.allowPrivateNetwork ?? false,
    namedOrigins,
  };
}
