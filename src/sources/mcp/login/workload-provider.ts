import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";

export interface WorkloadProviderOptions {
  /** The server's name, for messages. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly issuer?: string | undefined;
  /** Gives the current JWT of the workload. */
  readonly assertion: () => Promise<string>;
}

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Exchanges the JWT that a platform gives to a workload for a token (RFC 7523, section 2.1). */
export class WorkloadProvider implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata: OAuthClientMetadata;
  readonly #options: WorkloadProviderOptions;
  #tokens: OAuthTokens | undefined;
  #wasAsked = false;

  constructor(options: WorkloadProviderOptions) {
    this.#options = options;
    this.clientMetadata = {
      client_name: "operations",
      redirect_uris: [],
      grant_types: [GRANT],
      token_endpoint_auth_method: options.clientSecret === undefined ? "none" : "client_secret_basic",
    };
  }

  clientInformation(): OAuthClientInformationMixed {
    const { clientId, clientSecret, issuer } = this.#options;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  async prepareTokenRequest(scope?: string): Promise<URLSearchParams> {
    const { name, assertion } = this.#options;
    // The SDK would ask once more with the same JWT, which the server has just refused.
    if (this.#wasAsked) {
      const message = `The server of ${name} refused the workload's JWT. Check its audience, its expiry, and the client.`;
      throw new CallError("ACCESS_DENIED", message, undefined, { phase: "notStarted" });
    }
    this.#wasAsked = true;
    const asked = scope === undefined ? {} : { scope };
    return new URLSearchParams({ grant_type: GRANT, assertion: await assertion(), ...asked });
  }

  redirectToAuthorization(): never {
    throw noBrowser();
  }

  saveCodeVerifier(): void {}

  codeVerifier(): never {
    throw noBrowser();
  }
}

function noBrowser(): CallError {
  return new CallError("PROTOCOL_ERROR", "This grant needs no person and no page.");
}
