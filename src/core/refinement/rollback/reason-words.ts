/** Why, for a reader; nobody has to say. */
export function reasonWords(reason: string): string {
  return reason === "" ? "no reason given" : reason;
}
