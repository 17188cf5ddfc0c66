import type { PrometheusText } from "./prometheus-text.ts";

/** The credentials that were not valid. */
export interface CredentialNumbers {
  readonly refused: number;
  /** Refused without a check, because their address has tried too many. */
  readonly unchecked: number;
}

/** The keys of the key file. */
export interface KeyFileNumbers {
  readonly active: number;
  readonly expired: number;
  readonly isBroken: boolean;
  readonly failures: number;
}

/** The certificate of the hub. */
export interface CertificateNumbers {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isBroken: boolean;
}

/** What the metrics show about incoming callers. */
export interface AccessNumbers {
  readonly credentials?: CredentialNumbers | undefined;
  readonly keyFile?: KeyFileNumbers | undefined;
  readonly certificate?: CertificateNumbers | undefined;
}

export function renderAccess(text: PrometheusText, { credentials, keyFile, certificate }: AccessNumbers): void {
  if (credentials !== undefined) renderCredentials(text, credentials);
  if (keyFile !== undefined) renderKeyFile(text, keyFile);
  if (certificate !== undefined) renderCertificate(text, certificate);
}

function renderCredentials(text: PrometheusText, { refused, unchecked }: CredentialNumbers): void {
  const help = "Keys and tokens that were refused: not valid, or not checked because their address failed too often.";
  text.family("operations_credentials_refused_total", "counter", help);
  text.sample({ reason: "invalid" }, refused);
  text.sample({ reason: "unchecked" }, unchecked);
}

function renderKeyFile(text: PrometheusText, { active, expired, isBroken, failures }: KeyFileNumbers): void {
  text.family("operations_keys", "gauge", "Keys in the key file, by state.");
  text.sample({ state: "active" }, active);
  text.sample({ state: "expired" }, expired);
  const help = "Whether the key file can't be read, so that its keys stay as they were: 1 or 0.";
  text.family("operations_key_file_broken", "gauge", help);
  text.sample({}, isBroken ? 1 : 0);
  text.family("operations_key_file_failures_total", "counter", "Changes of the key file that could not be read.");
  text.sample({}, failures);
}

function renderCertificate(text: PrometheusText, { expiresAt, isBroken }: CertificateNumbers): void {
  const help = "When the certificate in use expires, in seconds since the epoch.";
  text.family("operations_certificate_expiry_time_seconds", "gauge", help);
  text.sample({}, Math.round(expiresAt / 1000));
  const broken = "Whether the certificate's files can't be used, so that the old one stays: 1 or 0.";
  text.family("operations_certificate_broken", "gauge", broken);
  text.sample({}, isBroken ? 1 : 0);
}
