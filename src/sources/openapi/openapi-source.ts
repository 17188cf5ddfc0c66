import { Type } from "typebox";
import { toAbsolutePath } from "../../shared/file-path.ts";
import { madeLater, OBJECT_MEMBERS } from "../../shared/made-later.ts";
import type { LoginOwner } from "../login/caller-logins.ts";
import { locateAssertion } from "../login/oauth-config.ts";
import type { OAuthConfig } from "../login/oauth-config.ts";
import { OptionError } from "../option-error.ts";
import type { OpenedSource, OperationSource, SourceContext } from "../source.ts";
import type { ImportedDocument } from "./import-openapi.ts";
import { importOpenAPIFile, importOpenAPIUrl } from "./load-openapi.ts";
import { apiLogin, openLogin } from "./openapi-login.ts";
import type { AskingServiceConfig } from "./options/asked-login.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import type { ImportOptions } from "./options/import-options.ts";

/** The config of an `openAPISource`. */
export interface OpenAPISourceOptions
  extends Omit<HTTPServiceConfig, "namespace">, Omit<ImportOptions, "signal" | "revision"> {
  /** A file or a URL; JSON or YAML. */
  readonly document: string;
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
  /**
   * How to log in to the API with OAuth 2 or OpenID Connect. Default: a login begins if the API asks for one (401 with
   * protected resource metadata) and the config has no other credential. `false`: never.
   */
  readonly oauth?: OAuthConfig | false | undefined;
  /** Whose login calls use. Default: `shared`, the operator's. */
  readonly login?: LoginOwner | undefined;
}

/** The operations of an OpenAPI document. */
export const openAPISource: OperationSource<OpenAPISourceOptions> = {
  configSchema: madeLater(OBJECT_MEMBERS, () =>
    Type.Object({ document: Type.String({ minLength: 1 }), namespace: Type.Optional(Type.String()) }),
  ),
  login: (options, context) => apiLogin(context.name, located(options, context), () => load(options, context)),
  async open(options, context): Promise<OpenedSource> {
    let imported: Promise<ImportedDocument> | undefined;
    const login = await openLogin(located(options, context), context, () => imported ?? load(options, context));
    imported = load({ ...options, ...login }, context);
    const [{ operations, report, revision, securitySchemes }] = await Promise.all([
      imported,
      login.askedLogin?.resume(),
    ]);
    try {
      assertSchemes(options, securitySchemes);
    } catch (thrown) {
      login.askedLogin?.close();
      throw thrown;
    }
    return { operations, revision, report: () => report, close: () => login.askedLogin?.close() };
  },
};

/** Makes the paths of the login absolute. They are relative to the folder of the config. */
function located(options: OpenAPISourceOptions, { folder }: Pick<SourceContext, "folder">): OpenAPISourceOptions {
  return { ...options, oauth: locateAssertion(options.oauth, folder) };
}

/** Without this, a mistyped name would send every call without its credential. */
function assertSchemes({ credentials = {} }: OpenAPISourceOptions, schemes: readonly string[]): void {
  const unknown = Object.keys(credentials).find((name) => !schemes.includes(name));
  if (unknown === undefined) return;
  const known =
    schemes.length === 0 ? "it has none" : `it has ${schemes.map((name) => JSON.stringify(name)).join(", ")}`;
  const message = `the document has no security scheme ${JSON.stringify(unknown)}: ${known}. The source stays closed, because its calls would go out without the credential. For an API whose document names no scheme, use auth or headers`;
  throw new OptionError(["credentials", unknown], message);
}

type Loading = Pick<SourceContext, "name" | "folder"> & Partial<Pick<SourceContext, "signal" | "isLocked">>;

async function load(
  {
    document,
    oauth: _oauth,
    login: _login,
    ...options
  }: OpenAPISourceOptions & Pick<AskingServiceConfig, "askedLogin" | "refusesLogins">,
  { name, folder, signal, isLocked }: Loading,
): Promise<ImportedDocument> {
  const service = { ...options, namespace: options.namespace ?? name, signal, revision: isLocked };
  return await (/^https?:/i.test(document)
    ? importOpenAPIUrl(document, service)
    : importOpenAPIFile(toAbsolutePath(document, folder), service));
}
