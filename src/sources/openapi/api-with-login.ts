import type { CallerLoginsOptions, LoginOwner } from "../login/caller-logins.ts";
import type { OAuthConfig } from "../login/oauth-config.ts";
import type { StoredLoginOptions } from "../login/stored-login.ts";
import type { ImportedDocument } from "./import-openapi.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";

/** What a login needs to know about an API. */
export interface APIWithLogin {
  readonly document: string;
  readonly baseUrl?: string | undefined;
  readonly oauth?: OAuthConfig | false | undefined;
  readonly login?: LoginOwner | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly allowPrivateNetwork?: boolean | undefined;
  /** Credentials in the config. */
  readonly auth?: HTTPAuth | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type LoadDocument = () => Promise<Pick<ImportedDocument, "logins" | "server">>;

export interface LoginOf {
  readonly name: string;
  readonly api: APIWithLogin;
  readonly load: LoadDocument;
  readonly signal?: AbortSignal;
  /** What the API said when it asked for a login. */
  readonly asked?: string | undefined;
}

/** Where the tokens are kept, and the listener for lost logins. */
export type Keeping = Pick<CallerLoginsOptions, "key" | "vault" | "callers"> & Pick<StoredLoginOptions, "onLost">;
