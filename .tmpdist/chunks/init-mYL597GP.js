import { o as didYouMean } from "./client-D7eheyo4.js";
import { Bt as counted, Ht as isRecord } from "./core-CcxVOvtt.js";
import { N as loadConfig } from "./hub-sources-fie4hXTD.js";
import { a as UsageError, l as HOST_NAMES, n as ExitCode } from "./command-DcVYX5yF.js";
import { A as digestOf, P as safeLine, _ as ask, k as KnownConfigs } from "./command-call-oK2uQUrh.js";
import { t as fitText } from "./fit-text-Dgj2l370.js";
import { i as HOSTS, n as findHostServers, r as isOwnEntry } from "./host-servers-DuoSgX7v.js";
import { n as thisMachine, t as confirm } from "./confirm-DotX4kFr.js";
import { existsSync } from "node:fs";
import { isDeepStrictEqual, parseEnv } from "node:util";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { stringify } from "yaml";
// src/cli/hosts/taken-server.ts
const SILENT = /* @__PURE__ */ new Set([
	"source",
	"name",
	"description",
	"title",
	"gallery",
	"version",
	"dev",
	"tools"
]);
function takeServer({ host, entry, project }, machine) {
	const folder = project ?? machine.folder;
	const fields = new Map(Object.entries(entry));
	const take = (name) => {
		const value = fields.get(name);
		fields.delete(name);
		return value;
	};
	const first = (...names) => names.map(take).find((value) => value !== void 0);
	const expand = (value) => translated(value, host.variables, {
		...machine,
		folder
	});
	const command = take("command");
	const start = isRecord(command) ? {
		command: command["path"],
		...command
	} : { command };
	const httpUrl = take("httpUrl");
	const url = httpUrl ?? first("serverUrl", "url");
	const type = typeOf(take("type"), { isOldURL: host.name === "gemini-cli" && httpUrl === void 0 });
	const isRemote = typeof url === "string";
	if (!isRemote && typeof start.command !== "string") return void 0;
	const [args, env] = [take("args"), take("env")];
	const names = textsOf(take("env_vars"));
	const auth = take("auth");
	return {
		server: compact({
			...isRemote ? {
				url: expand(url),
				type,
				headers: headersOf(take, expand),
				oauth: oauthOf(auth)
			} : {
				command: expand(start.command),
				args: expand(args ?? ("args" in start ? start.args : void 0)),
				env: compact({
					...expand(env ?? ("env" in start ? start.env : void 0)),
					...Object.fromEntries(names.map((name) => [name, `\${${name}}`]))
				}),
				cwd: expand(take("cwd"))
			},
			timeout: millisecondsOf(take("timeout"), host.name === "cline" ? 1e3 : 1) ?? millisecondsOf(take("tool_timeout_sec"), 1e3),
			connectTimeout: millisecondsOf(take("startup_timeout_sec"), 1e3) ?? millisecondsOf(take("startup_timeout_ms"), 1),
			include: first("includeTools", "enabled_tools", "enabledTools"),
			exclude: first("excludeTools", "disabled_tools", "disabledTools"),
			disabled: take("disabled") === true || take("enabled") === false ? true : void 0
		}),
		leftOut: [...fields.keys()].filter((name) => !SILENT.has(name))
	};
}
function headersOf(take, expand) {
	const token = take("bearer_token_env_var");
	const byVariable = take("env_http_headers");
	const [headers, others] = [take("headers"), take("http_headers")];
	return compact({
		...expand(headers),
		...expand(others),
		...isRecord(byVariable) ? Object.fromEntries(Object.entries(byVariable).map(([name, variable]) => [name, `\${${String(variable)}}`])) : {},
		...typeof token === "string" ? { Authorization: `Bearer \${${token}}` } : {}
	});
}
function oauthOf(auth) {
	if (!isRecord(auth)) return void 0;
	const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, scopes } = auth;
	return compact({
		clientId,
		clientSecret,
		scopes
	});
}
function typeOf(type, { isOldURL }) {
	if (type === "sse" || type === void 0 && isOldURL) return "sse";
}
function millisecondsOf(value, unit) {
	return typeof value === "number" && value > 0 ? Math.max(1, Math.round(value * unit)) : void 0;
}
function textsOf(value) {
	return (Array.isArray(value) ? value : []).map((name) => isRecord(name) ? name["name"] : name).filter((name) => typeof name === "string");
}
function compact(fields) {
	const there = Object.entries(fields).filter(([, value]) => value !== void 0 && !(isRecord(value) && Object.keys(value).length === 0));
	return Object.fromEntries(there);
}
function translated(value, syntax, machine) {
	if (Array.isArray(value)) return value.map((part) => translated(part, syntax, machine));
	if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translated(part, syntax, machine)]));
	return typeof value === "string" ? translatedText(value, syntax, machine) : value;
}
const REFERENCE = /\$\{([^}]*)\}|\$([A-Za-z_]\w*)|\$\{/g;
function translatedText(text, syntax, machine) {
	return text.replaceAll(REFERENCE, (whole, inner, bare) => {
		if (bare !== void 0) return syntax === "shell" ? `\${${bare}}` : whole;
		return (inner === void 0 ? void 0 : referenceTo(inner, syntax, machine)) ?? `$${whole}`;
	});
}
function referenceTo(inner, syntax, { home, folder }) {
	if (syntax === "none") return void 0;
	if (syntax !== "prefixed") return /^[A-Za-z_]\w*(?::-[^}]*)?$/.test(inner) ? `\${${inner}}` : void 0;
	const paths = {
		userHome: home,
		workspaceFolder: folder,
		workspaceFolderBasename: basename(folder),
		cwd: folder,
		pathSeparator: sep,
		"/": sep
	};
	if (Object.hasOwn(paths, inner)) return paths[inner];
	const [, kind = "", name = ""] = /^(env|input):([\w.-]+)$/.exec(inner) ?? [];
	if (kind === "env") return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : void 0;
	return kind === "input" ? `\${${variableName(name)}}` : void 0;
}
function variableName(...words) {
	const name = words.join("_").toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
	return /^\d/.test(name) ? `_${name}` : name;
}
// src/cli/hosts/hidden-secrets.ts
const SECRET_NAME = /token|secret|passw|pwd|(?:^|[_-])pat(?:$|[_-])|key|auth|credential|bearer|cookie|dsn|connection_?string/i;
const SECRET_FORM = /^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|shpat|npm|pypi|hf|AKIA|ASIA|AIza|ya29|eyJ)[-_]?[\w.-]{12,}/;
const LONG_RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{32,}$/;
function hideSecrets(name, server, secrets) {
	const hide = (value, ...wanted) => `\${${nameFor(value, variableName(...wanted), name, secrets)}}`;
	const { env, headers, args, url, oauth } = server;
	return {
		...server,
		...typeof url === "string" && { url: hideInURL(url, (value, part) => hide(value, name, part)) },
		...Array.isArray(args) && { args: hideInArgs(args, (value, part) => hide(value, name, part)) },
		...isRecord(env) && { env: mapTexts(env, (key, value) => isSecret(key, value) ? hide(value, key) : hideInURL(value, (part) => hide(part, key, "password"))) },
		...isRecord(headers) && { headers: mapTexts(headers, (key, value) => isSecret(key, value) ? hideInHeader(value, (part) => hide(part, name, key)) : value) },
		...isRecord(oauth) && { oauth: mapTexts(oauth, (key, value) => key === "clientSecret" ? hide(value, name, "client_secret") : value) }
	};
}
function nameFor(value, wanted, server, secrets) {
	for (const name of [wanted, variableName(server, wanted)]) {
		if ((secrets.get(name) ?? value) !== value) continue;
		secrets.set(name, value);
		return name;
	}
	return nameFor(value, `${wanted}_2`, server, secrets);
}
function mapTexts(fields, change) {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "string" && !hasVariable(value) ? change(name, value) : value]));
}
function hasVariable(text) {
	return /(?<!\$)\$\{/.test(text);
}
function isSecret(name, value) {
	if (value === "" || /^(?:true|false|\d{1,5})$/i.test(value)) return false;
	if (/(?:file|path|dir)$/i.test(name)) return false;
	return SECRET_NAME.test(name) || SECRET_FORM.test(value) || LONG_RANDOM.test(value);
}
function hideInHeader(value, hide) {
	const [, scheme = "", secret = value] = /^(\w+\s+)(\S.*)$/s.exec(value) ?? [];
	return scheme + hide(secret);
}
function hideInArgs(args, hide) {
	return args.map((argument, index) => {
		if (typeof argument !== "string" || hasVariable(argument)) return argument;
		const before = args[index - 1];
		if (typeof before === "string" && /^--?[\w-]+$/.test(before) && !argument.startsWith("-") && isSecret(before, argument)) {
			if (!/^[\w-]+:\s/.test(argument)) return hide(argument, before);
		}
		const [, label = "", between = "", value = ""] = /^(-{0,2}[\w.-]+)(=|:\s*)(?!\/\/)(.+)$/s.exec(argument) ?? [];
		if (value !== "" && isSecret(label, value)) return label + between + hideInHeader(value, (part) => hide(part, label));
		if (SECRET_FORM.test(argument)) return hide(argument, "secret");
		return hideInURL(argument, hide);
	});
}
function hideInURL(text, hide) {
	if (hasVariable(text) || !/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
	return text.replace(/^([^/]+\/\/[^/?#:@]*:)([^/?#@]+)@/, (_, before, password) => `${before}${hide(password, "password")}@`).replaceAll(/([?&])([\w.-]+)=([^&#]+)/g, (whole, mark, name, value) => isSecret(name, value) && !hasVariable(value) ? `${mark}${name}=${hide(value, name)}` : whole);
}
// src/cli/init/choose-servers.ts
function candidatesOf(servers, machine, secrets) {
	const candidates = [];
	for (const found of servers) {
		if (isOwnEntry(found.entry)) continue;
		const taken = takeServer(found, machine);
		if (taken === void 0) continue;
		const isElsewhere = found.project !== void 0 && found.project !== machine.folder;
		const isMoved = isElsewhere && "command" in taken.server && !("cwd" in taken.server);
		const server = hideSecrets(found.name, isMoved ? {
			...taken.server,
			cwd: found.project
		} : taken.server, secrets);
		const same = candidates.findIndex((each) => each.name === found.name && isDeepStrictEqual(each.server, server));
		const { title } = found.host;
		const known = candidates[same];
		if (known === void 0) {
			const name = freeName(found.name, found.host.name, candidates);
			candidates.push({
				name,
				server,
				leftOut: taken.leftOut,
				hosts: [title],
				isElsewhere
			});
			continue;
		}
		const hosts = known.hosts.includes(title) ? known.hosts : [...known.hosts, title];
		candidates[same] = {
			...known,
			hosts,
			isElsewhere: known.isElsewhere && isElsewhere
		};
	}
	return candidates;
}
function freeName(name, host, candidates) {
	const isTaken = (wanted) => candidates.some((each) => each.name === wanted);
	if (!isTaken(name)) return name;
	for (let number = 1;; number++) {
		const wanted = `${name}-${host}${number === 1 ? "" : `-${number}`}`;
		if (!isTaken(wanted)) return wanted;
	}
}
async function chooseServers(candidates, terminal) {
	const chosen = [];
	const { errorStyle } = terminal;
	const room = (terminal.errorWidth ?? 80) - 2;
	for (const candidate of candidates) {
		const { name, hosts, isElsewhere } = candidate;
		const from = isElsewhere ? `${hosts.join(", ")}, in another project` : hosts.join(", ");
		terminal.err(`\n${errorStyle.bold(safeLine(name))}  ${errorStyle.dim(safeLine(from))}\n`);
		terminal.err(`  ${fitText(safeLine(effectOf(candidate.server)), room)}\n`);
		if (await confirm(terminal, "Take it over?", { isDefault: !isElsewhere })) chosen.push(candidate);
	}
	return chosen;
}
function effectOf({ command, args, url }) {
	if (typeof url === "string") return `connects to ${url}`;
	return `starts ${[command, ...Array.isArray(args) ? args : []].map(String).map((word) => /[\s'"]/.test(word) ? JSON.stringify(word) : word).join(" ")}`;
}
// src/cli/init/config-template.ts
function configTemplate(format, schema, contents = {}) {
	if (format === "json") return jsonTemplate(schema, contents);
	return format === "ts" ? tsTemplate(contents) : yamlTemplate(schema, contents);
}
function yamlTemplate(schema, { mcpServers, openapi, local = NOTHING }) {
	return `# yaml-language-server: $schema=${schema}
# A hub of operations: it offers everything below at one address, to agents, programs and people.
# \${NAME} comes from the environment, or from operations.env beside this file; \${NAME:-default} has a default.

# MCP servers, in the shape that MCP hosts use.
${mcpServers === void 0 ? MCP_EXAMPLE : yamlBlock({ mcpServers })}
# HTTP APIs, by their OpenAPI documents: a file or a URL.
${openapi === void 0 ? OPENAPI_EXAMPLE : yamlBlock({ openapi })}
# Operations of your own: modules that each export one as default.
local:
  folders: ${JSON.stringify(local.folders).padEnd(30)}${local.folders.length === 0 ? "# [\"./operations\"]" : ""}${approvalLine(local)}

# Where the hub listens, and who may call. Without keys, the first start makes one.
serve:
  host: 127.0.0.1
  port: 7411
#  keys:
#    - { id: ada, key: "\${ADA_KEY}", scopes: ["*"] }
`.replaceAll(/ +$/gm, "");
}
const NOTHING = { folders: [] };
function approvalLine({ approval }) {
	if (approval === void 0) return "";
	return `\n  approval: ${JSON.stringify(approval).padEnd(29)}# these wait until a person has looked at them`;
}
function yamlBlock(block) {
	return stringify(block, { lineWidth: 0 });
}
const MCP_EXAMPLE = `#mcpServers:
#  files:
#    command: npx
#    args: ["-y", "@modelcontextprotocol/server-filesystem", "."]
#    exclude: ["write_*", "move_*"]      # leave these operations out
#    approval: true                      # ask before anything that is not a query
#  search:
#    url: https://mcp.example.com/mcp
#    headers: { Authorization: "Bearer \${SEARCH_TOKEN}" }
`;
const OPENAPI_EXAMPLE = `#openapi:
#  petstore:
#    document: https://petstore3.swagger.io/api/v3/openapi.json
#    auth: { type: bearer, token: "\${PETSTORE_TOKEN}" }
#    scopes: [pets]                      # what a caller's key must hold
`;
function jsonTemplate($schema, { mcpServers = {}, openapi = {}, local = NOTHING }) {
	return `${JSON.stringify({
		$schema,
		mcpServers,
		openapi,
		local,
		serve: {
			host: "127.0.0.1",
			port: 7411
		}
	}, void 0, 2)}\n`;
}
function tsTemplate({ mcpServers = {}, openapi = {}, local = NOTHING }) {
	return `import type { HubConfig } from "@alkdev/operations/hub";

/** A hub of operations. Editors complete it by its type; process.env is at hand. */
export default {
  // MCP servers, in the shape that MCP hosts use:
  // files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."], approval: true },
  mcpServers: ${printValue(mcpServers)},
  // HTTP APIs, by their OpenAPI documents:
  // petstore: { document: "https://petstore3.swagger.io/api/v3/openapi.json", scopes: ["pets"] },
  openapi: ${printValue(openapi)},
  // Operations of your own: modules that each export one as default.
  local: ${printValue(local)},
  // Where the hub listens, and who may call. Without keys, the first start makes one.
  serve: { host: "127.0.0.1", port: 7411 },
} satisfies HubConfig;
`;
}
function printValue(value) {
	return JSON.stringify(value, void 0, 2).replaceAll("\n", "\n  ");
}
// src/cli/init/secrets-file.ts
const SECRETS_FILE = "operations.env";
async function readSecrets(folder) {
	const text = await readFile(join(folder, SECRETS_FILE), "utf8").catch(() => "");
	return new Map(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ""]));
}
async function addSecrets(folder, secrets) {
	const file = join(folder, SECRETS_FILE);
	const known = await readSecrets(folder);
	const lines = [...secrets].filter(([name]) => !known.has(name)).map(([name, value]) => ({
		name,
		line: lineOf(name, value)
	}));
	const text = lines.map(({ line = "" }) => line).join("");
	if (existsSync(file)) await appendFile(file, text);
	else await writeFile(file, `# The variables of the config beside this file. Do not share it.\n${text}`, {
		mode: 384,
		flag: "wx"
	});
	return lines.flatMap(({ name, line }) => line === void 0 ? [name] : []);
}
function lineOf(name, value) {
	return [
		"",
		"'",
		"\"",
		"`"
	].map((quote) => `${name}=${quote}${value}${quote}\n`).find((form) => parseEnv(form)[name] === value && Object.keys(parseEnv(form)).length === 1);
}
async function ignoreSecrets(folder) {
	if (!isInRepository(folder)) return false;
	const file = join(folder, ".gitignore");
	const text = await readFile(file, "utf8").catch(() => "");
	if (text.split(/\r?\n/).some((line) => /^\/?(?:operations\.env|\*\.env)$/.test(line.trim()))) return false;
	await writeFile(file, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${SECRETS_FILE}\n`);
	return true;
}
function isInRepository(folder) {
	for (let at = folder;; at = dirname(at)) {
		if (existsSync(join(at, ".git"))) return true;
		if (dirname(at) === at) return false;
	}
}
// src/cli/init/starter.ts
const STARTER_FOLDER = "operations";
const STARTER_APPROVAL = ["remember"];
const FILES = {
	"greet.mjs": `/** operations call hello.greet --name Ada */
export default {
  namespace: "hello",
  name: "greet",
  version: "1.0.0",
  type: "QUERY",
  description: "Greets a person.",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", minLength: 1, description: "Who is greeted.", examples: ["Ada"] } },
    required: ["name"],
  },
  outputSchema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  accessControl: { requiredScopes: [] },
  handler: ({ name }) => ({ greeting: \`Hello, \${name}!\` }),
};
`,
	"countdown.mjs": `import { setTimeout as wait } from "node:timers/promises";

/** operations subscribe hello.countdown --from 3 */
export default {
  namespace: "hello",
  name: "countdown",
  version: "1.0.0",
  type: "SUBSCRIPTION",
  description: "Counts down to zero, once a second.",
  inputSchema: {
    type: "object",
    properties: { from: { type: "integer", minimum: 0, maximum: 60, default: 3, description: "Where to start." } },
  },
  outputSchema: { type: "object", properties: { left: { type: "integer" } }, required: ["left"] },
  accessControl: { requiredScopes: [] },
  async *handler({ from = 3 }, { signal }) {
    for (let left = from; left >= 0; left--) {
      yield { left };
      if (left > 0) await wait(1000, undefined, { signal });
    }
  },
};
`,
	"remember.mjs": `const remembered = [];

/** operations call hello.remember --text "Buy bread" (it waits for a person: the config says so) */
export default {
  namespace: "hello",
  name: "remember",
  version: "1.0.0",
  type: "MUTATION",
  description: "Remembers a line, until the hub stops.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", minLength: 1, maxLength: 200, examples: ["Buy bread"] } },
    required: ["text"],
  },
  outputSchema: { type: "object", properties: { remembered: { type: "array", items: { type: "string" } } }, required: ["remembered"] },
  accessControl: { requiredScopes: [] },
  handler: ({ text }) => {
    remembered.push(text);
    return { remembered };
  },
};
`
};
async function writeStarter(folder) {
	const target = join(folder, STARTER_FOLDER);
	if (existsSync(target)) return [];
	await mkdir(target);
	for (const [name, text] of Object.entries(FILES)) await writeFile(join(target, name), text, { flag: "wx" });
	return Object.keys(FILES).map((name) => `${STARTER_FOLDER}/${name}`);
}
// src/cli/commands/init.ts
const NAMES = [
	"json",
	"yaml",
	"yml",
	"ts",
	"mjs",
	"js"
].map((type) => `operations.config.${type}`);
const INSTALLED_SCHEMA = "node_modules/@alkdev/operations/dist/config.schema.json";
const run = async (context) => {
	const { options, terminal, version } = context;
	const present = NAMES.find((name) => existsSync(name));
	if (present !== void 0) throw new UsageError(`${present} exists already. It stays as it is.`);
	const format = options.text("format") ?? "yaml";
	const name = `operations.config.${format}`;
	const schema = existsSync(INSTALLED_SCHEMA) ? `./${INSTALLED_SCHEMA}` : `https://unpkg.com/@alkdev/operations@${version}/dist/config.schema.json`;
	const folder = process.cwd();
	const { servers, secrets } = await takeOver(context, folder);
	const document = servers.length === 0 && !options.has("yes") ? await askForAPI(terminal) : void 0;
	const isStarter = servers.length === 0 && document === void 0;
	const contents = {
		...servers.length > 0 && { mcpServers: Object.fromEntries(servers.map((each) => [each.name, each.server])) },
		...document !== void 0 && { openapi: { api: { document } } },
		...isStarter && { local: {
			folders: [`./operations`],
			approval: STARTER_APPROVAL
		} }
	};
	const path = join(folder, name);
	await writeFile(path, configTemplate(format, schema, contents), { flag: "wx" }).catch((cause) => {
		throw new UsageError(`${name} can't be written: ${cause.message}`);
	});
	await (await KnownConfigs.read(terminal.env)).add(path, await digestOf(path)).catch(() => void 0);
	const used = new Map([...secrets].filter(([each]) => JSON.stringify(contents).includes(`\${${each}}`)));
	const done = [
		name,
		...isStarter ? await writeStarter(folder) : [],
		...used.size > 0 ? [`${SECRETS_FILE}: ${[...used.keys()].join(", ")} (only you can read it)`] : []
	];
	const lost = used.size > 0 ? await addSecrets(folder, used) : [];
	if (used.size > 0 && await ignoreSecrets(folder)) done.push(`.gitignore: ${SECRETS_FILE} stays out of the repository`);
	report({
		done,
		servers,
		lost,
		isStarter
	}, terminal);
	await loadConfig(path).catch((thrown) => {
		terminal.err(`\n${thrown.message}\n`);
	});
	return ExitCode.ok;
};
async function takeOver({ options, terminal }, folder) {
	const secrets = await readSecrets(folder);
	const isAsked = terminal.canAsk && !options.has("yes");
	const hosts = hostsOf(options) ?? (isAsked ? HOSTS : []);
	const machine = thisMachine(terminal.env);
	const { servers, problems } = await findHostServers(machine, hosts);
	for (const problem of problems) terminal.err(`${safeLine(problem)}\n`);
	const candidates = candidatesOf(servers, machine, secrets);
	if (candidates.length === 0) {
		if (options.has("from")) throw new UsageError(`${hosts.map(({ title }) => title).join(", ")}: no servers there.`, "init");
		return {
			servers: [],
			secrets
		};
	}
	if (options.has("yes")) return {
		servers: candidates,
		secrets
	};
	if (!isAsked) throw new UsageError("There is no terminal to ask on for each server: --yes takes all of them over.", "init");
	const found = counted(candidates.length, "MCP server");
	terminal.err(`This machine has ${found} in the configs of your editors and assistants.\n`);
	return {
		servers: await chooseServers(candidates, terminal),
		secrets
	};
}
function hostsOf(options) {
	const from = options.text("from");
	if (from === void 0 || from === "all") return from === void 0 ? void 0 : HOSTS;
	return from.split(",").map((name) => {
		const host = HOSTS.find((each) => each.name === name.trim());
		if (host !== void 0) return host;
		const message = `"${name}" is no host. The hosts are all, ${HOST_NAMES.join(", ")}.${didYouMean(name, [...HOST_NAMES])}`;
		throw new UsageError(message, "init");
	});
}
async function askForAPI(terminal) {
	if (!terminal.canAsk) return void 0;
	const question = `${terminal.errorStyle.yellow("?")} An HTTP API with an OpenAPI document? Its file or address (Enter: none) `;
	const answer = (await ask(terminal, question, new AbortController().signal))?.trim() ?? "";
	return answer === "" ? void 0 : answer;
}
function report({ done, servers, lost, isStarter }, terminal) {
	const { style } = terminal;
	const notes = [...servers.flatMap(({ name, leftOut }) => leftOut.length === 0 ? [] : [`${name}: a hub has nothing for ${leftOut.join(", ")}, so it is left out`]), ...lost.map((name) => `${name} could not be written to ${SECRETS_FILE}: set it yourself`)];
	const lines = [
		...done.map((each) => `${style.green("✔")} ${safeLine(each)}`),
		...notes.map((note) => `${style.yellow("!")} ${safeLine(note)}`),
		"",
		...isStarter ? ["It works as it is. Add your MCP servers, HTTP APIs and folders to it, then:"] : ["Next:"],
		"  operations check               checks that every source can be reached",
		isStarter ? "  operations call hello.greet --name Ada" : "  operations list                lists the operations",
		"  operations serve --open        runs the hub, and opens it in a browser",
		"  operations install <host>      connects an editor or assistant",
		""
	];
	terminal.out(lines.join("\n"));
}
export { run };
