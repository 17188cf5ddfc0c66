import { decodePercent } from "../../shared/json/json-pointer.ts";
import type {
  HubConfig,
  MCPServerConfig,
  OpenAPISourceConfig,
  RemoteConfig,
  ServeConfig,
  SourcePolicyConfig,
} from "./hub-config.ts";
import type { LoadedConfig } from "./loaded-config.ts";

/** Every value of a config that must not appear in a log, a report or an error. */
export function secretsOf({ config, secrets = [] }: LoadedConfig): string[] {
  const { mcpServers = {}, openapi = {}, local = {}, remotes = {}, sources = {} }: HubConfig = config;
  const { serve = {}, rateLimits }: HubConfig = config;
  const found: Array<string | undefined> = [
    ...secrets,
    ...Object.values(mcpServers).flatMap(serverSecrets),
    ...Object.values(openapi).flatMap(apiSecrets),
    ...Object.values(remotes).flatMap(remoteSecrets),
    ...Object.values(sources).flatMap((source) => optionSecrets(source)),
    ...[local, ...[mcpServers, openapi, remotes].flatMap((block) => Object.values<SourcePolicyConfig>(block))].flatMap(
      ({ operations = {} }) => Object.values(operations).flatMap(({ fixed }) => optionSecrets(fixed)),
    ),
    ...(serve.keys ?? []).map(({ key }) => key),
    serve.jwt?.secret,
    ...urlSecrets(serve.jwt?.jwksUrl),
    serve.introspection?.clientSecret,
    ...urlSecrets(serve.introspection?.endpoint),
    ...embedderSecrets(serve.mcp),
    serve.identitySecret,
    config.approvals?.webhook?.secret,
    ...urlSecrets(config.approvals?.webhook?.url),
    ...urlSecrets(config.vault?.redis),
    ...urlSecrets(rateLimits?.redis),
  ];
  return found.filter((secret): secret is string => secret !== undefined && secret !== "");
}

function serverSecrets({ env = {}, headers = {}, args = [], url, oauth }: MCPServerConfig): Array<string | undefined> {
  return [
    ...oauthSecrets(oauth),
    ...Object.values(env),
    ...Object.values(headers).flatMap(headerSecrets),
    ...argumentSecrets(args),
    // A shell gets its whole command line as one argument.
    ...argumentSecrets(args.flatMap((argument) => argument.split(/\s+/))),
    ...urlSecrets(url),
  ];
}

function oauthSecrets(oauth: OpenAPISourceConfig["oauth"]): Array<string | undefined> {
  const { clientSecret, privateKey, identityProvider, assertion, tokenUrl } = oauth || {};
  return [
    clientSecret,
    privateKey,
    assertion,
    identityProvider?.clientSecret,
    identityProvider?.idToken,
    ...[tokenUrl, identityProvider?.tokenUrl].flatMap(urlSecrets),
  ];
}

function embedderSecrets(mcp: ServeConfig["mcp"]): Array<string | undefined> {
  const embedder = typeof mcp === "object" ? mcp.embedder : undefined;
  return typeof embedder === "object" ? [embedder.key, ...urlSecrets(embedder.url)] : [];
}

function apiSecrets(source: OpenAPISourceConfig): Array<string | undefined> {
  const { headers = {}, auth, credentials = {}, baseUrl, document, oauth } = source;
  return [
    ...oauthSecrets(oauth),
    ...Object.values(headers).flatMap(headerSecrets),
    ...loginSecrets(auth?.token),
    ...Object.values(credentials).flatMap((credential) =>
      typeof credential === "string"
        ? loginSecrets(credential)
        : "password" in credential
          ? [credential.password]
          : [
              credential.clientSecret,
              ...urlSecrets(credential.tokenUrl),
              ...Object.values(credential.parameters ?? {}),
            ],
    ),
    ...urlSecrets(baseUrl),
    ...urlSecrets(document),
  ];
}

function remoteSecrets(remote: RemoteConfig): Array<string | undefined> {
  return [
    "token" in remote ? remote.token : undefined,
    remote.identitySecret,
    ...("url" in remote ? urlSecrets(remote.url) : [remote.servers].flat().flatMap(urlSecrets)),
  ];
}

/** A plain "key" is not enough: `keyColumn: "customer"` must not hide a word in every message. */
const SECRET_OPTION =
  /(?:token|secret|passw(?:or)?d|pwd|credentials?|authorization|(?:api|access|private)[_-]?key)s?$/i;

/** The secrets among options that only their source understands: texts with a secret's name, and parts of addresses. */
function optionSecrets(value: unknown, isSecret = false): string[] {
  if (typeof value === "string") return isSecret ? headerSecrets(value) : urlSecrets(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => optionSecrets(part, isSecret || SECRET_OPTION.test(name)));
}

/** With and without the scheme: `Bearer abc` and `abc`. */
function headerSecrets(value: string): string[] {
  return [value, value.replace(/^\w+\s+/, "")];
}

/** The whole of `user:password`, and the password by itself. */
function loginSecrets(login: string | undefined): string[] {
  return login === undefined ? [] : [login, login.slice(login.indexOf(":") + 1)];
}

const SECRET_NAME = /token|secret|passw|pwd|key|auth|credential|bearer/i;

/** `--token abc`, `--token=abc`, `TOKEN=abc`, `Authorization: Bearer abc`, and addresses. */
function argumentSecrets(args: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const [, name = "", value] = /^["']?([\w.-]+)(?:[=:]\s*(.*))?$/s.exec(argument) ?? [];
    const addresses = [argument, value ?? ""].map(unquoted).flatMap(urlSecrets);
    if (!SECRET_NAME.test(name)) return addresses;
    // A flag without a value: the next argument is its value.
    const secret = value ?? (name.startsWith("-") ? (args[index + 1] ?? "") : "");
    return [...addresses, ...headerSecrets(unquoted(secret))];
  });
}

function unquoted(text: string): string {
  return text.replaceAll(/^["']|["']$/g, "");
}

function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { username, password, search, searchParams } = new URL(url);
  // A user without a password is a token.
  const secret = password === "" ? username : password;
  const written = search.slice(1).split("&");
  const asWritten = written.map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [secret, decodePercent(secret), ...searchParams.values(), ...asWritten];
}
