/** What a program tells all handlers through `Register`, with the lines of the docs. */
import { describe, expect, it } from "vitest";
import { docsSamples } from "../support/docs-sample.ts";
import { isLeftOut } from "../support/left-out.ts";
import { compile, compilers } from "./compile.ts";

const [claims = ""] = docsSamples("docs/guide/identity.md", "Claims", "ts compiled");
const [context = ""] = docsSamples("docs/guide/middleware.md", "Your own", "ts compiled");
const names = (Object.keys(compilers) as Array<keyof typeof compilers>).filter(
  (name) => name === "TypeScript 7" || !isLeftOut("package-tools"),
);

const program = `
import { defineOperation, OperationRegistry, OperationType, Type, type Identity } from "@alkdev/operations";

export const whose = defineOperation({
  name: "whose", namespace: "tenants", version: "1.0.0", type: OperationType.QUERY, description: "",
  inputSchema: Type.Object({}), outputSchema: Type.String(), accessControl: { requiredScopes: [] },
  handler: (_input, { tenant, identity }) => {
    const named: string = tenant.name;
    const plan: "small" | "large" | undefined = identity?.claims?.plan;
    // @ts-expect-error the program has not told of such a claim
    void identity?.claims?.locale;
    return named + plan + identity?.claims?.tenant;
  },
});
const registry = new OperationRegistry();
registry.use((_call, next) => next({ context: { tenant: { name: "Analytical Engines" } } }));
// @ts-expect-error not the tenant that the program has told of
registry.use((_call, next) => next({ context: { tenant: 3 } }));
export const ada: Identity = { id: "ada", scopes: [], claims: { tenant: "Analytical Engines" } };
// @ts-expect-error not the claims that the program has told of
export const bob: Identity = { id: "bob", scopes: [], claims: { tenant: 3 } };
`;

describe.each(names)("when a program fills Register, with %s", (compiler) => {
  it("types claims and context everywhere", async () => {
    const files = {
      "claims.ts": `export {};\n${claims}`,
      "context.ts": `export {};\n${context}`,
      "program.ts": program,
    };
    expect((await compile(files, { compiler, checksDeclarations: false })).errors).toBe("");
  });
});
