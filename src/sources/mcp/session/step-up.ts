import type { InsufficientScopeError } from "@modelcontextprotocol/client";
import type { ClientModule } from "./load-sdk.ts";

/** An auth provider that can get a token with more scopes. */
export interface StepUp {
  /** Resolves if the refused request can be sent again. Throws if it can't. */
  stepUp(refusal: InsufficientScopeError): Promise<void>;
  /** Whether the token that it gave last may have ended since. */
  readonly mayHaveEnded: boolean;
  /** How many tokens it has had. */
  readonly tokens: number;
}

/** How many times one request may be refused for its scopes before it fails. */
const MOST_STEPS = 2;
/**
 * How many times one request is sent again because its token ended on the way. This happens on a busy machine, with
 * tokens that live for seconds.
 */
const MOST_RENEWALS = 2;

/** Sends a request. Sends it again after a step up, or if its token ended on the way: a refused request was not run. */
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
      // The request itself renews the token once. If there were more tokens, the refused one had ended.
      const hadEnded = provider.mayHaveEnded || provider.tokens - tokens > 1;
      if (refusal !== undefined && steps++ < MOST_STEPS) await provider.stepUp(refusal);
      else if (!isUnauthorized(thrown, sdk) || !hadEnded || renewals++ >= MOST_RENEWALS) throw thrown;
    }
  }
}

/** Whether the SDK renewed the token once, and that one was refused too. */
function isUnauthorized(thrown: unknown, sdk: ClientModule): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (sdk.SdkHttpError.isInstance(error) && error.status === 401) return true;
  }
  return false;
}

/** The refusal in an error: while the SDK negotiates the revision, it wraps errors. */
function refusalIn(thrown: unknown, sdk: ClientModule): InsufficientScopeError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof sdk.InsufficientScopeError) return error;
  }
  return undefined;
}

function canStepUp(provider: object | undefined): provider is StepUp {
  return provider !== undefined && "stepUp" in provider;
}
