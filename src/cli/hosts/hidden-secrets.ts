/** Secrets in the config of a server, replaced by variables: a config is read by others, and kept in repositories. */
import { isRecord } from "../../shared/json/is-record.ts";
import type { ServerConfig } from "./taken-server.ts";
import { variableName } from "./taken-server.ts";

/** The values, by the names that now replace them. Servers share equal values. */
export type HiddenSecrets = Map<string, string>;

const SECRET_NAME =
  /token|secret|passw|pwd|(?:^|[_-])pat(?:$|[_-])|key|auth|credential|bearer|cookie|dsn|connection_?string/i;
/** Texts whose form shows that they are secrets. */
const SECRET_FORM =
  /^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|shpat|npm|pypi|hf|AKIA|ASIA|AIza|ya29|eyJ)[-_]?[\w.-]{12,}/;
const LONG_RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{32,}$/;

/** The server with `${NAME}` for each secret; the values go to `secrets`. */
export function hideSecrets(name: string, server: ServerConfig, secrets: HiddenSecrets): ServerConfig {
  const hide = (value: string, ...wanted: string[]): string =>
    `\${${nameFor(value, variableName(...wanted), name, secrets)}}`;
  const { env, headers, args, url, oauth } = server;
  return {
    ...server,
    ...(typeof url === "string" && { url: hideInURL(url, (value, part) => hide(value, name, part)) }),
    ...(Array.isArray(args) && { args: hideInArgs(args as unknown[], (value, part) => hide(value, name, part)) }),
    ...(isRecord(env) && {
      env: mapTexts(env, (key, value) =>
        isSecret(key, value) ? hide(value, key) : hideInURL(value, (part) => hide(part, key, "password")),
      ),
    }),
    ...(isRecord(headers) && {
      headers: mapTexts(headers, (key, value) =>
        isSecret(key, value) ? hideInHeader(value, (part) => hide(part, name, key)) : value,
      ),
    }),
    ...(isRecord(oauth) && {
      oauth: mapTexts(oauth, (key, value) => (key === "clientSecret" ? hide(value, name, "client_secret") : value)),
    }),
  };
}

function nameFor(value: string, wanted: string, server: string, secrets: HiddenSecrets): string {
  for (const name of [wanted, variableName(server, wanted)]) {
    if ((secrets.get(name) ?? value) !== value) continue;
    secrets.set(name, value);
    return name;
  }
  return nameFor(value, `${wanted}_2`, server, secrets);
}

function mapTexts(fields: object, change: (name: string, value: string) => string): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" && !hasVariable(value) ? change(name, value) : value,
    ]),
  );
}

function hasVariable(text: string): boolean {
  return /(?<!\$)\$\{/.test(text);
}

function isSecret(name: string, value: string): boolean {
  if (value === "" || /^(?:true|false|\d{1,5})$/i.test(value)) return false;
  // The path of a file or folder that holds a secret is not a secret.
  if (/(?:file|path|dir)$/i.test(name)) return false;
  return SECRET_NAME.test(name) || SECRET_FORM.test(value) || LONG_RANDOM.test(value);
}

/** `Bearer abc` keeps its first word. */
function hideInHeader(value: string, hide: (secret: string) => string): string {
  const [, scheme = "", secret = value] = /^(\w+\s+)(\S.*)$/s.exec(value) ?? [];
  return scheme + hide(secret);
}

/** `--token abc`, `--token=abc`, `TOKEN=abc`, `Authorization: Bearer abc`, and addresses. */
function hideInArgs(args: readonly unknown[], hide: (secret: string, part: string) => string): unknown[] {
  return args.map((argument, index) => {
    if (typeof argument !== "string" || hasVariable(argument)) return argument;
    const before: unknown = args[index - 1];
    if (
      typeof before === "string" &&
      /^--?[\w-]+$/.test(before) &&
      !argument.startsWith("-") &&
      isSecret(before, argument)
    ) {
      if (!/^[\w-]+:\s/.test(argument)) return hide(argument, before);
    }
    const [, label = "", between = "", value = ""] = /^(-{0,2}[\w.-]+)(=|:\s*)(?!\/\/)(.+)$/s.exec(argument) ?? [];
    if (value !== "" && isSecret(label, value))
      return label + between + hideInHeader(value, (part) => hide(part, label));
    if (SECRET_FORM.test(argument)) return hide(argument, "secret");
    return hideInURL(argument, hide);
  });
}

/** The password of an address, and parameters with the names of secrets. */
function hideInURL(text: string, hide: (secret: string, part: string) => string): string {
  if (hasVariable(text) || !/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const withoutPassword = text.replace(
    /^([^/]+\/\/[^/?#:@]*:)([^/?#@]+)@/,
    (_, before: string, password: string) => `${before}${hide(password, "password")}@`,
  );
  return withoutPassword.replaceAll(/([?&])([\w.-]+)=([^&#]+)/g, (whole, mark: string, name: string, value: string) =>
    isSecret(name, value) && !hasVariable(value) ? `${mark}${name}=${hide(value, name)}` : whole,
  );
}
