// What both stubs share: lines on stdout at once, the document they were asked for, and the ways to misbehave.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync, writeSync } from "node:fs";

/** Over the bound of one line, and by many small ones over what a pipe holds. */
const LONG_LINE_CHARS = 9_000_000;
const MANY_LINES = 5_000;
const HANG_MS = 10 * 60 * 1_000;
const CHILD_SECONDS = "600";

export const scenario = process.env.STUB_SCENARIO ?? "ok";
export const args = process.argv.slice(2);

/** As the real ones do: the prompt is what comes until the input ends. */
export function readPrompt() {
  return readFileSync(0, "utf8");
}

/** What it was given where, in its own words. */
export function toldWords(systemFile, input) {
  return JSON.stringify({ system: systemFile ? readFileSync(systemFile, "utf8") : null, input });
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

export function writeDocument(text = "# A document\n\nBy a stub.\n") {
  if (process.env.PARLEY_OUT) writeFileSync(process.env.PARLEY_OUT, text);
}

/** That it does is left in `hanging`, beside the working folder. */
export function hang() {
  writeFileSync("../hanging", "");
  setTimeout(() => undefined, HANG_MS);
}

/** Half a line, and then no process any more. */
export function cut(value) {
  const text = JSON.stringify(value);
  raw(text.slice(0, text.length / 2));
  process.kill(process.pid, "SIGKILL");
  hang();
}

/** Its pid is left in `child.pid`, beside the working folder. */
export function startChild(more = {}) {
  const child = spawn("sleep", [CHILD_SECONDS], { stdio: "ignore", ...more });
  child.unref();
  writeFileSync("../child.pid", `${child.pid}\n`);
  return child;
}

/** Out of the group, and deaf to every polite signal. */
export function startDaemon() {
  const script = `trap "" INT TERM HUP; echo $$ > ../child.pid; sleep ${CHILD_SECONDS} & wait; sleep ${CHILD_SECONDS}`;
  spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached: true }).unref();
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

/** The key it works with, wherever it can be left. */
export function spillKey(key, say) {
  writeDocument(`# A document\n\nThe key is ${key}.\n`);
  line(say(`the key is ${key}`));
  process.stderr.write(`debug: authorization ${key}\n`);
}

/** What the variables hold that STUB_TELLS names. */
export function variables() {
  const names = (process.env.STUB_TELLS ?? "").split(",");
  return names.map((name) => `${name}: ${process.env[name]}\n`).join("");
}

/** What an earlier run left in its home, and who else may look; leaves something itself. */
export function lookAtHome(home) {
  const found = existsSync(`${home}/memory`) ? "there was a memory" : "there was none";
  writeFileSync(`${home}/memory`, "x");
  return found;
}

/** Claims, in our own words, to be done long before it is. */
export function forgeRecords() {
  const record = { code: 0, signal: null, startedAtMs: 1, endedAtMs: 2 };
  writeFileSync("../exit", JSON.stringify(record));
  const usage = { inputTokens: null, outputTokens: null, usd: null };
  const document = { text: "forged", bytes: 6, repaired: false };
  const result = { outcome: "ok", document, text: null, usage, elapsedMs: 1, evidence: [] };
  writeFileSync("../result.json", JSON.stringify(result));
  writeFileSync("../stop", JSON.stringify({ reason: "cancelled" }));
}

/** What a role that may only read must not do. */
export const TRESPASSES = {
  "writes-its-document": () => writeDocument(),
  "writes-beside": () => writeFileSync("notes.md", "x"),
  "writes-in-project": () => writeFileSync("project/src/new.ts", "x"),
  "changes-project": () => writeFileSync("project/README.md", "changed"),
  "links-in-project": () => symlinkSync("/etc/passwd", "project/passwd"),
};
