import { CallError } from "../../errors/call-error.ts";
import { builtinModule } from "../../shared/builtin-module.ts";
import type { TextSeal } from "../ports/bus.ts";

/** Part of the key, so that a token signed with the same secret cannot pass for a seal, nor a seal for a token. */
const PURPOSE = "operations: seal of a bus, version 1";

/** Characters of an HMAC-SHA256 in base64url. */
const SEAL_LENGTH = 43;

interface Hmac {
  update(data: string | Uint8Array): Hmac;
  digest(): Uint8Array;
  digest(encoding: "base64url"): string;
}

interface NodeCrypto {
  readonly createHmac: (algorithm: "sha256", key: unknown) => Hmac;
  readonly createSecretKey: (key: Uint8Array) => unknown;
  readonly timingSafeEqual: (one: Uint8Array, other: Uint8Array) => boolean;
}

/** Seals texts with a secret: an HMAC of the topic and the text stands before the text. */
export function createTextSeal(secret: Uint8Array): TextSeal {
  const { createHmac, createSecretKey, timingSafeEqual } = nodeCrypto();
  const key = createSecretKey(createHmac("sha256", secret).update(PURPOSE).digest());
  const encoder = new TextEncoder();
  const sealOf = (topic: string, text: string): string =>
    createHmac("sha256", key).update(`${topic}\n`).update(text).digest("base64url");
  return {
    length: SEAL_LENGTH,
    seal: (topic, text) => `${sealOf(topic, text)}${text}`,
    open(topic, sealed) {
      const given = encoder.encode(sealed.slice(0, SEAL_LENGTH));
      // With any other length, the text is too short or the seal is not base64.
      if (given.length !== SEAL_LENGTH) return undefined;
      const text = sealed.slice(SEAL_LENGTH);
      return timingSafeEqual(given, encoder.encode(sealOf(topic, text))) ? text : undefined;
    },
  };
}

/** Not web crypto, which answers with promises: the order of texts would be lost, and each would cost more. */
function nodeCrypto(): NodeCrypto {
  const found = builtinModule("node:crypto") as NodeCrypto | undefined;
  if (found !== undefined) return found;
  throw new CallError("VALIDATION_ERROR", "A bus with a secret needs Node 20.19 or newer, Bun or Deno.");
}
