import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { type Report, type Rule, sameMembers } from "./rule.ts";
import { IS_GRAVE, RATES } from "./tables.ts";

type Count = DataOf<"DisagreementsCounted">["count"];

/** How much a round disagreed with is counted of what its documents say, once; every limit is looked at. */
export class RateRule implements Rule {
  readonly name = "rates";
  /** By round: the newest answer to each issue. */
  readonly #answers = new Map<number, Map<string, string>>();
  readonly #counts: Count[] = [];

  take(event: Happened, ledger: Ledger, report: Report): void {
    switch (event.type) {
      case "IssuesAnswered": {
        const { round, answers } = event.data;
        for (const { issue, status } of answers) {
          // Whatever was said of it before is said anew.
          for (const own of this.#answers.values()) own.delete(issue);
          const own = this.#answers.get(round) ?? new Map<string, string>();
          this.#answers.set(round, own.set(issue, status));
        }
        return;
      }
      case "RoundCompleted": {
        const counted = this.#counts.some(({ round }) => round === event.data.round);
        const answered = (this.#answers.get(event.data.round)?.size ?? 0) > 0;
        if (answered && !counted) report(event.version, `round ${event.data.round} is not counted`);
        if (isHeld(event.data.round, ledger, this.#limits()))
          report(event.version, `round ${event.data.round} completes with too many disagreements`);
        return;
      }
      default:
        return;
    }
  }

  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    for (const { version, data } of ofType(command, "DisagreementsCounted")) {
      this.#check(data, { command, ledger }, (message) => report(version, message));
    }
  }

  #check(
    { count, passed }: DataOf<"DisagreementsCounted">,
    { command, ledger }: { readonly command: readonly Happened[]; readonly ledger: Ledger },
    fault: (message: string) => void,
  ): void {
    const own = [...(this.#answers.get(count.round) ?? new Map<string, string>())];
    const grave = ([id]: readonly [string, string]) => IS_GRAVE[ledger.issues.get(id)?.severity ?? "LOW"];
    const stated = own.filter(([, status]) => status === "DISAGREE");
    const due: Count = {
      round: count.round,
      stated: stated.length,
      grave: stated.filter(grave).length,
      answered: own.filter(grave).length,
    };
    if (JSON.stringify(sorted(due)) !== JSON.stringify(sorted(count)))
      fault(`round ${count.round} counts as ${JSON.stringify(count)}, not ${JSON.stringify(due)}`);
    // The user may rate issues, or have the Engineer look at them again, long after.
    const known = this.#counts.findIndex(({ round }) => round === count.round);
    const again = known >= 0;
    if (again) this.#counts[known] = count;
    else this.#counts.push(count);
    const told = ofType(command, "QuestionAnswered").length + ofType(command, "TurnSettled").length > 0;
    if (again && !told) fault(`round ${count.round} is counted again for no reason`);
    if (!sameMembers(passed, this.#limits()))
      fault(
        `round ${count.round} passes ${passed.join(", ") || "nothing"}, not ${this.#limits().join(", ") || "nothing"}`,
      );
    const asked = ofType(command, "QuestionAsked").some(({ data }) => data.question.kind === "disagree-rate");
    const standing = [...ledger.conflicts].some(
      ([id, { at }]) => at === "open" && stated.some(([issue]) => issue === id),
    );
    const ended = ofType(command, "SessionEnded").length > 0;
    if (!again && !ended && passed.length > 0 && standing && !asked)
      fault(`round ${count.round} passes ${passed.join(", ")}, and nobody is asked`);
    if (asked && passed.length === 0) fault(`round ${count.round} passes no limit, yet the user is asked`);
  }

  #limits(): readonly string[] {
    const last = this.#counts.at(-1);
    if (last === undefined) return [];
    const recent = this.#counts.slice(-RATES.patternRounds);
    const share = (counts: readonly Count[]) => {
      const answered = counts.reduce((sum, count) => sum + count.answered, 0);
      return answered === 0 ? 0 : counts.reduce((sum, count) => sum + count.grave, 0) / answered;
    };
    return [
      ...(last.stated > RATES.disagreesMax ? ["TOO_MANY_DISAGREES"] : []),
      ...(recent.length === RATES.patternRounds && share(recent) > RATES.patternShare
        ? ["SYSTEMATIC_ALERT"]
        : []),
      ...(share([last]) > RATES.roundShare ? ["WARN_USER"] : []),
    ];
  }
}

function isHeld(round: number, { questions }: Ledger, limits: readonly string[]): boolean {
  if (!limits.includes("TOO_MANY_DISAGREES")) return false;
  return [...questions.values()].some(({ subject }) => subject.of === "rate" && subject.round === round);
}

function sorted(count: Count): readonly number[] {
  return [count.round, count.stated, count.grave, count.answered];
}
