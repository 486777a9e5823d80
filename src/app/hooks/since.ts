import type { EventLog } from "../../engine/ports.ts";

/**
 * The position of the first event that is not older than a time, or that the next event will have. Times grow with
 * positions as long as nobody sets the clock back; then it is one of the places where they cross.
 */
export async function firstSince(log: EventLog, time: string): Promise<number> {
  const isBefore = async (position: number): Promise<boolean> => {
    const [event] = await log.tail(position - 1, 1);
    return event !== undefined && String(event.data.at) < time;
  };
  let [low, high] = [1, 1];
  while (await isBefore(high)) [low, high] = [high + 1, high * 2];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
