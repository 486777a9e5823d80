/** Whether there is a word in it; the name of a forced break is none. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.includes("<") ? text.replace(/<br\s{0,2}\/?>/gi, "") : text);
}
