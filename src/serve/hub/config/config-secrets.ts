import type { HubConfig } from "./hub-config.ts";

/** Every value of a config that must not be in a log. */
export function secretsOf(config: HubConfig): string[] {
  const { mcpServers = {}, openapi = {}, remotes = {}, serve = {} } = config;
  const found: Array<string | undefined> = [
    ...Object.values(mcpServers).flatMap(({ env = {}, headers = {}, url }) => [
      ...Object.values(env),
      ...Object.values(headers).flatMap(headerSecrets),
      ...urlSecrets(url),
    ]),
    ...Object.values(openapi).flatMap(({ headers = {}, auth, credentials = {}, baseUrl, document }) => [
      ...Object.values(headers).flatMap(headerSecrets),
      ...loginSecrets(auth?.token),
      ...Object.values(credentials).flatMap((credential) =>
        typeof credential === "string"
          ? loginSecrets(credential)
          : "password" in credential
            ? [credential.password]
            : [credential.clientSecret, ...Object.values(credential.parameters ?? {})],
      ),
      ...urlSecrets(baseUrl),
      ...urlSecrets(document),
    ]),
    ...Object.values(remotes).flatMap((remote) => [
      "token" in remote ? remote.token : undefined,
      "identitySecret" in remote ? remote.identitySecret : undefined,
      ...("url" in remote ? urlSecrets(remote.url) : [remote.servers].flat().flatMap(urlSecrets)),
    ]),
    ...(serve.keys ?? []).map(({ key }) => key),
    serve.jwt?.secret,
  ];
  return found.filter((secret): secret is string => secret !== undefined && secret !== "");
}

/** With and without the scheme before it. */
function headerSecrets(value: string): string[] {
  return [value, value.replace(/^\w+\s+/, "")];
}

/** The whole of `user:password`, and the password by itself. */
function loginSecrets(login: string | undefined): string[] {
  return login === undefined ? [] : [login, login.slice(login.indexOf(":") + 1)];
}

function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { username, password, searchParams } = new URL(url);
  // A name without a password is a token.
  const secret = password === "" ? username : password;
  return [secret, decoded(secret), ...searchParams.values()];
}

/** An address may hold a `%` that begins nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
