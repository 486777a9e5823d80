// What two runs of one session have in common: everything but when things happened, how long they took
// and what chance gave each launch.

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
const SPAN_FIELD = /^- \*\*(Duration|Active|Waiting):\*\* .*$/gm;
const TIMING = /^## (?:Timing|Usage)\n[^#]*/gm;

/** Spans stand in two tables, whose widths follow them, and in three fields of the closing summary. */
export function maskedText(text: string): string {
  return text
    .replace(TIME, "TIME")
    .replace(SPAN_FIELD, "- **$1:** SPAN")
    .replace(TIMING, (table) =>
      table
        .replace(/(?<=\| +)[\dhms ]*\d[hms](?= \|)/g, "SPAN")
        .replace(/ {2,}/g, " ")
        .replace(/-{2,}/g, "-"),
    );
}

/** A value of an event: a reference to a text becomes what `textOf` makes of it. */
export function maskedValue(value: unknown, textOf: (sha256: string) => string | null): unknown {
  if (typeof value === "string") return (isHash(value) ? textOf(value) : null) ?? value.replace(TIME, "TIME");
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, textOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === "elapsedMs" ? [key, "SPAN"] : key === "seal" ? [key, "SEAL"] : [key, maskedValue(item, textOf)],
    ),
  );
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
