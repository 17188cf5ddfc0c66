/**
 * Signatures of Standard Webhooks (standardwebhooks.com), which receivers can check with a library of their language:
 * HMAC-SHA256 over the id, the time and the body.
 */
import { node } from "../config/node-modules.ts";

/** Seconds for which a signature is valid: clocks differ, and requests take time. */
const TOLERANCE = 300;

const PREFIX = "whsec_";

/** The headers of a signed request. */
export type SignedHeaders = Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;

export function signWebhook(secret: string, id: string, body: string, now = Date.now()): SignedHeaders {
  const timestamp = String(Math.floor(now / 1000));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${macOf(secret, id, timestamp, body).toString("base64")}`,
  };
}

/** Whether the holder of the secret has signed this body a short while ago. */
export function isSigned(secret: string, headers: Headers, body: string, now = Date.now()): boolean {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const signatures = headers.get("webhook-signature") ?? "";
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || signatures.length > LONGEST_SIGNATURES) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const expected = macOf(secret, id, timestamp, body);
  // There are several while a sender replaces its secret.
  return signatures.split(" ").some((signature) => {
    if (!signature.startsWith("v1,")) return false;
    const given = Buffer.from(signature.slice(3), "base64");
    return given.length === expected.length && node.crypto.timingSafeEqual(given, expected);
  });
}

const LONGEST_SIGNATURES = 1000;

function macOf(secret: string, id: string, timestamp: string, body: string): Buffer {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : secret;
  return node.crypto.createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
}
