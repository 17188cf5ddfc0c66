/** A call as a command or a program. It reads the key from `OPERATIONS_KEY` and never contains it. */
import { callPath } from "../api/contract.ts";
import type { ListedOperation } from "../api/contract.ts";
import { isObject } from "../json/json-path.ts";
import { shortHash } from "../../../src/shared/short-hash.ts";

export interface CallToCopy {
  readonly operation: Pick<ListedOperation, "id" | "type">;
  readonly input: unknown;
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  readonly needsKey: boolean;
  /** Whether MCP clients get tools to search and call operations, instead of one tool for each operation. */
  readonly isSearched: boolean;
}

const writers = { curl: asCurl, TypeScript: asTypeScript, Python: asPython, CLI: asCommand, MCP: asToolCall };
export type CopyFormat = keyof typeof writers;
export const copyFormats = Object.keys(writers) as CopyFormat[];

export function copyAs(format: CopyFormat, call: CallToCopy): string {
  return writers[format](call);
}

/** Any text as one word for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const AUTHORIZATION = '--header "authorization: Bearer $OPERATIONS_KEY"';

function isStream({ operation }: Pick<CallToCopy, "operation">): boolean {
  return operation.type === "SUBSCRIPTION";
}

function asCurl(call: CallToCopy): string {
  const { operation, input, origin, needsKey } = call;
  const parts = [`curl${isStream(call) ? " --no-buffer" : ""} ${shellQuote(origin + callPath(operation.id))}`];
  if (needsKey) parts.push(AUTHORIZATION);
  if (input === undefined) parts.push("--request POST");
  else parts.push("--header 'content-type: application/json'", `--data ${shellQuote(JSON.stringify(input))}`);
  return parts.join(" \\\n  ");
}

function asCommand({ operation, input, origin }: CallToCopy): string {
  const verb = isStream({ operation }) ? "subscribe" : "call";
  const given = input === undefined ? "" : ` --input ${shellQuote(JSON.stringify(input))}`;
  return `operations ${verb} ${shellQuote(operation.id)}${given} --hub ${shellQuote(origin)}`;
}

function asTypeScript(call: CallToCopy): string {
  const { operation, input, origin, needsKey } = call;
  const headers = [
    ...(needsKey ? ["authorization: `Bearer ${process.env.OPERATIONS_KEY}`"] : []),
    ...(input === undefined ? [] : [`"content-type": "application/json"`]),
  ];
  const request = [
    `const response = await fetch(${JSON.stringify(origin + callPath(operation.id))}, {`,
    `  method: "POST",`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(", ")} },`] : []),
    ...(input === undefined ? [] : [`  body: JSON.stringify(${indented(input)}),`]),
    `});`,
    `if (!response.ok) throw new Error((await response.json()).detail);`,
  ];
  if (!isStream(call))
    return [
      `// npx tsx call.mts`,
      ...request,
      `const data = response.status === 204 ? undefined : await response.json();`,
      `console.log(data);`,
    ].join("\n");
  return [
    `// npm install eventsource-parser && npx tsx call.mts`,
    `import { EventSourceParserStream } from "eventsource-parser/stream";`,
    ``,
    ...request,
    `const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());`,
    `for await (const { event, data } of events) {`,
    `  if (event === "complete") break;`,
    `  if (event === "error") throw new Error(JSON.parse(data).detail);`,
    `  console.log(JSON.parse(data));`,
    `}`,
  ].join("\n");
}

function indented(input: unknown): string {
  return JSON.stringify(input, null, 2).replaceAll("\n", "\n  ");
}

/** Uses only the standard library, so it runs wherever Python does. */
function asPython(call: CallToCopy): string {
  const { operation, input, origin, needsKey } = call;
  const headers = [
    ...(needsKey ? [`"authorization": f"Bearer {os.environ['OPERATIONS_KEY']}"`] : []),
    ...(input === undefined ? [] : [`"content-type": "application/json"`]),
  ];
  return [
    `import json${needsKey ? ", os" : ""}, sys, urllib.error, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    ${JSON.stringify(origin + callPath(operation.id))},`,
    `    method="POST",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(input === undefined ? [] : [`    data=json.dumps(${pythonLiteral(input, "    ")}).encode(),`]),
    `)`,
    `try:`,
    `    response = urllib.request.urlopen(request)`,
    `except urllib.error.HTTPError as error:`,
    `    sys.exit(json.load(error).get("detail"))`,
    ...(isStream(call)
      ? [
          `event = "message"`,
          `for line in response:`,
          `    name, _, value = line.decode().rstrip("\\n").partition(": ")`,
          `    if name in ("", "event"):`,
          `        event = value or "message"`,
          `    elif name == "data" and event == "error":`,
          `        sys.exit(json.loads(value).get("detail"))`,
          `    elif name == "data" and event == "message":`,
          `        print(json.loads(value))`,
        ]
      : [`body = response.read()`, `print(json.loads(body) if body else None)`]),
  ].join("\n");
}

/** JSON's texts and numbers are valid in Python; its keywords are not. */
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

const LONGEST_TOOL_NAME = 64;

/** The name that the server gives a tool. The server's name differs only if two tools would share one. */
function toolName(id: string): string {
  const allowed = id.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  if (allowed.length <= LONGEST_TOOL_NAME) return allowed;
  const suffix = `_${shortHash(id)}`;
  return `${allowed.slice(0, LONGEST_TOOL_NAME - suffix.length)}${suffix}`;
}

/** In this revision of MCP, a call needs no session. */
const MCP_REVISION = "2026-07-28";
const MCP_META = {
  "io.modelcontextprotocol/protocolVersion": MCP_REVISION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The request of an MCP client, as a curl command. */
function asToolCall({ operation, input, origin, needsKey, isSearched }: CallToCopy): string {
  const given = isObject(input) ? input : input === undefined ? {} : { input };
  const name = isSearched ? "call_operation" : toolName(operation.id);
  const params = { name, arguments: isSearched ? { id: operation.id, input: given } : given, _meta: MCP_META };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
  return [
    `curl ${shellQuote(`${origin}/mcp`)}`,
    ...(needsKey ? [AUTHORIZATION] : []),
    "--header 'content-type: application/json'",
    "--header 'accept: application/json, text/event-stream'",
    `--header 'mcp-protocol-version: ${MCP_REVISION}'`,
    "--header 'mcp-method: tools/call'",
    `--header 'mcp-name: ${name}'`,
    `--data ${shellQuote(message)}`,
  ].join(" \\\n  ");
}
