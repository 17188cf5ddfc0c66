import { shorten } from "../../../shared/short-text.ts";
import { credentialSettings } from "../request/credentials.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import type { RequestPlan } from "../request/request-plan.ts";
import type { HTTPAnswer } from "../response/answer.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import { fieldOf } from "../response/read-response.ts";

const LONGEST_REASON = 300;
const LOGS_IN = 'in the config of its source, "operations login" logs in.';
const TURNED_OFF = '. It takes logins, but "oauth": false in the config of its source turns them off.';

/** A request that was refused (401). */
export interface RefusedRequest {
  readonly request: OutgoingRequest;
  readonly plan: RequestPlan;
  readonly exchange: HTTPExchange;
}

/**
 * Answers a 401 that names metadata for logins (RFC 9728). Resolves with true if the call can be sent again with a
 * token, or else with text for the error. Throws `LOGIN_REQUIRED` if a person must log in.
 */
export async function answerChallenge(answer: HTTPAnswer, refused: RefusedRequest): Promise<true | string> {
  const { request, plan, exchange } = refused;
  const metadata = metadataIn(answer);
  // Only the API itself may ask for a login.
  if (exchange.leftOrigin) return "";
  const { shape, upstream } = plan;
  const { askedLogin, refusesLogins = false } = upstream.config;
  const settings = credentialSettings(shape, upstream.config);
  if (metadata === undefined) {
    const isExpected = askedLogin?.isExpected === true && settings.length === 0 && request.renewable.length === 0;
    return isExpected ? '. It does not say where to log in: set "oauth" in the config of its source.' : "";
  }
  if (settings.length > 0) {
    const refusal = `. It refused the credentials of its config (${settings.join(", ")})`;
    return `${refusal}${refusesLogins ? TURNED_OFF : `. It takes logins: with "oauth": {} instead ${LOGS_IN}`}`;
  }
  if (refusesLogins) return TURNED_OFF;
  // The token of a login was already renewed.
  if (request.renewable.length > 0) return "";
  if (askedLogin === undefined) return `. It takes logins: with "oauth": {} ${LOGS_IN}`;
  const { identity } = exchange.context;
  const asked = await exchange.cancellation.race(askedLogin.ask({ metadata, url: request.url, identity }));
  // After a redirect the first server may have done the work, and a second request could do it twice.
  if (asked === true) return exchange.redirected ? "" : true;
  return `. It asks for a login, but ${shorten(asked, LONGEST_REASON)}.`;
}

function metadataIn(answer: HTTPAnswer): string | undefined {
  const challenge = fieldOf(answer, "www-authenticate") ?? "";
  const [, quoted, plain] = /\bresource_metadata\s*=\s*(?:"([^"]*)"|([^\s",]+))/i.exec(challenge) ?? [];
  return quoted ?? plain;
}
