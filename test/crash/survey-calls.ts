/** Of all calls of ports those of the survey, up to where the first round has begun. */
export function surveyCalls(calls: readonly string[]): readonly string[] {
  const first = calls.findIndex((label) => label.endsWith("since Mediate start-round"));
  if (first < 0) throw new Error("no round has begun");
  return calls.slice(0, first + 1);
}
