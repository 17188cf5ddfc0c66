/** Prints the JSON Schema of `operations.config.json`: the build writes it to `dist/config.schema.json`. */
import { configJSONSchema } from "../src/serve/hub/config/config-json-schema.ts";

console.log(JSON.stringify(configJSONSchema(), undefined, 2));
