import type { InsufficientScopeError } from "@modelcontextprotocol/client";
import type { ClientModule } from "./load-sdk.ts";

/** An auth provider that can get a token with more scopes. */
export interface StepUp {
  /** Resolves where the refused request can be sent again. Throws where it can't. */
  stepUp(refusal: InsufficientScopeError): Promise<void>;
}

/** How often one request may be refused for its scopes before it fails. */
const MOST_STEPS = 2;

/** Sends a request, and again after every step up. A request that was refused for its scopes was not run. */
export async function withStepUp<T>(
  provider: object | undefined,
  sdk: ClientModule,
  send: () => Promise<T>,
): Promise<T> {
  if (!canStepUp(provider)) return await send();
  for (let steps = 0; ; steps++) {
    try {
      return await send();
    } catch (thrown) {
      const refusal = refusalIn(thrown, sdk);
      if (refusal === undefined || steps >= MOST_STEPS) throw thrown;
      await provider.stepUp(refusal);
    }
  }
}

/** While the SDK finds out the server's revision, it wraps what goes wrong. */
function refusalIn(thrown: unknown, sdk: ClientModule): InsufficientScopeError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof sdk.InsufficientScopeError) return error;
  }
  return undefined;
}

function canStepUp(provider: object | undefined): provider is StepUp {
  return provider !== undefined && "stepUp" in provider;
}
