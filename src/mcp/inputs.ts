// What tools take, with a bound on each.
import { z } from "zod";

const WORD_CHARS_MAX = 200;
const PATH_CHARS_MAX = 4_096;
const TEXT_CHARS_MAX = 200_000;
const LIST_MAX = 500;
const ROUND_MAX = 999;

/** An id, or the beginning of one. */
export const word = (about: string) => z.string().min(1).max(WORD_CHARS_MAX).describe(about);
/** No file has a name with an empty character in it. */
export const path = (about: string) =>
  z
    .string()
    .min(1)
    .max(PATH_CHARS_MAX)
    .regex(/^[^\0]*$/)
    .describe(about);
export const text = (about: string) => z.string().max(TEXT_CHARS_MAX).describe(about);
export const words = (about: string) => z.array(word("")).max(LIST_MAX).describe(about);
export const texts = (about: string) => z.array(text("")).max(LIST_MAX).describe(about);
export const round = (about: string) => z.int().min(0).max(ROUND_MAX).describe(about);
export const flag = (about: string) => z.boolean().describe(about);

export const SESSION = word(
  "The session's id, or the beginning of it; by default the only one under way.",
).optional();
