// What a thread has worked, without the time in which other work on the machine kept it from it.
import { readFileSync } from "node:fs";

const NAP_MS = 0.01;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Of the main thread; where the system does not tell, the time of day. */
export function workedMs(): number {
  // The system adds up a thread's time when the thread lets go.
  Atomics.wait(never, 0, 0, NAP_MS);
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
