import type { InsufficientScopeError } from "@modelcontextprotocol/client";
import type { ClientModule } from "./load-sdk.ts";

/** An auth provider that can get a token with more scopes. */
export interface StepUp {
  /** Resolves if the refused request can be sent again. Throws if it can't. */
  stepUp(refusal: InsufficientScopeError): Promise<void>;
  /** Whether the token that it last gave may have ended since. */
  readonly mayHaveEnded: boolean;
  /** How many tokens it has had. */
  readonly tokens: number;
}

/** How often one request may be refused for its scopes before it fails. */
const MOST_STEPS = 2;
/**
 * How often one request is sent again whose token ended on its way: on a busy machine, with tokens that live for
 * seconds.
 */
const MOST_RENEWALS = 2;

/** Sends a request, and again after every step up, and after a token has ended on its way. A refused request was not run. */
export async function withStepUp<T>(
  provider: object | undefined,
  sdk: ClientModule,
  send: () => Promise<T>,
): Promise<T> {
  if (!canStepUp(provider)) return await send();
  let renewals = 0;
  for (let steps = 0; ;) {
    const { tokens } = provider;
    try {
      return await send();
    } catch (thrown) {
      const refusal = refusalIn(thrown, sdk);
      // The request itself renews the token once. Where there were more tokens, the one that was refused had ended.
      const hadEnded = provider.mayHaveEnded || provider.tokens - tokens > 1;
      if (refusal !== undefined && steps++ < MOST_STEPS) await provider.stepUp(refusal);
      else if (!isUnauthorized(thrown, sdk) || !hadEnded || renewals++ >= MOST_RENEWALS) throw thrown;
    }
  }
}

/** The SDK has renewed the token once, and that one was refused too. */
function isUnauthorized(thrown: unknown, sdk: ClientModule): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (sdk.SdkHttpError.isInstance(error) && error.status === 401) return true;
  }
  return false;
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
