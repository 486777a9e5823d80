import { type Failure, isFailure } from "../../app/failure.ts";
import { type AttemptView, type RoundView, showRound } from "../../app/sessions/show-round.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { beside, type Line, painted } from "../text.ts";

const LABEL_COLUMN = 14;

export async function run(request: Request): Promise<Answer | Failure> {
  const word = request.arguments[0] ?? "";
  const number = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (number === 0) {
    return {
      failed: "usage",
      code: "round",
      message: `${word} is not the number of a round`,
      fix: "as in parley show round 2",
    };
  }
  const session = optionText(request, "--session");
  const round = await showRound(request.surroundings, { session, round: number });
  if (isFailure(round)) return round;
  return { data: round, lines: (width) => (request.quiet ? [headline(round)] : roundLines(round, width)) };
}

function headline({ session, round, started, completed }: RoundView): Line {
  const when = completed === null ? `since ${started}` : `${started} to ${completed}`;
  return [painted("bold", `${session}, round ${round}`), painted("dim", `  ${when}`)];
}

function roundLines(view: RoundView, width: number): Line[] {
  const row = (label: string, text: string): Line[] =>
    beside(painted("dim", label), text.replaceAll(/\s+/g, " ").trim(), { term: LABEL_COLUMN, width });
  return [
    headline(view),
    ...view.roles.flatMap(({ role, outcome, detail, attempts }) => [
      "",
      ...beside(painted("cyan", role), `${outcome ?? "at work"}${detail === null ? "" : `: ${detail}`}`, {
        term: role.length + 2,
        width,
      }),
      ...attempts.flatMap((attempt) => row(`  attempt ${attempt.number}`, attemptText(attempt))),
    ]),
    ...part("Gaps", view.transitions, ({ gap, from, to, actor, reason }) =>
      row(`  ${gap}`, ` ${from} → ${to} by the ${actor}${reason === null ? "" : ` (${reason})`}`),
    ),
    ...part("Issues", view.issues, ({ issue, severity, gaps, title, state }) =>
      row(`  ${issue}`, ` ${severity}, ${state}, on ${gaps.join(", ")}: ${title}`),
    ),
    ...part("New gaps", view.newGaps, ({ gap, severity, title, origin }) =>
      row(`  ${gap}`, ` ${severity}: ${title} (${origin})`),
    ),
    ...part("Decisions", view.decisions, ({ id, decision }) => row(`  ${id}`, ` ${decision}`)),
    ...part("Questions", view.questions, ({ id, kind, why, answer, withdrawn }) =>
      row(`  ${id}`, `${kind}, ${questionFate(answer, withdrawn)}: ${why}`),
    ),
    ...convergenceLines(view),
    ...part("Files", view.files, (file) => [`  ${file}`]),
  ];
}

function part<Row>(title: string, rows: readonly Row[], lines: (row: Row) => readonly Line[]): Line[] {
  return rows.length === 0 ? [] : ["", [painted("bold", title)], ...rows.flatMap(lines)];
}

function attemptText({ retry, failure, message, warnings, file }: AttemptView): string {
  const verdict = failure === null ? (message ?? "not judged") : `${failure}: ${message}`;
  return [
    ...(retry === null ? [] : [`(${retry})`]),
    verdict,
    ...(warnings.length === 0 ? [] : [`[${warnings.join("; ")}]`]),
    ...(file === null ? [] : [file]),
  ].join(" ");
}

function questionFate(answer: string | null, withdrawn: string | null): string {
  if (answer !== null) return `answered ${answer}`;
  return withdrawn === null ? "open" : `withdrawn (${withdrawn})`;
}

function convergenceLines({ convergence }: RoundView): Line[] {
  if (convergence === null) return [];
  const { gapsStart, gapsEnd, resolved, created, net, weightedNet, state, note } = convergence;
  const said = `${gapsStart} → ${gapsEnd} open, ${resolved} resolved, ${created} new, net ${net}, weighted ${weightedNet}`;
  return ["", [painted("bold", state), `  ${said}${note === null ? "" : ` (${note})`}`]];
}
