import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { instantOf } from "../../shared/deprecation.ts";
import type { Deprecation } from "../../shared/deprecation.ts";
import type { HeaderPairs, Reply } from "../request/incoming.ts";
import type { CheckedRequest, RequestTarget } from "../request/request-handler.ts";
import type { OperationTarget } from "./operation-target.ts";

/** A deprecated operation at its path. Every answer says so: results, problems and streams. */
export class DeprecatedTarget implements RequestTarget {
  readonly allow: string;
  readonly #target: OperationTarget;
  readonly #access: OperationSpec["accessControl"];
  readonly #headers: HeaderPairs;

  constructor(target: OperationTarget, { accessControl }: OperationSpec, headers: HeaderPairs) {
    this.allow = target.allow;
    this.#target = target;
    this.#access = accessControl;
    this.#headers = headers;
  }

  async answer(request: CheckedRequest): Promise<Reply> {
    const reply = await this.#target.answer(request);
    // A caller without access learns nothing about it, nor about its successor.
    if (!checkAccess(this.#access, request.identity)) return reply;
    return { ...reply, headers: [...reply.headers, ...this.#headers] };
  }
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to the successor if it is served here (RFC 5829). */
export function deprecationHeaders(deprecation: Deprecation, registry: OperationRegistry): HeaderPairs {
  const { since, sunset, successor } = deprecation;
  // The field must hold a date. If the spec gives none, it has the earliest possible date.
  const headers = ["deprecation", `@${Math.floor(instant(since ?? "") / 1000)}`];
  if (sunset !== undefined) headers.push("sunset", new Date(instant(sunset)).toUTCString());
  if (successor === undefined || !registry.has(successor)) return headers;
  const dot = successor.lastIndexOf(".");
  // Relative to `/namespace/name`: a proxy may serve it all under another path.
  const path = `../${successor.slice(0, dot)}/${successor.slice(dot + 1)}`;
  return [...headers, "link", `<${path}>; rel="successor-version"`];
}

function instant(text: string): number {
  return instantOf(text) ?? 0;
}
