import { CallError } from "../../../errors/call-error.ts";
import { isRawObject } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";

/** The rules that a document follows. 3.2 is read like 3.1, and its additions are read in any version. */
export type DocumentVersion = "2.0" | "3.0" | "3.1";

/** Throws `VALIDATION_ERROR` for anything but an OpenAPI document. */
export function documentVersion(document: unknown): { readonly root: RawObject; readonly version: DocumentVersion } {
  if (!isRawObject(document)) throw notADocument("it is not an object");
  const { swagger, openapi } = document;
  // YAML reads an unquoted version as a number.
  if (String(swagger) === "2.0" || swagger === 2) return { root: document, version: "2.0" };
  const text = String(openapi);
  if (/^3\.0(\.|$)/.test(text) || openapi === 3) return { root: document, version: "3.0" };
  if (/^3\.[12](\.|$)/.test(text)) return { root: document, version: "3.1" };
  const found = openapi ?? swagger;
  throw notADocument(
    found === undefined
      ? 'it has neither "openapi" nor "swagger"'
      : `its version is ${JSON.stringify(found) ?? typeof found}, and only 2.0, 3.0, 3.1 and 3.2 are supported`,
  );
}

function notADocument(reason: string): CallError {
  return new CallError("VALIDATION_ERROR", `This is not an OpenAPI document that can be imported: ${reason}.`);
}
