import type { Draft } from "./json-schema-suite.ts";

const assertsFormats =
  "Formats are asserted here, as users of TypeBox and of OpenAPI expect. The specification allows " +
  "this; the suite tests the default of the 2020-12 metaschema, where a format is an annotation.";

const formats = [
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "idn-email",
  "idn-hostname",
  "ipv4",
  "ipv6",
  "iri",
  "iri-reference",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
];

/** File, group and test, with the reason for the failure. A test that starts to pass must leave the list. */
export const knownFailures: Readonly<Record<Draft, Readonly<Record<string, string>>>> = {
  "draft2020-12": {
    ...Object.fromEntries(
      formats.map((format) => [
        `format.json / ${format} format / invalid ${format} string is only an annotation by default`,
        assertsFormats,
      ]),
    ),
    "vocabulary.json / schema that uses custom metaschema with with no validation vocabulary / no validation: invalid number, but it still validates":
      "Vocabularies are ignored: every known keyword applies, whatever the metaschema declares.",
  },
  draft7: {},
};
