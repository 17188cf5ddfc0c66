/**
 * What the tests need beyond `npm ci`: programs of the machine, and the sub-packages under `tests/`. A suite asks
 * `isLeftOut(name)` (tests/support/left-out.ts) whether it must do without one.
 */
import { existsSync } from "node:fs";
import { browsers, findOnMachine, isExecutable } from "./find-program.ts";
import { mustRun } from "./run-command.ts";
import { ensureSubPackage } from "./sub-package.ts";

interface NeedBase {
  name: string;
  /** What cannot be tested without it. */
  serves: string;
  /** The steps of `npm test` that need it, or `soak` and `bench` for those programs. */
  steps: string[];
}

interface ProgramNeed extends NeedBase {
  /** Names to look for on the PATH. */
  commands: string[];
  /** This variable may name the program. The suites read it too. */
  variable: string;
  debianPackage: string;
}

interface SubPackageNeed extends NeedBase {
  folder: string;
}

type Need = ProgramNeed | SubPackageNeed;

const needs: readonly Need[] = [
  {
    name: "runtimes",
    serves: "the scenario on Bun, Deno, a newer Node and Chromium",
    steps: ["built"],
    folder: "tests/runtimes",
  },
  { name: "mcp-servers", serves: "the MCP client on servers from npm", steps: ["unit"], folder: "tests/mcp" },
  { name: "mcp-fleet", serves: "many MCP servers from npm behind one hub", steps: ["unit"], folder: "tests/mcp-fleet" },
  {
    name: "mcp-conformance",
    serves: "the conformance runner of MCP",
    steps: ["unit"],
    folder: "tests/mcp-conformance",
  },
  {
    name: "openapi-documents",
    serves: "the import of real OpenAPI documents from npm, and their types",
    steps: ["unit", "docs"],
    folder: "tests/openapi-documents",
  },
  {
    name: "workerd",
    serves: "a registry in a worker runtime",
    steps: ["built"],
    folder: "tests/workerd",
  },
  {
    name: "recheck",
    serves: "the cross-check of patterns with an independent analyser",
    steps: ["unit"],
    folder: "tests/recheck",
  },
  {
    name: "openapi-validators",
    serves: "validators of OpenAPI documents from npm",
    steps: ["unit"],
    folder: "tests/openapi-out",
  },
  {
    name: "model-sdks",
    serves: "tools for models, on the SDKs of their providers",
    steps: ["docs"],
    folder: "tests/tools",
  },
  {
    name: "oidc-provider",
    serves: "logins at a real authorization server",
    steps: ["unit", "e2e"],
    folder: "tests/logins",
  },
  {
    name: "react",
    serves: "a page with React and a client",
    steps: ["e2e"],
    folder: "examples/react",
  },
  {
    name: "opentelemetry",
    serves: "traces by the SDK of OpenTelemetry",
    steps: ["built"],
    folder: "tests/opentelemetry",
  },
  {
    name: "docs-site",
    serves: "the documentation as a site",
    steps: ["docs"],
    folder: "docs/site",
  },
  {
    name: "deploy-tools",
    serves: "the checks of the Dockerfile and of the Grafana dashboard",
    steps: ["built"],
    folder: "tests/deploy",
  },
  {
    name: "package-tools",
    serves: "the package checks, and the check of the reference",
    steps: ["package", "docs"],
    folder: "tests/package",
  },
  {
    name: "python",
    serves: "calls that the explorer writes in Python",
    steps: ["e2e"],
    commands: ["python3"],
    variable: "PYTHON_PATH",
    debianPackage: "python3",
  },
  {
    name: "redis",
    serves: "the bus over Redis",
    steps: ["unit", "soak", "bench"],
    commands: ["redis-server"],
    variable: "REDIS_SERVER_PATH",
    debianPackage: "redis-server",
  },
  {
    name: "nats",
    serves: "the bus over NATS",
    steps: ["unit", "soak", "bench"],
    commands: ["nats-server"],
    variable: "NATS_SERVER_PATH",
    debianPackage: "nats-server",
  },
  {
    name: "nginx",
    serves: "a hub behind nginx, as the docs say",
    steps: ["unit"],
    commands: ["nginx"],
    variable: "NGINX_PATH",
    debianPackage: "nginx-light",
  },
  {
    name: "openssl",
    serves: "a hub behind nginx, which needs a certificate",
    steps: ["unit"],
    commands: ["openssl"],
    variable: "OPENSSL_PATH",
    debianPackage: "openssl",
  },
  {
    name: "tmux",
    serves: "the command in a real terminal",
    steps: ["built"],
    commands: ["tmux"],
    variable: "TMUX_PATH",
    debianPackage: "tmux",
  },
  {
    name: "zsh",
    serves: "completion in zsh",
    steps: ["built"],
    commands: ["zsh"],
    variable: "ZSH_PATH",
    debianPackage: "zsh",
  },
  {
    name: "fish",
    serves: "completion in fish",
    steps: ["built"],
    commands: ["fish"],
    variable: "FISH_PATH",
    debianPackage: "fish",
  },
  {
    name: "systemd",
    serves: "the check of the systemd unit",
    steps: ["built"],
    commands: ["systemd-analyze"],
    variable: "SYSTEMD_ANALYZE_PATH",
    debianPackage: "systemd",
  },
  {
    name: "chromium",
    serves: "the scenario in a browser, and the explorer",
    steps: ["built", "e2e"],
    commands: browsers,
    variable: "CHROMIUM_PATH",
    debianPackage: "chromium-headless-shell",
  },
];

export interface ProvidedNeeds {
  /** Variables for the suites: paths of programs, and needs to leave out. */
  env: Record<string, string>;
  /** One line for each need that is not met. */
  missing: string[];
}

/** Finds or installs what these steps need. */
export async function provideNeeds(steps: readonly string[]): Promise<ProvidedNeeds> {
  const provided: ProvidedNeeds = { env: {}, missing: [] };
  const leftOut = new Set((process.env["OPERATIONS_WITHOUT"] ?? "").split(",").filter(Boolean));
  const wanted = needs.filter(
    ({ name, steps: users }) => users.some((step) => steps.includes(step)) && !leftOut.has(name),
  );
  const provideEach = async (those: readonly Need[]): Promise<void> => {
    for (const need of those) {
      try {
        Object.assign(provided.env, await provide(need));
      } catch (error) {
        leftOut.add(need.name);
        provided.missing.push(`${need.name}: ${(error as Error).message}; left out: ${need.serves}`);
      }
    }
  };
  // Beside apt, npm installs its packages two at a time, because they wait for the registry.
  const packages = wanted.filter((need) => "folder" in need);
  const half = Math.ceil(packages.length / 2);
  const programs = wanted.filter((need) => "commands" in need);
  await Promise.all([
    installAtOnce(programs).then(() => provideEach(programs)),
    provideEach(packages.slice(0, half)),
    provideEach(packages.slice(half)),
  ]);
  if (leftOut.size > 0) provided.env["OPERATIONS_WITHOUT"] = [...leftOut].join(",");
  return provided;
}

async function provide(need: Need): Promise<Record<string, string>> {
  if ("folder" in need) {
    await ensureSubPackage(need.folder);
    return {};
  }
  return { [need.variable]: findProgram(need) ?? (await installProgram(need)) };
}

function findProgram(need: ProgramNeed): string | undefined {
  const given = process.env[need.variable];
  if (given) {
    if (!isExecutable(given)) throw new Error(`${need.variable} names ${given}, which is not a program`);
    return given;
  }
  return findOnMachine(need.commands);
}

/** One call for all programs: apt reads its lists once, and dpkg runs its triggers once. */
async function installAtOnce(programs: readonly ProgramNeed[]): Promise<void> {
  // The first command is the one that tests use least time with. CI installs it even if there is another.
  const acceptable = process.env["CI"] === "true" ? 1 : undefined;
  const isMissing = ({ variable, commands }: ProgramNeed): boolean =>
    !process.env[variable] && findOnMachine(commands.slice(0, acceptable)) === undefined;
  const missing = programs.filter(isMissing);
  if (missing.length === 0 || !canInstall()) return;
  try {
    await mustRun("apt-get", ["update"], { quiet: true });
    await installPackages(missing.map(({ debianPackage }) => debianPackage));
  } catch {
    console.error("installing one program at a time: a package may be missing");
  }
}

async function installProgram(need: ProgramNeed): Promise<string> {
  if (!canInstall()) throw new Error(`not found: install it, or set ${need.variable}`);
  await installPackages([need.debianPackage]);
  const found = findProgram(need);
  if (found === undefined) throw new Error(`${need.debianPackage} is installed, but not on the PATH`);
  return found;
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

async function installPackages(packages: readonly string[]): Promise<void> {
  console.log(`installing ${packages.join(", ")}`);
  // At run level 1 Debian starts no services. The tests start their own servers.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await mustRun("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { quiet: true, env });
}
