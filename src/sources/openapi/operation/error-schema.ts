/** The errors of an API, by the status of its answer: the details of an `EXECUTION_ERROR`. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { ErrorDeclaration } from "../../../operation/declared-error.ts";
import { madeLater, OBJECT_MEMBERS } from "../../../shared/made-later.ts";
import type { SchemaDraft } from "../schema/document-schemas.ts";
import type { SchemaSources } from "./input-schema.ts";
import { bodyBranches } from "./output-schema.ts";
import { successes } from "./read-responses.ts";
import type { DeclaredResponse } from "./read-responses.ts";

const FIRST = 400;
const LAST = 599;

/** An answer with any error status, and a body of which nothing is known. */
export const ANY_ANSWER: TSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    status: Type.Integer({ minimum: FIRST, maximum: LAST }),
    body: Type.Optional(Type.Unknown()),
  }),
);

/** The statuses that the document declares, in words for people. */
export function describeAnswers(responses: readonly DeclaredResponse[]): NonNullable<ErrorDeclaration["description"]> {
  const declared = errorResponses(responses).map(({ status, description = "" }) => `${status} ${description}`.trim());
  const list = declared.length === 0 ? "" : ` The document declares ${declared.join("; ")}.`;
  return `The API could not be called, or answered with an error, whose status is in \`details.status\`.${list}`;
}

/** A union of the document's 4xx and 5xx responses, and of the statuses that it does not declare. */
export function buildAnswersSchema(draft: SchemaDraft, sources: SchemaSources): TSchema {
  const declared = errorResponses(sources.responses);
  const branches = declared.map((response) => {
    const { status, description } = response;
    const bodies = bodyBranches(draft, response, sources);
    const body = bodies.length > 1 ? { anyOf: bodies } : (bodies[0] ?? {});
    return answer(statusSchema(status, declared), { body, description });
  });
  const other = statusSchema("default", declared);
  if (!declared.some(({ status }) => status === "default") && other !== undefined) branches.push(answer(other, {}));
  return draft.finish(branches.length === 1 ? branches[0]! : { anyOf: branches });
}

/** If a success is declared too, `default` describes errors. */
function errorResponses(responses: readonly DeclaredResponse[]): readonly DeclaredResponse[] {
  const good = successes(responses);
  return responses.filter(
    (response) =>
      /^[45](?:\d\d|XX)$/.test(response.status) || (response.status === "default" && !good.includes(response)),
  );
}

function answer(
  status: object | undefined,
  { body = {}, description }: { body?: unknown; description?: string | undefined },
) {
  return {
    type: "object",
    ...(description !== undefined && { description }),
    properties: { status: status ?? {}, body, headers: { type: "object" }, retryAfterMs: { type: "number" } },
    required: ["status"],
  };
}

/** The statuses that a response covers: those without a more exact response. `undefined` if none are left. */
function statusSchema(status: string, declared: readonly DeclaredResponse[]): object | undefined {
  if (/^\d{3}$/.test(status)) return { const: Number(status) };
  const has = (name: string): boolean => status === "default" && declared.some((each) => each.status === name);
  const minimum = status === "5XX" || has("4XX") ? 500 : FIRST;
  const maximum = status === "4XX" || has("5XX") ? 499 : LAST;
  if (minimum > maximum) return undefined;
  const exact = declared.map((each) => Number(each.status)).filter((each) => each >= minimum && each <= maximum);
  return { type: "integer", minimum, maximum, ...(exact.length > 0 && { not: { enum: exact } }) };
}
