/** The fields of the config for what the hub writes down. */
import { Type } from "typebox";
import { choice, closed, flag } from "./config-fields.ts";

export const audit = () =>
  closed(
    {
      file: Type.String({
        minLength: 1,
        description: "The file that gets one line of JSON per call. SIGHUP reopens it.",
      }),
      inputs: flag("Also writes inputs, which may hold secrets. Default: false."),
      required: flag("Refuses calls while the file can't be written, as on a full disk. Default: false; they run."),
    },
    "Who called what.",
  );

export const log = () =>
  closed(
    {
      level: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "Default: info."),
      format: choice(["json", "pretty"], "Default: pretty on a terminal, json elsewhere."),
    },
    "The hub's own log, on standard error.",
  );
