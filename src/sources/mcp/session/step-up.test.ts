import * as sdk from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { withStepUp } from "./step-up.ts";

const unauthorized = new sdk.SdkHttpError(
  sdk.SdkErrorCode.ClientHttpAuthentication,
  "Server returned 401 after re-authentication",
  { status: 401 },
);

/** A provider whose token changes this often during a request, for all requests that share it. */
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

it("resends a request a few times if another request has replaced its token meanwhile", async () => {
  const login = sharedLogin(2);
  await expect(withStepUp(login, sdk, login.refuse)).rejects.toBe(unauthorized);
  expect(login.sent).toBe(3);
});

it("does not resend a request whose own renewed token was refused", async () => {
  const login = sharedLogin(1);
  await expect(withStepUp(login, sdk, login.refuse)).rejects.toBe(unauthorized);
  expect(login.sent).toBe(1);
});
