/** For the tests of ran-log.ts: notes runs as fast as it can, and tells the parent each key. */
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
