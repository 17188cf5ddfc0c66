/** A hub that asks an issuer about opaque tokens (RFC 7662). Exits non-zero if anything goes wrong. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHub } from "../src/entries/hub.ts";

const HUB = "https://hub.example";
const folder = await mkdtemp(join(tmpdir(), "operations-introspection-"));

/** Plays the part of your organisation's issuer. Only the issuer knows what its tokens say. */
let asked = 0;
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let form = "";
  for await (const chunk of request) form += String(chunk);
  asked++;
  const isHub = request.headers.authorization === `Basic ${btoa("hub:hubSecret")}`;
  const isActive = isHub && new URLSearchParams(form).get("token") === "the-token-of-ada";
  const token = { active: true, iss: issuerUrl, aud: HUB, sub: "ada", scope: "notes:read", token_type: "Bearer" };
  response.setHeader("content-type", "application/json").end(JSON.stringify(isActive ? token : { active: false }));
}
const issuer = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
await once(issuer, "listening");
const issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;

const introspection = {
  issuer: issuerUrl,
  endpoint: `${issuerUrl}/introspect`,
  clientId: "hub",
  clientSecret: "hubSecret",
};
const config = { log: { level: "silent" as const }, serve: { publicUrl: HUB, introspection } };
const hub = await startHub({ config, folder }, { port: 0, stateFolder: folder });

async function session(token: string): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${hub.endpoints.http}/~/session`, { headers });
  return { status: response.status, body: await response.json() };
}

try {
  const { status, body } = await session("the-token-of-ada");
  assert.equal(status, 200);
  console.log(JSON.stringify(body));
  assert.match(JSON.stringify(body), /"ada".*"notes:read"/);
  assert.equal((await session("another-token")).status, 401);

  // The hub remembers an answer for half a minute.
  await session("the-token-of-ada");
  assert.equal(asked, 2);
} finally {
  await hub.close({ graceMs: 0 });
  issuer.close();
  issuer.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}
