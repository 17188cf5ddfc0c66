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
      if (!(thrown instanceof sdk.InsufficientScopeError) || steps >= MOST_STEPS) throw thrown;
      await provider.stepUp(thrown);
    }
  }
}

function canStepUp(provider: object | undefined): provider is StepUp {
  return provider !== undefined && "stepUp" in provider;
}
