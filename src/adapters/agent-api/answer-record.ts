// What a model answers, on disk before anything else happens to it: a process that is killed when the last byte has come
// must not pay for it again. It is kept as it came, for its owner alone to read, and taken away once a result without
// keys is there. Each line is sealed together with all before it, so that nobody else can write an answer into it.

import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import * as z from "zod";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { LaunchMark, Seals } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { isSystemError } from "../shared/system-error.ts";

/** Far above any answer; what is longer is not found again after a crash. */
const RECORD_CHARS_MAX = 64 * 1024 * 1024;
const OWNER_ONLY = 0o600;

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Whose answer it is. */
export interface AnsweredCall {
  readonly key: CallKey;
  readonly mark: LaunchMark;
}

const frameSchema = z.object({
  of: z.enum(["head", "chunk", "end"]),
  data: z.string(),
  signature: z.string(),
});

type Frame = z.output<typeof frameSchema>;
type FrameKind = Frame["of"];

/** Covers all that came before, so that the last seal alone tells of everything. */
function extendHash(before: string, of: FrameKind, data: string): string {
  return sha256Of(`${before} ${of} ${data}`);
}

function sealText({ key, mark }: AnsweredCall, chain: string): string {
  return JSON.stringify(["parley answer 1", key, mark.nonce, mark.promptHash, chain]);
}

interface Recording extends AnsweredCall {
  readonly seals: Seals;
  readonly sealWith: string;
}

export class AnswerRecord {
  readonly #about: Recording;
  #file: number | null;
  #chain = "";
  #chars = 0;

  private constructor(about: Recording, file: number | null) {
    this.#about = about;
    this.#file = file;
  }

  /** Where the file cannot be written, the answer is had without it. */
  static open(file: string, about: Recording): AnswerRecord {
    try {
      return new AnswerRecord(about, openSync(file, "w", OWNER_ONLY));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return new AnswerRecord(about, null);
    }
  }

  readonly send: Send = async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers, body } = response;
    this.#appendFrame("head", Buffer.from(JSON.stringify({ status, headers: [...headers] })));
    if (body === null) return response;
    const recorded = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#appendFrame("chunk", chunk);
        controller.enqueue(chunk);
      },
      flush: () => this.#appendFrame("end", new Uint8Array()),
    });
    return new Response(body.pipeThrough(recorded), { status, headers });
  };

  /** Survives a power cut from here on. */
  flush(): void {
    this.#try((file) => fsyncSync(file));
  }

  close(): void {
    this.#try((file) => closeSync(file));
    this.#file = null;
  }

  /** At once and in one go: what is written is found again though the process is killed right after. */
  #appendFrame(of: FrameKind, bytes: Uint8Array): void {
    const data = Buffer.from(bytes).toString("base64");
    this.#chars += data.length;
    if (this.#file === null || this.#chars > RECORD_CHARS_MAX) return;
    this.#chain = extendHash(this.#chain, of, data);
    const { seals, sealWith } = this.#about;
    const frame: Frame = { of, data, signature: seals.sign(sealText(this.#about, this.#chain), sealWith) };
    this.#try((file) => writeSync(file, `${JSON.stringify(frame)}\n`));
  }

  /** A full disk must not cost the answer itself. */
  #try(act: (file: number) => void): void {
    if (this.#file === null) return;
    try {
      act(this.#file);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#file = null;
    }
  }
}

interface RecordedResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly chunks: Uint8Array[];
}

/** Gives what was recorded once more, in its order; `null` where nothing was, or somebody else wrote it. */
export async function recordedAnswers(
  file: string,
  answered: AnsweredCall,
  seals: Seals,
): Promise<Send | null> {
  const frames = await framesIn(file);
  const chain = frames.reduce((before, { of, data }) => extendHash(before, of, data), "");
  const last = frames.at(-1);
  if (last === undefined) return null;
  if (!seals.holds(sealText(answered, chain), last.signature, answered.mark.sealKey)) return null;
  const responses = responsesIn(frames);
  return async () => {
    const next = responses.shift();
    if (next === undefined) throw new TypeError("nothing more was recorded");
    const { status, headers, chunks } = next;
    return new Response(chunks.length === 0 ? null : streamOf(chunks), { status, headers });
  };
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** Up to the first line that is none: a process that was killed may have left half of one. */
async function framesIn(file: string): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for (const line of (await textOf(file)).split("\n")) {
    const frame = frameOf(line);
    if (frame === null) break;
    frames.push(frame);
  }
  return frames;
}

async function textOf(file: string): Promise<string> {
  try {
    const about = await stat(file);
    return about.isFile() && about.size <= 2 * RECORD_CHARS_MAX ? await readFile(file, "utf8") : "";
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return "";
  }
}

function frameOf(line: string): Frame | null {
  try {
    return frameSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function responsesIn(frames: readonly Frame[]): RecordedResponse[] {
  const responses: RecordedResponse[] = [];
  for (const { of, data } of frames) {
    const bytes = Buffer.from(data, "base64");
    if (of === "head") {
      // Sealed by us: it is what we wrote.
      const head = JSON.parse(bytes.toString()) as Omit<RecordedResponse, "chunks">;
      responses.push({ ...head, chunks: [] });
    } else if (of === "chunk") responses.at(-1)?.chunks.push(bytes);
  }
  return responses;
}
