import * as sdk from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { withStepUp } from "./step-up.ts";

const unauthorized = new sdk.SdkHttpError(
  sdk.SdkErrorCode.ClientHttpAuthentication,
  "Server returned 401 after re-authentication",
  { status: 401 },
);

/** A provider whose token changes so often while a request is on its way, for all requests that share it. */
function sharedLogin(renewals: number) {
  const login = {
    tokens: 1,
    mayHaveEnded: false,
    sent: 0,
    stepUp: () => Promise.reject(new Error("not asked for")),
    refuse: () => {
      login.sent += 1;
      login.tokens += renewals;
      return Promise.reject(unauthorized);
    },
  };
  return login;
}

it("sends a request anew whose token another request has replaced in the meantime, a few times", async () => {
  const login = sharedLogin(2);
  await expect(withStepUp(login, sdk, login.refuse)).rejects.toBe(unauthorized);
  expect(login.sent).toBe(3);
});

it("does not send a request again whose own renewed token was refused", async () => {
  const login = sharedLogin(1);
  await expect(withStepUp(login, sdk, login.refuse)).rejects.toBe(unauthorized);
  expect(login.sent).toBe(1);
});
