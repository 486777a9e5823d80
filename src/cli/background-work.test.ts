import { expect, test } from "vitest";
import { BackgroundWork } from "./background-work.ts";

/** Work that goes on until it is let go. */
function heldWork(): { work: () => Promise<void>; runs: () => number; letGo: () => void } {
  let runs = 0;
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    letGo = open;
  });
  const work = async (): Promise<void> => {
    runs += 1;
    await gate;
  };
  return { work, runs: () => runs, letGo };
}

const moment = (): Promise<void> => new Promise((later) => setTimeout(later, 200));

test("given work that is wanted several times, when nobody finishes, then it is done once, in a moment", async () => {
  const background = new BackgroundWork();
  const { work, runs, letGo } = heldWork();
  letGo();
  background.soon("hooks", work);
  background.soon("hooks", work);
  expect(runs()).toBe(0);
  await moment();
  expect(runs()).toBe(1);
});

test("given work under way, when it is wanted again, then once more after it and never beside it", async () => {
  const background = new BackgroundWork();
  const { work, runs, letGo } = heldWork();
  background.soon("hooks", work);
  await moment();
  background.soon("hooks", work);
  background.soon("hooks", work);
  await moment();
  expect(runs()).toBe(1);
  letGo();
  await background.finish();
  expect(runs()).toBe(2);
});

test("given work that is wanted, when one finishes, then it is done by the end of that", async () => {
  const background = new BackgroundWork();
  const { work, runs, letGo } = heldWork();
  letGo();
  background.soon("hooks of one project", work);
  background.soon("hooks of another", work);
  await background.finish();
  expect(runs()).toBe(2);
  await background.finish();
  expect(runs()).toBe(2);
});
