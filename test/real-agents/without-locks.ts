// Rows that call an adapter by itself: there, too, locks are taken away.
import { relative } from "node:path";
import * as z from "zod";
import { type Fault, withFault } from "../sim/fault.ts";

/** The locks of a mutant, for the sources that a row loads itself. */
export const LOCKS_VARIABLE = "PARLEY_MUTANT_LOCKS";

const locksSchema = z.array(z.strictObject({ file: z.string(), from: z.string(), to: z.string() }));

/** As a plugin of vite's. */
export function withoutLocks(env: Readonly<Record<string, string | undefined>>) {
  const locks: readonly Fault[] = locksSchema.parse(JSON.parse(env[LOCKS_VARIABLE] ?? "[]"));
  return {
    name: "without-locks",
    enforce: "pre",
    transform(text: string, id: string): string | null {
      const file = relative(process.cwd(), id.split("?")[0] ?? id);
      const own = locks.filter((lock) => lock.file === file);
      return own.length === 0 ? null : own.reduce(withFault, text);
    },
  } as const;
}
