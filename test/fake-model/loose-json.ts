// Looking into a request's body, of which nothing is certain.

export type Loose = { readonly [key: string]: unknown };

export function objectOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

export function objectsOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The words of a message: a text, or a list of parts that have texts. */
export function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .map((part) => textOf(part.text))
    .filter((text) => text !== "")
    .join("\n");
}
