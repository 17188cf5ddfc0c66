import type { HubConfig } from "../../entries/hub.ts";

/** For operations without scopes of their own. */
const CALL_SCOPE = "operations:call";

interface SourceScopes {
  readonly scopes?: readonly string[] | undefined;
  readonly operations?: Readonly<Record<string, { readonly scopes?: readonly string[] | undefined }>> | undefined;
}

/** Every scope that the config requires of callers: what a host needs to call all of its operations. */
export function neededScopes(config: HubConfig): string[] {
  const { mcpServers = {}, openapi = {}, remotes = {}, sources = {}, local = {} } = config;
  const all: SourceScopes[] = [
    local,
    ...[mcpServers, openapi, remotes, sources].flatMap((block) => Object.values(block)),
  ];
  const asked = all.flatMap(({ scopes = [], operations = {} }) => [
    ...scopes,
    ...Object.values(operations).flatMap((operation) => operation.scopes ?? []),
  ]);
  return [...new Set([CALL_SCOPE, ...asked])];
}
