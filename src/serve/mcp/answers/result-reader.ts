import type { AnswerBudget } from "../../../answers/answer-budget.ts";
import { READ_RESULT, readResultOperation } from "../../../answers/read-result.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { ANSWER_TOKENS_KEY } from "../../../shared/mcp-meta.ts";
import type { CallTarget } from "../search/search-tools.ts";
import { toolDefinition } from "../tools/tool-definition.ts";
import type { ToolDefinition } from "../tools/tool-definition.ts";

const NAMESPACE = "mcp";

/**
 * The tool that reads the rest of answers that were cut. It is an operation of a separate registry, so that it is
 * validated and answered like every other.
 */
export class ResultReader {
  readonly definition: ToolDefinition;
  readonly #own: OperationRegistry;

  constructor(budget: AnswerBudget) {
    const roomOf = ({ identity, callMeta }: Parameters<Parameters<typeof readResultOperation>[1]>[0]): number =>
      budget.roomFor(identity, callMeta?.[ANSWER_TOKENS_KEY]);
    const operation = readResultOperation(budget.kept, roomOf, NAMESPACE);
    this.#own = new OperationRegistry().register(operation);
    const [spec] = this.#own.list();
    this.definition = toolDefinition(READ_RESULT, spec as NonNullable<typeof spec>);
  }

  /** Undefined for any other tool. */
  find({ name, given }: { readonly name: string; readonly given: CallTarget["arguments"] }): CallTarget | undefined {
    const id = `${NAMESPACE}.${READ_RESULT}`;
    const spec = name === READ_RESULT ? this.#own.getSpec(id) : undefined;
    return spec && { registry: this.#own, id, spec, arguments: given };
  }
}
