/** For the tests of child-peer.ts: echoes what it receives. */
import { connectParent } from "../child-side.ts";

const [mode] = process.argv.slice(2);

if (mode === "broken") throw new Error("planned failure");

const parent = connectParent({
  onMessage: (message) => parent.send({ echo: message }),
  // Here the timer below keeps the process alive.
  ...(mode === "stubborn" && { onEnd: () => {} }),
});
const forever = mode === "stubborn" ? setInterval(() => {}, 1_000) : undefined;
console.error(forever === undefined ? "started" : "started, and stays");
parent.ready();
