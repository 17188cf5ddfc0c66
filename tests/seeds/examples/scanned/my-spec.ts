// Seed 000, Scanner, spec only.
import { Type } from "typebox"
import { OperationType, type OperationSpec } from "@alkdev/operations"

export default {
  name: "mySpec",
  namespace: "myapp",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Does something useful",
  inputSchema: Type.Object({ name: Type.String() }),
  outputSchema: Type.Object({ result: Type.String() }),
  accessControl: { requiredScopes: ["read"] },
} satisfies OperationSpec
