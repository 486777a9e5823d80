import { alertStaleHere, type StaleReport } from "../../app/board/stale-alerts.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import { cutText } from "../columns.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { type Line, painted } from "../text.ts";

export async function run({ surroundings, quiet, report }: Request): Promise<Answer | Failure> {
  const alerted = await alertStaleHere(surroundings);
  if (isFailure(alerted)) return alerted;
  const { notices, ...data } = alerted;
  for (const notice of notices) report([painted("yellow", notice)]);
  return {
    data,
    lines: (width) => (quiet ? data.disputes.map(({ id }) => id) : reportLines(data, width)),
  };
}

function reportLines(
  { channel, timeoutDays, disputes }: Omit<StaleReport, "notices">,
  width: number,
): Line[] {
  if (channel === "none") return ["Nothing is reported: disputes.alertOnStale is none."];
  if (disputes.length === 0)
    return [`Nothing new has been open for more than ${counted(timeoutDays, "day")}.`];
  const where = channel === "log" ? ".parley/logs/disputes.log" : "the webhook";
  return [
    ...disputes.map(({ id, taskTitle, daysOpen }): Line => {
      const age = `  ${counted(daysOpen ?? 0, "day")}  `;
      return [painted("bold", id), age, cutText(taskTitle, width - id.length - age.length, "…")];
    }),
    [painted("dim", "reported to: "), where],
  ];
}
