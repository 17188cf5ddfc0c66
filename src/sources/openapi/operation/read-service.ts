/** The servers and security schemes that all operations of a document share. */
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { SecurityRequirement, SecuritySchemeShape, ServerShape } from "./operation-shape.ts";
import { isRawObject, ownList, ownObject, ownText, ownTexts } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";

/** The `servers` of a document, a path or an operation; `undefined` if there are none. */
export function readServers(owner: RawObject): readonly ServerShape[] | undefined {
  const servers = ownList(owner, "servers").filter(isRawObject).map(readServer);
  return servers.length > 0 ? servers : undefined;
}

function readServer(raw: RawObject): ServerShape {
  const url = ownText(raw, "url") ?? "/";
  const variables = Object.entries(ownObject(raw, "variables") ?? {}).filter((entry): entry is [string, RawObject] =>
    isRawObject(entry[1]),
  );
  if (variables.length === 0) return { url };
  const read = variables.map(([name, variable]) => {
    const choices = ownTexts(variable, "enum");
    const given = variable["default"];
    const fallback = typeof given === "string" || typeof given === "number" ? String(given) : (choices[0] ?? "");
    return [name, { default: fallback, ...(choices.length > 0 && { enum: choices }) }] as const;
  });
  return { url, variables: Object.fromEntries(read) };
}

/** Swagger 2.0's `host`, `basePath` and `schemes`. */
export function readSwaggerServers(root: RawObject): readonly ServerShape[] {
  const host = ownText(root, "host");
  const basePath = ownText(root, "basePath") ?? "/";
  if (host === undefined) return [{ url: basePath }];
  const schemes = ownTexts(root, "schemes").filter((scheme) => scheme === "https" || scheme === "http");
  // The secure scheme comes first, whatever the order in the document.
  const ordered = schemes.length === 0 ? ["https"] : schemes.toSorted().toReversed();
  return ordered.map((scheme) => ({ url: `${scheme}://${host}${basePath === "/" ? "" : basePath}` }));
}

/** `undefined` if there is no `security`; an empty list requires nothing. */
export function readSecurity(owner: RawObject): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(owner["security"])) return undefined;
  return owner["security"]
    .filter(isRawObject)
    .map((requirement) =>
      Object.fromEntries(Object.keys(requirement).map((scheme) => [scheme, ownTexts(requirement, scheme)])),
    );
}

export function readSecuritySchemes(
  document: LoadedDocument & { readonly root: RawObject },
  version: DocumentVersion,
  references: DocumentReferences,
): Readonly<Record<string, SecuritySchemeShape>> {
  const { root } = document;
  const schemes =
    version === "2.0"
      ? ownObject(root, "securityDefinitions")
      : ownObject(ownObject(root, "components") ?? {}, "securitySchemes");
  return Object.fromEntries(
    Object.entries(schemes ?? {}).map(([name, item]) => {
      const resolved = references.resolve(item, document);
      return [name, typeof resolved === "string" ? { type: "other", name } : readScheme(resolved.value, name)];
    }),
  );
}

function readScheme(raw: RawObject, name: string): SecuritySchemeShape {
  switch (raw["type"]) {
    case "basic":
      return { type: "http", scheme: "basic" };
    case "http":
      return { type: "http", scheme: (ownText(raw, "scheme") ?? "bearer").toLowerCase() };
    case "apiKey": {
      const location = raw["in"];
      const key = ownText(raw, "name");
      if (key === undefined || (location !== "header" && location !== "query" && location !== "cookie")) break;
      return { type: "apiKey", name: key, in: location };
    }
    case "oauth2":
      return readOAuth2(raw);
    case "openIdConnect":
      return { type: "openIdConnect", url: ownText(raw, "openIdConnectUrl") ?? "" };
    default:
  }
  return { type: "other", name };
}

/** A program alone can run only the flow `clientCredentials`. For `authorizationCode`, a person logs in. */
function readOAuth2(raw: RawObject): SecuritySchemeShape {
  const flows = ownObject(raw, "flows") ?? {};
  const flow = ownObject(flows, "clientCredentials") ?? Object.values(flows).find(isRawObject) ?? raw;
  const scopes = Object.keys(ownObject(flow, "scopes") ?? {});
  const code = ownObject(flows, "authorizationCode") ?? (raw["flow"] === "accessCode" ? raw : undefined);
  const login = code && { authorizationUrl: ownText(code, "authorizationUrl"), tokenUrl: ownText(code, "tokenUrl") };
  return { type: "oauth2", tokenUrl: ownText(flow, "tokenUrl"), scopes, ...(login === undefined ? {} : { login }) };
}
