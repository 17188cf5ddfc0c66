/** The browser starts here. The page's import map resolves the bare name. */
import * as operations from "@alkdev/operations";
import { runScenario } from "./scenario.js";

globalThis.outcome = runScenario(operations).then(
  (result) => ({ result, codeGeneration: canGenerateCode() }),
  (error) => ({ error: String(error.stack ?? error) }),
);

function canGenerateCode() {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- whether the page's policy allows it is the question
    return new Function("return true")();
  } catch {
    return false;
  }
}
