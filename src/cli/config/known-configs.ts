/** The configs that this user has agreed to run: the SHA-256 of each with its variables, by path. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stateFile } from "./user-folders.ts";
import { writeUserFile } from "./write-user-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The oldest answers beyond this number are forgotten. */
const MOST_CONFIGS = 1000;

export class KnownConfigs {
  readonly file: string;
  /** Why the stored answers could not be read. Without them every config is new. */
  readonly problem: string | undefined;
  readonly #digests: Map<string, string>;

  private constructor(file: string, stored: Stored) {
    this.file = file;
    this.problem = stored.problem;
    this.#digests = stored.digests;
  }

  /** Never fails: a file that can't be read holds no answers. */
  static async read(env: Environment): Promise<KnownConfigs> {
    const file = stateFile("configs.json", env);
    return new KnownConfigs(file, await readStored(file));
  }

  /** What the user knows about a config with this digest. */
  stateOf(config: string, digest: string): "same" | "changed" | "new" {
    const known = this.#digests.get(config);
    if (known === undefined) return "new";
    return known === digest ? "same" : "changed";
  }

  /** Fails if the file can't be written. */
  async add(config: string, digest: string): Promise<void> {
    this.#digests.delete(config);
    this.#digests.set(config, digest);
    const newest = [...this.#digests].slice(-MOST_CONFIGS);
    await writeUserFile(this.file, `${JSON.stringify(Object.fromEntries(newest), undefined, 2)}\n`);
  }
}

/** Beside a config: the values of its variables, which may be parts of its commands. */
export const SECRETS_FILE = "operations.env";

/** Of the config and of `operations.env` beside it. */
export async function configDigest(file: string): Promise<string> {
  // Not imported: most commands ask nothing, and no other module of Node's takes as long to load.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(await readFile(file));
  const values = await readFile(join(dirname(file), SECRETS_FILE)).catch(() => undefined);
  return (values === undefined ? hash : hash.update("\0").update(values)).digest("hex");
}

interface Stored {
  readonly digests: Map<string, string>;
  readonly problem?: string | undefined;
}

async function readStored(file: string): Promise<Stored> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, "utf8"));
    const entries = Object.entries(stored as object).filter(([, digest]) => typeof digest === "string");
    return { digests: new Map(entries as [string, string][]) };
  } catch (thrown) {
    const isMissing = (thrown as { code?: unknown }).code === "ENOENT";
    return { digests: new Map(), problem: isMissing ? undefined : (thrown as Error).message };
  }
}
