import type { Link } from "../ports/link.ts";

/** What is needed to reach the caller of one call. */
export interface ContactOptions {
  readonly requestId: string;
  readonly link: Link;
  /** Tells the caller that its call is here, unless it has been told. */
  readonly accept: () => void;
}
