// Work done in a second thread of this process, so that the first hears signals, says that it lives and draws meanwhile.
import { Worker } from "node:worker_threads";
import { WORK_MEMORY_MB_MAX, WORK_MS_MAX } from "../../core/shared/bounds.ts";
import {
  type Blobs,
  StoreFailure,
  type Work,
  type WorkContext,
  WorkGivenUp,
  type Workplace,
  WorkStopped,
} from "../../engine/ports.ts";
import type { WorkReply, WorkRequest } from "./serve-work.ts";

interface ThreadOptions {
  /** What the thread runs: a file that serves work. */
  readonly file: URL;
  readonly workMsMax?: number;
  readonly memoryMbMax?: number;
}

type TextRequest = Extract<WorkReply, { readonly at: "text-wanted" }>;
type Answer = Exclude<WorkReply, TextRequest>;

/** Begins its thread with the first piece of work. An idle one does not keep the process alive. */
export class ThreadWorkplace implements Workplace {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** One after the other: where a thread is given up, it is clear whose fault that was. */
  do(work: Work, around: WorkContext): Promise<unknown> {
    const done = this.#last.then(() => this.#doNow(work, around));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #doNow(work: Work, around: WorkContext): Promise<unknown> {
    const worker = this.#thread();
    try {
      worker.ref();
      const answer = await this.#answer(worker, work, around);
      if (answer.at === "failed") throw answer.error;
      if (answer.at === "store-failed") throw new StoreFailure(answer.about);
      return answer.result;
    } finally {
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      // An error that nobody listens to would end the process.
      worker.on("error", () => undefined);
      worker.unref();
    }
  }

  /** A thread that does not answer is not asked again. */
  async #answer(worker: Worker, work: Work, { texts, stop }: WorkContext): Promise<Answer> {
    const { workMsMax = WORK_MS_MAX } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    let unlisten: (() => void) | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        unlisten = stop?.onCancel(() => reject(new WorkStopped()));
        timer = setTimeout(() => reject(timeoutError(workMsMax)), workMsMax);
        worker.on("error", (error) => reject(deathOf(error)));
        worker.on("exit", () => reject(new WorkGivenUp("the thread that read it came to an end")));
        worker.on("message", (told: WorkReply) => {
          if (told.at === "text-wanted") sendText(worker, told, texts).catch(reject);
          else resolve(told);
        });
        send(worker, { at: "do", work });
      });
    } catch (error) {
      this.#worker = null;
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      unlisten?.();
    }
  }

  #thread(): Worker {
    const { file, memoryMbMax = WORK_MEMORY_MB_MAX } = this.#options;
    this.#worker ??= new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMbMax } });
    return this.#worker;
  }

  /** For whoever does not end with the process. */
  async close(): Promise<void> {
    await this.#last;
    await this.#worker?.terminate();
    this.#worker = null;
  }
}

function send(worker: Worker, asked: WorkRequest): void {
  worker.postMessage(asked);
}

async function sendText(
  worker: Worker,
  { wish, sha256 }: TextRequest,
  texts: Pick<Blobs, "get">,
): Promise<void> {
  send(worker, { at: "text", wish, bytes: await texts.get(sha256) });
}

function timeoutError(ms: number): WorkGivenUp {
  return new WorkGivenUp(`reading it took more than ${ms / 1000} seconds`);
}

/** A thread that has no memory left says so; anything else is a bug, or a file that is not there. */
function deathOf(error: Error): Error {
  const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return outOfMemory ? new WorkGivenUp("reading it took more memory than a process may have") : error;
}
