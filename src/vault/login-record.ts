/** Whose login it is, and where. Both are part of what seals the entry. */
export interface LoginAddress {
  /** The source that the login is for. */
  readonly source: string;
  /** The id of the caller whose login it is. Empty: the operator's, which all callers share. */
  readonly identity: string;
}

/** The identity of a login that all callers share. */
export const SHARED_IDENTITY = "";

/** A login, as the vault keeps it. */
export interface LoginRecord {
  /** Distinguishes a person's login from the next one, which may be another account's. Renewals keep it. */
  readonly login?: string | undefined;
  readonly accessToken: string;
  /** Milliseconds since 1970. Absent: unknown, so the token is used until the server refuses it. */
  readonly expiresAt?: number | undefined;
  readonly refreshToken?: string | undefined;
  readonly scope?: string | undefined;
  /** When the token was issued. Milliseconds since 1970. */
  readonly savedAt: number;
  /** What the flow needs to refresh and to revoke: the client, the server's endpoints. JSON. */
  readonly state?: unknown;
}

/** A token is renewed this long before it ends, but never earlier than in the last tenth of its life. Milliseconds. */
const LONGEST_LEEWAY = 30_000;

/** Whether the token can still be sent. */
export function isFresh({ expiresAt, savedAt }: LoginRecord, now = Date.now()): boolean {
  if (expiresAt === undefined) return true;
  const leeway = Math.min(LONGEST_LEEWAY, Math.max(0, expiresAt - savedAt) / 10);
  return now < expiresAt - leeway;
}
