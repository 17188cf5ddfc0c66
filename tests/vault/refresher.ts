/** Calls an API repeatedly with a login from a vault: `refresher.ts <job>`. Prints what it saw. */
import { Vault } from "../../src/vault/vault.ts";
import type { LoginRecord } from "../../src/vault/login-record.ts";
import { openStore } from "./open-store.ts";
import type { RefresherJob, RefresherResult } from "./run-refreshers.ts";

const job = JSON.parse(process.argv[2] ?? "{}") as RefresherJob;
const address = { source: "api", identity: "" };
const store = await openStore(job.place);
const vault = await Vault.open(store, Buffer.from(job.key, "hex"));
const MOST_ATTEMPTS = 4;
const result: RefresherResult = { calls: 0, late: 0, failures: [] };

// The programs start one after another, and begin together when the last one is ready.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.unref();

const end = Date.now() + job.ms;
while (Date.now() < end) {
  const begun = performance.now();
  try {
    let refused: string | undefined;
    // On a busy machine, a token may expire on the way.
    for (let attempt = 1; ; attempt++) {
      const { accessToken } = await vault.withFreshToken(address, refresh, { refused });
      const status = await call(accessToken);
      if (status === 200) break;
      if (attempt === MOST_ATTEMPTS) {
        // On a machine that pauses for longer than a token lives, every token expires on the way.
        if (performance.now() - begun > job.lifeMs) result.late++;
        else result.failures.push(`status ${status}`);
        break;
      }
      refused = accessToken;
    }
    result.calls++;
  } catch (error) {
    result.failures.push(String(error));
  }
  await new Promise((resolve) => void setTimeout(resolve, job.pauseMs));
}
await vault.close();
console.log(JSON.stringify(result));

async function call(token: string): Promise<number> {
  const response = await fetch(`${job.url}/api`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}

async function refresh(record: LoginRecord | undefined): Promise<LoginRecord> {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: record?.refreshToken ?? "" });
  const response = await fetch(`${job.url}/token`, { method: "POST", body });
  const answer = (await response.json()) as Record<string, string> & { expires_in: number };
  if (!response.ok) throw new Error(`${answer["error"]}`);
  const savedAt = Date.now();
  return {
    accessToken: answer["access_token"] as string,
    refreshToken: answer["refresh_token"],
    savedAt,
    expiresAt: savedAt + answer.expires_in * 1000,
  };
}
