/**
 * What the official runner starts for each scenario: `pass-on.js <port> <url>`. It starts forty of them at once, so this
 * only passes the scenario on to the test, and prints its answer. Not by `fetch`, which takes longer to load than Node
 * takes to start.
 */
import { request } from "node:http";

const [port, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
request({ host: "127.0.0.1", port, method: "POST", agent: false }, (answer) => answer.pipe(process.stderr)).end(
  JSON.stringify({ url, scenario, context: JSON.parse(context) }),
);
