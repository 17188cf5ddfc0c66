import type { Identity } from "../../../operation/access-control.ts";
import type { HTTPAuth, HTTPServiceConfig } from "./http-service-config.ts";

/** A refusal (401) of a request that carried no credential. */
export interface LoginRequest {
  /** The address of the metadata that the refusal names (RFC 9728), as it is written there. */
  readonly metadata: string;
  /** The address of the refused request. */
  readonly url: URL;
  readonly identity: Identity | undefined;
}

/**
 * The login to an API whose config names none. It begins when the API asks for one, and needs a vault, as hubs have.
 */
export interface AskedLogin {
  /** Whether the config says whose login to use, so that a login is expected. */
  readonly isExpected: boolean;
  /** The credential of calls; undefined before the first login. If it has no token, calls carry none. */
  readonly auth: HTTPAuth | undefined;
  /**
   * Resolves with true if there is a token and the call can be sent again, or else with the reason why a login is not
   * possible. Throws `LOGIN_REQUIRED` if a person must log in.
   */
  ask(request: LoginRequest): Promise<true | string>;
}

/** A service whose opener keeps logins. */
export interface AskingServiceConfig extends HTTPServiceConfig {
  readonly askedLogin?: AskedLogin | undefined;
  /** Whether the config turns logins off. */
  readonly refusesLogins?: boolean | undefined;
}
