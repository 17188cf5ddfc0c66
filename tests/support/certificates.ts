/** Real certificates, made by openssl. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that issues certificates. */
export interface Authority extends Certificate {
  /** Issues one for this machine, or for a client. */
  issue(name: string): Promise<Certificate>;
}

const NEW_KEY = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"];

async function inFolder<T>(work: (path: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "operations-certificates-"));
  try {
    return await work((name) => join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function makeAuthority(name: string): Promise<Authority> {
  const own = await inFolder(async (path) => {
    const files = ["-keyout", path("key.pem"), "-out", path("cert.pem")];
    await run("openssl", ["req", ...NEW_KEY, "-subj", `/CN=${name}`, ...files]);
    return await readPair(path);
  });
  return { ...own, issue: (subject) => issue(own, subject) };
}

async function issue(authority: Certificate, name: string): Promise<Certificate> {
  return await inFolder(async (path) => {
    await writeFile(path("ca.pem"), authority.cert);
    await writeFile(path("ca-key.pem"), authority.key, { mode: 0o600 });
    const by = ["-CA", path("ca.pem"), "-CAkey", path("ca-key.pem")];
    const names = [
      "-addext",
      "subjectAltName=IP:127.0.0.1,DNS:localhost",
      "-addext",
      "basicConstraints=critical,CA:FALSE",
    ];
    const files = ["-keyout", path("key.pem"), "-out", path("cert.pem")];
    await run("openssl", ["req", ...NEW_KEY, "-subj", `/CN=${name}`, ...by, ...names, ...files]);
    return await readPair(path);
  });
}

async function readPair(path: (name: string) => string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(path("cert.pem"), "utf8"), readFile(path("key.pem"), "utf8")]);
  return { cert, key };
}
