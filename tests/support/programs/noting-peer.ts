/** For the tests of ran-log.ts: records runs as fast as it can, and sends each key to the parent. */
import { connectParent } from "../child-side.ts";
import { openRanLog } from "../ran-log.ts";

const [path = "", name = ""] = process.argv.slice(2);
const parent = connectParent({});
const log = openRanLog(path, name);
let next = 0;

parent.ready();
setInterval(() => {
  for (let i = 0; i < 20; i++) {
    const key = `${name}${next++}`;
    log.note(key);
    parent.send(key);
  }
}, 1);
