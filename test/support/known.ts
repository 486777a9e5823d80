/** For examples: what cannot be read is a mistake in the test. */
export function known<T>(value: T | null): T {
  if (value === null) throw new Error("the example is wrong");
  return value;
}
