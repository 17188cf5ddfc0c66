/** A server of a host's config as one of ours: fields by our names, variables in our syntax. */
import { basename, sep } from "node:path";
import { isRecord } from "../../shared/json/is-record.ts";
import type { Machine, VariableSyntax } from "./host.ts";
import type { HostServer } from "./host-servers.ts";

export type ServerConfig = Readonly<Record<string, unknown>>;

export interface TakenServer {
  readonly server: ServerConfig;
  /** Fields that a hub does not support. */
  readonly leftOut: readonly string[];
}

/** Fields that mean nothing to a hub, or that it does not need. */
const SILENT = new Set(["source", "name", "description", "title", "gallery", "version", "dev", "tools"]);

/** Undefined if the entry has neither a command nor an address. */
export function takeServer({ host, entry, project }: HostServer, machine: Machine): TakenServer | undefined {
  const folder = project ?? machine.folder;
  const fields = new Map(Object.entries(entry));
  const take = (name: string): unknown => {
    const value = fields.get(name);
    fields.delete(name);
    return value;
  };
  // The first name that is there counts.
  const first = (...names: string[]): unknown => names.map(take).find((value) => value !== undefined);
  const expand = (value: unknown): unknown => translated(value, host.variables, { ...machine, folder });

  const command = take("command");
  // Zed once wrote the whole command as one object.
  const start = isRecord(command) ? { command: command["path"], ...command } : { command };
  const httpUrl = take("httpUrl");
  const url = httpUrl ?? first("serverUrl", "url");
  const type = typeOf(take("type"), { isOldURL: host.name === "gemini-cli" && httpUrl === undefined });
  const isRemote = typeof url === "string";
  if (!isRemote && typeof start.command !== "string") return undefined;
  const [args, env] = [take("args"), take("env")];
  const names = textsOf(take("env_vars"));
  const auth = take("auth");
  const server = compact({
    ...(isRemote
      ? { url: expand(url), type, headers: headersOf(take, expand), oauth: oauthOf(auth) }
      : {
          command: expand(start.command),
          args: expand(args ?? ("args" in start ? start.args : undefined)),
          env: compact({
            ...(expand(env ?? ("env" in start ? start.env : undefined)) as object | undefined),
            ...Object.fromEntries(names.map((name) => [name, `\${${name}}`])),
          }),
          cwd: expand(take("cwd")),
        }),
    timeout:
      millisecondsOf(take("timeout"), host.name === "cline" ? 1000 : 1) ??
      millisecondsOf(take("tool_timeout_sec"), 1000),
    connectTimeout: millisecondsOf(take("startup_timeout_sec"), 1000) ?? millisecondsOf(take("startup_timeout_ms"), 1),
    include: first("includeTools", "enabled_tools", "enabledTools"),
    exclude: first("excludeTools", "disabled_tools", "disabledTools"),
    disabled: take("disabled") === true || take("enabled") === false ? true : undefined,
  });
  const leftOut = [...fields.keys()].filter((name) => !SILENT.has(name));
  return { server, leftOut };
}

function headersOf(take: (name: string) => unknown, expand: (value: unknown) => unknown): object | undefined {
  const token = take("bearer_token_env_var");
  const byVariable = take("env_http_headers");
  const [headers, others] = [take("headers"), take("http_headers")];
  return compact({
    ...(expand(headers) as object | undefined),
    ...(expand(others) as object | undefined),
    ...(isRecord(byVariable)
      ? Object.fromEntries(Object.entries(byVariable).map(([name, variable]) => [name, `\${${String(variable)}}`]))
      : {}),
    ...(typeof token === "string" ? { Authorization: `Bearer \${${token}}` } : {}),
  });
}

/** The client that a person has given to Cursor. */
function oauthOf(auth: unknown): object | undefined {
  if (!isRecord(auth)) return undefined;
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, scopes } = auth;
  return compact({ clientId, clientSecret, scopes });
}

function typeOf(type: unknown, { isOldURL }: { readonly isOldURL: boolean }): string | undefined {
  if (type === "sse" || (type === undefined && isOldURL)) return "sse";
  return undefined;
}

function millisecondsOf(value: unknown, unit: number): number | undefined {
  return typeof value === "number" && value > 0 ? Math.max(1, Math.round(value * unit)) : undefined;
}

function textsOf(value: unknown): string[] {
  const names = Array.isArray(value) ? (value as unknown[]) : [];
  return names.map((name) => (isRecord(name) ? name["name"] : name)).filter((name) => typeof name === "string");
}

/** Drops fields that are undefined, or empty objects. */
function compact(fields: Record<string, unknown>): Record<string, unknown> & object {
  const there = Object.entries(fields).filter(
    ([, value]) => value !== undefined && !(isRecord(value) && Object.keys(value).length === 0),
  );
  return Object.fromEntries(there);
}

/** `${NAME}`, `${env:NAME}`, `${input:id}`, `$NAME` and paths by name: in the syntax of our config. */
function translated(value: unknown, syntax: VariableSyntax, machine: Machine): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => translated(part, syntax, machine));
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translated(part, syntax, machine)]));
  }
  return typeof value === "string" ? translatedText(value, syntax, machine) : value;
}

const REFERENCE = /\$\{([^}]*)\}|\$([A-Za-z_]\w*)|\$\{/g;

function translatedText(text: string, syntax: VariableSyntax, machine: Machine): string {
  return text.replaceAll(REFERENCE, (whole: string, inner?: string, bare?: string) => {
    if (bare !== undefined) return syntax === "shell" ? `\${${bare}}` : whole;
    return (inner === undefined ? undefined : referenceTo(inner, syntax, machine)) ?? `$${whole}`;
  });
}

function referenceTo(inner: string, syntax: VariableSyntax, { home, folder }: Machine): string | undefined {
  if (syntax === "none") return undefined;
  if (syntax !== "prefixed") return /^[A-Za-z_]\w*(?::-[^}]*)?$/.test(inner) ? `\${${inner}}` : undefined;
  const paths: Readonly<Record<string, string>> = {
    userHome: home,
    workspaceFolder: folder,
    workspaceFolderBasename: basename(folder),
    cwd: folder,
    pathSeparator: sep,
    "/": sep,
  };
  if (Object.hasOwn(paths, inner)) return paths[inner];
  const [, kind = "", name = ""] = /^(env|input):([\w.-]+)$/.exec(inner) ?? [];
  if (kind === "env") return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : undefined;
  // VS Code asks the person for inputs. A hub has the environment.
  return kind === "input" ? `\${${variableName(name)}}` : undefined;
}

/** A name for the environment: `api-key` is `API_KEY`. */
export function variableName(...words: readonly string[]): string {
  const name = words
    .join("_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return /^\d/.test(name) ? `_${name}` : name;
}
