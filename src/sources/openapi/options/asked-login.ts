import type { Identity } from "../../../operation/access-control.ts";
import type { HTTPAuth, HTTPServiceConfig } from "./http-service-config.ts";

/** A refusal (401) of a request that carried no credential. */
export interface LoginRequest {
  /** The address of the metadata that the refusal leads to (RFC 9728), as it is written there. */
  readonly metadata: string;
  /** What was refused. */
  readonly url: URL;
  readonly identity: Identity | undefined;
}

/** The login to an API whose config names none: it begins when the API asks for one. It needs a vault, as hubs have. */
export interface AskedLogin {
  /** Whether the config says whose login it is: then one is expected. */
  readonly isExpected: boolean;
  /** The credential of calls; undefined before the first login. It may have no token: then a call goes without one. */
  readonly auth: HTTPAuth | undefined;
  /**
   * Resolves with true if there is a token, so the call can be sent again, or with the reason why there can be no login.
   * Throws `LOGIN_REQUIRED` if a person must log in.
   */
  ask(request: LoginRequest): Promise<true | string>;
}

/** A service whose opener keeps logins. */
export interface AskingServiceConfig extends HTTPServiceConfig {
  readonly askedLogin?: AskedLogin | undefined;
  /** Whether the config turns logins off. */
  readonly refusesLogins?: boolean | undefined;
}
