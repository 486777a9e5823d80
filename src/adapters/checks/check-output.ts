// What a check says, as it comes: cleaned, without keys, and never more than can be kept.
import { withoutSequences } from "../shared/control-sequences.ts";
import { redactSecrets, type Secret } from "../shared/redact.ts";

/** Of a line; what goes on for longer is no line for a reader. */
const LINE_CHARS_MAX = 8_000;
const HEAD_CHARS_MAX = 50_000;
const TAIL_CHARS_MAX = 150_000;

export class CheckOutput {
  readonly #secrets: readonly Secret[];
  readonly #onLine: (line: string) => void;
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  readonly #begun = { stdout: "", stderr: "" };
  readonly #head: string[] = [];
  #headChars = 0;
  #tail: string[] = [];
  #tailChars = 0;
  #leftOut = 0;

  constructor(secrets: readonly Secret[], onLine: (line: string) => void) {
    this.#secrets = secrets;
    this.#onLine = onLine;
  }

  add(stream: "stdout" | "stderr", bytes: Uint8Array): void {
    this.#take(stream, this.#decoders[stream].decode(bytes, { stream: true }));
  }

  /** What stands after the last line end is a line, too. */
  end(): void {
    for (const stream of ["stdout", "stderr"] as const) {
      this.#take(stream, this.#decoders[stream].decode());
      if (this.#begun[stream] !== "") this.#keep(this.#begun[stream]);
      this.#begun[stream] = "";
    }
  }

  /** Keys that were spread over lines are found only here. */
  get text(): string {
    const head = this.#head.join("");
    const tail = this.#tail.join("");
    const between = this.#leftOut === 0 ? "" : `[${this.#leftOut} characters are left out here]\n`;
    return redactSecrets(`${head}${between}${tail}`, this.#secrets);
  }

  #take(stream: "stdout" | "stderr", text: string): void {
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    for (const [index, line] of lines.entries()) this.#keep(index === 0 ? this.#begun[stream] + line : line);
    const begun = lines.length === 0 ? this.#begun[stream] + last : last;
    this.#begun[stream] = begun.slice(0, LINE_CHARS_MAX);
  }

  #keep(raw: string): void {
    const bare = withoutSequences(raw).replaceAll(/[^\P{Cc}\t]+/gu, "");
    const line = redactSecrets(bare.slice(0, LINE_CHARS_MAX), this.#secrets);
    this.#onLine(line);
    const text = `${line}\n`;
    if (this.#tail.length === 0 && this.#headChars + text.length <= HEAD_CHARS_MAX) {
      this.#head.push(text);
      this.#headChars += text.length;
      return;
    }
    this.#tail.push(text);
    this.#tailChars += text.length;
    if (this.#tailChars > 2 * TAIL_CHARS_MAX) this.#cutTail();
  }

  #cutTail(): void {
    let from = 0;
    while (this.#tailChars > TAIL_CHARS_MAX) {
      const chars = this.#tail[from]?.length ?? 0;
      this.#tailChars -= chars;
      this.#leftOut += chars;
      from += 1;
    }
    this.#tail = this.#tail.slice(from);
  }
}
