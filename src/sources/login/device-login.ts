/** The device flow (RFC 8628): the person logs in with any browser, on any device. */
import type * as OAuth from "oauth4webapi";
import { CallError } from "../../errors/call-error.ts";
import { delay } from "../../shared/time/wait.ts";
import { requestOptions } from "./request-options.ts";
import type { LoginSteps } from "./source-logins.ts";

/** The grant that a client must be registered for. */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export interface DeviceLoginOptions {
  /** The source's name, for messages. */
  readonly name: string;
  readonly server: OAuth.AuthorizationServer;
  readonly client: OAuth.Client;
  readonly proof: OAuth.ClientAuth;
  /** Sent in addition to the client: the scope and the resource. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly steps: LoginSteps;
  /** Binds the token to this key (DPoP, RFC 9449). */
  readonly boundTo?: CryptoKeyPair | undefined;
}

/** Seconds between two requests if the server does not say so, and how much longer after `slow_down`. */
const DEFAULT_INTERVAL = 5;
const SLOWER = 5;
const LONGEST_INTERVAL = 60;

/** Shows a code to the person, and asks the server until they have entered it and agreed. */
export async function logInByDevice(options: DeviceLoginOptions): Promise<OAuth.TokenEndpointResponse> {
  const { name, server, client, proof, parameters, steps, boundTo } = options;
  const oauth = await import("oauth4webapi");
  if (server.device_authorization_endpoint === undefined) {
    throw new CallError("VALIDATION_ERROR", `The server of ${name} has no device flow: log in without --device.`);
  }
  const request = requestOptions(oauth, options.fetch);
  const begun = await oauth.deviceAuthorizationRequest(server, client, proof, parameters, request);
  const asked = await oauth.processDeviceAuthorizationResponse(server, client, begun);
  const { device_code, user_code: code, verification_uri, verification_uri_complete, expires_in } = asked;
  await steps.showCode?.({ code, url: new URL(verification_uri), complete: urlOf(verification_uri_complete) });
  let interval = Math.min(asked.interval ?? DEFAULT_INTERVAL, LONGEST_INTERVAL);
  const end = performance.now() + expires_in * 1000;
  const { resource } = parameters;
  const additionalParameters: Record<string, string> = resource === undefined ? {} : { resource };
  const DPoP = boundTo && oauth.DPoP(client, boundTo);
  const grant = { ...request, additionalParameters, ...(DPoP === undefined ? {} : { DPoP }) };
  const ask = async (): Promise<OAuth.TokenEndpointResponse> => {
    const answer = await oauth.deviceCodeGrantRequest(server, client, proof, device_code, grant);
    return await oauth.processDeviceCodeResponse(server, client, answer);
  };
  while (performance.now() < end) {
    await delay(interval * 1000, steps.signal);
    try {
      // The server may name a nonce to sign only when it refuses a proof without one.
      return await ask().catch((thrown: unknown) => (oauth.isDPoPNonceError(thrown) ? ask() : Promise.reject(thrown)));
    } catch (thrown) {
      if (!(thrown instanceof oauth.ResponseBodyError)) throw thrown;
      if (thrown.error === "slow_down") interval = Math.min(interval + SLOWER, LONGEST_INTERVAL);
      else if (thrown.error !== "authorization_pending") throw thrown;
    }
  }
  throw new CallError("TIMEOUT", `The code of ${name} expired before it was entered.`);
}

function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
