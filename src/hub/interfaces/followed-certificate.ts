import { CallError, messageOf } from "../../errors/call-error.ts";
import type { TLSOptions } from "../../serve/request/http-service.ts";
import { fileProblem } from "../../shared/file-problem.ts";
import type { ServeConfig } from "../config/hub-config.ts";
import { node } from "../config/node-modules.ts";
import { followFiles } from "../files/follow-files.ts";
import type { Log } from "../observe/create-log.ts";
import type { CertificateNumbers } from "../observe/access-metrics.ts";

type TLSConfig = NonNullable<ServeConfig["tls"]>;

interface LoadedCertificate {
  readonly tls: TLSOptions;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The certificate of a hub, read again when its files change. If the new files can't be used, the old one stays. */
export class FollowedCertificate {
  readonly #paths: TLSConfig;
  readonly #log: Log;
  #loaded: LoadedCertificate | undefined;
  #isBroken = false;
  #stop: (() => void) | undefined;

  private constructor(paths: TLSConfig, log: Log) {
    this.#paths = paths;
    this.#log = log;
  }

  /** Rejects if the first certificate can't be used. `apply` gets each later one. */
  static async open(config: TLSConfig, { folder, log, apply }: FollowCertificateOptions): Promise<FollowedCertificate> {
    const given = Object.entries(config).map(([name, path]) => [name, node.path.resolve(folder, path)] as const);
    const followed = new FollowedCertificate(Object.fromEntries(given) as TLSConfig, log);
    followed.#stop = followFiles(
      given.map(([, path]) => path),
      () => followed.#follow(apply),
    );
    try {
      followed.#take(await loadCertificate(followed.#paths));
    } catch (cause) {
      followed.close();
      throw new CallError("EXECUTION_ERROR", `The hub can't use serve.tls: ${fileProblem(cause)}`, undefined, {
        cause,
      });
    }
    return followed;
  }

  get tls(): TLSOptions {
    return (this.#loaded as LoadedCertificate).tls;
  }

  /** For the metrics. */
  get numbers(): CertificateNumbers {
    return { expiresAt: this.#loaded?.expiresAt ?? 0, isBroken: this.#isBroken };
  }

  close(): void {
    this.#stop?.();
  }

  async #follow(apply: FollowCertificateOptions["apply"]): Promise<void> {
    try {
      const next = await loadCertificate(this.#paths);
      apply(next.tls);
      this.#take(next);
    } catch (thrown) {
      this.#isBroken = true;
      const error = fileProblem(thrown);
      this.#log("error", "the certificate stays as it was, because the new one can't be used", { error });
      return;
    }
    this.#log("info", "certificate reloaded", { until: new Date(this.numbers.expiresAt).toISOString() });
  }

  #take(loaded: LoadedCertificate): void {
    this.#isBroken = false;
    this.#loaded = loaded;
    if (loaded.expiresAt > Date.now()) return;
    this.#log("warn", "the certificate has expired", { since: new Date(loaded.expiresAt).toISOString() });
  }
}

interface FollowCertificateOptions {
  /** Relative paths start here. */
  readonly folder: string;
  readonly log: Log;
  readonly apply: (tls: TLSOptions) => void;
}

async function loadCertificate(paths: TLSConfig): Promise<LoadedCertificate> {
  const [own, key, ca, clientCa] = await Promise.all([paths.cert, paths.key, paths.ca, paths.clientCa].map(readText));
  const cert = ca === undefined ? own : `${own}\n${ca}`;
  const tls = { cert, key, ...(clientCa !== undefined && { clientCa }) } as TLSOptions;
  return { tls, expiresAt: checkPair(tls, paths) };
}

async function readText(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : await node.files.readFile(path, "utf8");
}

/** When the certificate expires. Throws if the files do not hold a certificate and its key. */
function checkPair({ cert, key, clientCa }: TLSOptions, paths: TLSConfig): number {
  const { X509Certificate, createPrivateKey } = node.crypto;
  const certificate = readAs(paths.cert, "certificate", () => new X509Certificate(cert));
  const privateKey = readAs(paths.key, "private key", () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`the certificate in ${paths.cert} does not belong to the key in ${paths.key}.`);
  }
  if (clientCa !== undefined) readAs(paths.clientCa ?? "", "certificate", () => new X509Certificate(clientCa));
  // The server does the same with them. It also refuses keys that are too weak.
  node.tls.createSecureContext({ cert, key, ...(clientCa !== undefined && { ca: clientCa }) });
  return Date.parse(certificate.validTo);
}

function readAs<T>(path: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${path} holds no ${what} in PEM (${messageOf(cause)}).`, { cause });
  }
}
