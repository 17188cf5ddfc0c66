/** The fields of the config for approvals. */
import { Type } from "typebox";
import { closed, count, flag } from "./config-fields.ts";

export const approvalWebhook = () =>
  closed(
    {
      url: Type.String({
        minLength: 1,
        description: "Gets a signed POST for every call that waits: http:// or https://.",
      }),
      secret: Type.String({
        minLength: 1,
        description:
          "Signs requests and answers, as Standard Webhooks does: whsec_ and base64, or any text of at least 32 characters.",
      }),
      allowPrivateNetwork: flag("Lets a public name of url lead to loopback and private addresses."),
    },
    "Another service that is asked, and answers at /~/approvals/answer.",
  );

export const approvals = () =>
  closed(
    {
      timeout: count("Milliseconds that a call waits for an answer. Default: 600000."),
      pending: count("Calls that may wait at once. Default: 100, at most half of serve.limits.concurrentCalls."),
      pendingPerCaller: count("How many of them one caller may have. Default: 10, at most half of pending."),
      callersConfirm: Type.Optional(
        Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
          description:
            "Operations that callers may confirm for themselves, at their own client, by id or namespace, with * as a wildcard; true: all. Default: none.",
        }),
      ),
      fourEyes: flag("Callers may not approve their own calls, not even in person. Default: false."),
      webhook: Type.Optional(approvalWebhook()),
    },
    "Who answers for calls that need an approval, and how long they wait.",
  );
