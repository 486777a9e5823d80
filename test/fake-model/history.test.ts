import { expect, it } from "vitest";
import { whereItStands } from "./history.ts";

const user = (text: string) => ({ from: "user", text }) as const;
const tool = { from: "tool" } as const;
const model = { from: "model" } as const;

it("given results that came together, then they are one turn", () => {
  expect(whereItStands([user("a"), model, tool, tool, model, tool]).toolTurns).toBe(2);
});

it("given a session that was resumed, then the turns before the new prompt do not count", () => {
  const history = [user("first"), model, tool, model, user("second"), model, tool];
  expect(whereItStands(history)).toEqual({ prompt: "second", toolTurns: 1 });
});

it("given a reminder of the agent's between the turns, then it is no prompt", () => {
  const reminder = user("<system-reminder>\nmind the list\n</system-reminder>\n");
  expect(whereItStands([user("first"), model, tool, reminder])).toEqual({ prompt: "first", toolTurns: 1 });
});

it("given a prompt beside a reminder, then it is a prompt", () => {
  const both = "<system-reminder>x</system-reminder>\nfirst\n<system-reminder>y</system-reminder>";
  expect(whereItStands([user(both)]).prompt).toBe(both);
});
