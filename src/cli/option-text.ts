import type { Request } from "./command.ts";

/** The value of a flag that takes one. */
export function optionText({ options }: Request, flag: string): string | undefined {
  const value = options.get(flag);
  return typeof value === "string" ? value : undefined;
}
