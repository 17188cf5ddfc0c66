import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import type { JWK } from "jose";

/** The key of a client: its private half as a config has it, the public half as the authorization server knows it. */
export async function createClientKey(): Promise<{ readonly pem: string; readonly jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return { pem: await exportPKCS8(privateKey), jwk: { ...(await exportJWK(publicKey)), alg: "ES256", use: "sig" } };
}
