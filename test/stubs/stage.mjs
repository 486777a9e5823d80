// What both stubs share: lines on stdout at once, the document they were asked for, and the ways to misbehave.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync, writeSync } from "node:fs";

/** Over the bound of one line, and by many small ones over what a pipe holds. */
const LONG_LINE_CHARS = 1_100_000;
const MANY_LINES = 5_000;
const HANG_MS = 10 * 60 * 1_000;
const CHILD_SECONDS = "600";

export const scenario = process.env.STUB_SCENARIO ?? "ok";
export const args = process.argv.slice(2);

/** As the real ones do: the prompt is what comes until the input ends. */
export function readPrompt() {
  return readFileSync(0, "utf8");
}

export function line(value) {
  raw(`${JSON.stringify(value)}\n`);
}

export function raw(bytes) {
  const all = Buffer.from(bytes);
  for (let from = 0; from < all.length; ) from += writeSync(1, all, from);
}

export function valueAfter(option) {
  const at = args.lastIndexOf(option);
  return at < 0 ? undefined : args[at + 1];
}

/** A wrong command line ends as in the real programs, so that a test of ours cannot pass with it. */
export function demand(holds, what) {
  if (holds) return;
  process.stderr.write(`error: ${what}\n`);
  process.exit(2);
}

export function writeDocument() {
  if (process.env.PARLEY_OUT) writeFileSync(process.env.PARLEY_OUT, "# A document\n\nBy a stub.\n");
}

export function hang() {
  setTimeout(() => undefined, HANG_MS);
}

/** Half a line, and then no process any more. */
export function cut(value) {
  const text = JSON.stringify(value);
  raw(text.slice(0, text.length / 2));
  process.kill(process.pid, "SIGKILL");
  hang();
}

/** Its pid is left in `child.pid`, in the working folder. */
export function startChild() {
  const child = spawn("sleep", [CHILD_SECONDS], { stdio: "ignore" });
  child.unref();
  writeFileSync("child.pid", `${child.pid}\n`);
  return child;
}

/** `say` makes a line of the program's own around a text. */
export function talk(say) {
  line(say("x".repeat(LONG_LINE_CHARS)));
  for (let i = 0; i < MANY_LINES; i += 1) line(say(`line ${i}`));
}

export function talkNonsense() {
  raw([0x22, 0xff, 0xfe, 0x22, 0x0a]);
  raw("Loading…\n\n{ not json\n[]\nnull\n42\n");
  line({ type: "news.from.tomorrow", text: "hello" });
  line({ type: "result.of.nothing" });
}
