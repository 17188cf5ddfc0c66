/**
 * What the official runner starts for each scenario: `pass-on.js <port> <url>`. It starts forty of them at once, so this
 * only passes the scenario on to the test, and prints its answer.
 */
const [port, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const answer = await fetch(`http://127.0.0.1:${port}/`, {
  method: "POST",
  body: JSON.stringify({ url, scenario, context: JSON.parse(context) }),
});
console.error(await answer.text());
