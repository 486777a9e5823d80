import { alertStaleHere, type StaleReport } from "../../app/board/stale-alerts.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { type Line, painted } from "../text.ts";

export async function run({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const report = await alertStaleHere(surroundings);
  if (isFailure(report)) return report;
  return {
    data: report,
    lines: () => (quiet ? report.disputes.map(({ id }) => id) : reportLines(report)),
    exitCode: report.failure === null ? EXIT_CODES.done : EXIT_CODES.failed,
  };
}

function reportLines({ channel, timeoutDays, disputes, failure }: StaleReport): Line[] {
  if (channel === "none") return ["Nothing is reported: disputes.alertOnStale is none."];
  if (disputes.length === 0) return [`Nothing new has been open for more than ${timeoutDays} days.`];
  const where = channel === "log" || failure !== null ? ".parley/logs/disputes.log" : "the webhook";
  return [
    ...disputes.map(
      ({ id, taskTitle, daysOpen }): Line => [painted("bold", id), `  ${daysOpen} days  ${taskTitle}`],
    ),
    [painted("dim", "reported to: "), where],
    ...(failure === null ? [] : [[painted("red", "the webhook was not told: "), failure]]),
  ];
}
