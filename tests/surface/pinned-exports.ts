/**
 * Every runtime export, per published path, in the order of `sort()`. A change here is a change for our users: adding
 * is a minor version, removing or renaming a major one. (Types are pinned by the consumer in tests/package.)
 */
export const pinnedExports: Record<string, readonly string[]> = {
  ".": [
    "CallError",
    "ERROR_TABLE",
    "FromSchema",
    "OperationRegistry",
    "OperationSpecSchema",
    "OperationType",
    "ResponseEnvelopeSchema",
    "ResponseMetaSchema",
    "Type",
    "buildEnv",
    "checkAccess",
    "collectErrors",
    "defineOperation",
    "dispatch",
    "dispatchSubscription",
    "formatValueErrors",
    "httpEnvelope",
    "isResponseEnvelope",
    "localEnvelope",
    "mcpEnvelope",
    "nodeScannerFS",
    "registerFormat",
    "scanManifest",
    "scanOperations",
    "subscribe",
    "toJSONSchema",
    "unwrap",
    "validateOrThrow",
  ],
  "./middleware": ["approval", "circuitBreaker", "concurrencyLimit", "retry"],
};
