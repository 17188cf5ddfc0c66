/** Problem details (RFC 9457) as the service writes them, in the words of OpenAPI. */

const NAME = "Problem";

export const PROBLEM_SCHEMA = {
  name: NAME,
  schema: {
    type: "object",
    description: "Problem details (RFC 9457) with the code of the error.",
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
      code: { type: "string", description: "What went wrong, for programs." },
      phase: {
        enum: ["notStarted", "started", "unknown"],
        description: "Whether the operation ran: certainly not, certainly, or unknown.",
      },
      retryable: { type: "boolean", description: "Whether the same call may succeed later, unchanged." },
      advice: { type: "string", description: "What to know before the call is repeated, in words." },
      declaredBy: {
        type: "string",
        description: "The operation that declares the code, and whose schema `details` fit.",
      },
      details: { description: "As the operation declares for the code." },
      requestId: { type: "string" },
    },
    required: ["type", "title", "status", "detail", "code", "phase", "retryable"],
  },
};

export const PROBLEM_REF = { $ref: `#/components/schemas/${NAME}` };
export const PROBLEM_TYPE = "application/problem+json";

export const PROBLEM_RESPONSE = {
  name: NAME,
  response: { description: "The call failed.", content: { [PROBLEM_TYPE]: { schema: PROBLEM_REF } } },
};

export const PROBLEM_RESPONSE_REF = { $ref: `#/components/responses/${NAME}` };
