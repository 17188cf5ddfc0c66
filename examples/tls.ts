/**
 * A hub over HTTPS. Its certificate is replaced while it runs. Needs openssl. Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { startHub } from "../src/entries/hub.ts";

const folder = await mkdtemp(join(tmpdir(), "operations-tls-"));
const at = (name: string): string => join(folder, name);

/** Works as an authority's renewal does: the new files replace the old ones. */
async function renewCertificate(subject: string): Promise<void> {
  const newKey = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${subject}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", at("key.new"), "-out", at("cert.new")];
  await promisify(execFile)("openssl", ["req", ...newKey, ...names, ...files]);
  await Promise.all([rename(at("key.new"), at("key.pem")), rename(at("cert.new"), at("cert.pem"))]);
}

/** Calls over a new connection. Clients trust the certificate through `ca`, or through NODE_EXTRA_CA_CERTS. */
async function call(url: string): Promise<{ status: number | undefined; subject: string | string[] | undefined }> {
  const ca = await readFile(at("cert.pem"));
  return await new Promise((resolve, reject) => {
    const sent = request(`${url}/~/health`, { ca, agent: false }, (response) => {
      const { subject } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume().on("end", () => resolve({ status: response.statusCode, subject: subject.CN }));
    });
    sent.on("error", reject).end();
  });
}

await renewCertificate("the first");
const config = { log: { level: "silent" as const }, serve: { tls: { cert: "cert.pem", key: "key.pem" } } };
const hub = await startHub({ config, folder }, { port: 0, stateFolder: folder });
try {
  const { http } = hub.endpoints;
  assert.match(http, /^https:/);
  assert.equal((await call(http)).subject, "the first");

  await renewCertificate("the second");
  let subject: unknown;
  for (let tries = 0; tries < 200 && subject !== "the second"; tries++) {
    await wait(50);
    // Until the hub has read the files, its certificate is not the one that we now trust.
    subject = await call(http).then(
      (answer) => answer.subject,
      () => undefined,
    );
  }
  assert.equal(subject, "the second");
  console.log(`${http} has the certificate of ${subject}`);
} finally {
  await hub.close({ graceMs: 0 });
  await rm(folder, { recursive: true, force: true });
}
