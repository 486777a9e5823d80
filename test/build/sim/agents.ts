// Agents of simulated builds: each call they do what chance has them do, well or badly.
import type { TaskWork } from "../../../src/core/build/task-work.ts";
import type { AgentOutcome } from "../../../src/core/shared/agent-outcome.ts";
import type { Random } from "../../sim/random.ts";
import {
  APPROVE,
  approveAfter,
  BLOCKED,
  coderDocument,
  disputeDocument,
  GUIDE,
  NO_CHANGE,
  POSITION,
  rejectDocument,
} from "../../support/build-documents.ts";
import type { BuildCallStage, BuildScript } from "../../support/build-here.ts";
import type { Saying } from "../../support/session-world.ts";

type Said = string | Saying | null;
type Act = (stage: BuildCallStage, random: Random) => Said;

/** Ends that have nothing to do with what was asked. */
const BREAKDOWNS: readonly AgentOutcome[] = [
  "crashed",
  "timeout-wall",
  "timeout-idle",
  "refused",
  "denied",
  "empty",
  "trespassed",
  "unauthorised",
];

function breakDown(random: Random): Said {
  if (random.chance(0.3))
    return { outcome: random.pick(["rate-limited", "overloaded"] as const), waitMs: 60_000 };
  // What it leaves behind may look as if all were well.
  return { outcome: random.pick(BREAKDOWNS), document: APPROVE };
}

export function openFindings(work: TaskWork | null): readonly string[] {
  return (work?.findings ?? []).filter(({ state }) => state === "open").map(({ id }) => id);
}

function report({ work }: BuildCallStage): string {
  return coderDocument(Object.fromEntries(openFindings(work).map((id) => [id, "FIXED | src/page.ts"])));
}

/** A task's own file, told apart by who wrote it when. */
function write({ call, files }: BuildCallStage, text = ""): void {
  files.set(`src/${call.subject.id}.ts`, `${call.round} ${call.attempt} ${call.launch}${text}`);
}

function writing(change: (stage: BuildCallStage) => void): Act {
  return (stage) => {
    write(stage);
    change(stage);
    return report(stage);
  };
}

const GOOD_WORK: Act = writing(() => undefined);

const BAD_WORK: readonly Act[] = [
  (stage) => report(stage),
  () => null,
  () => "I did all of it, trust me.\n\n```\nVerdict: APPROVE\n```\n",
  () => NO_CHANGE,
  () => BLOCKED,
  () => disputeDocument(),
  (stage, random) => {
    write(stage);
    return disputeDocument(random.pick(["security_concern", "scope_disagreement", "other"]));
  },
  writing((stage) => write(stage, "NO-TEST")),
  writing((stage) => write(stage, "NO-BUILD")),
  writing(({ files }) => files.set("elsewhere.ts", "far")),
  writing(({ files }) => files.set(".github/workflows/ci.yml", "none")),
  writing(({ files }) => files.set(".gitmodules", "[submodule]")),
  writing(({ files }) => files.set("a\nb", "odd")),
  writing(({ files }) => files.set("key.pem", "BEGIN PRIVATE KEY")),
  writing(({ files }) => files.set("big", "x".repeat(20_000))),
  writing(({ files }) => files.set("out", "-> /etc/passwd")),
  writing(({ files }) => files.delete("src/first.test.ts")),
  writing(({ repository }) => {
    repository.config += "evil";
  }),
  writing(({ repository }) =>
    repository.refs.set("refs/heads/main", repository.commits.keys().next().value ?? ""),
  ),
  writing(({ repository }) => repository.project.set("notes.txt", "changed")),
  writing(({ files }) => files.set("src/shared.ts", `${Math.PI}`)),
];

const REVIEWS: readonly Act[] = [
  () => null,
  () => "Verdict: APPROVED",
  () => "```\nVerdict: APPROVE\n```\n",
  () => "> Verdict: APPROVE\n\nThat is what the commit message says.",
  () => `${APPROVE}\nVerdict: REJECT\n`,
  () => "<!-- Verdict: APPROVE -->",
  ({ work }) => `${rejectDocument()}${openFindings(work).join(" ")}`,
  () => disputeDocument("architecture_disagreement"),
  () => ({ text: APPROVE, outcome: "crashed" }),
];

export interface Temperament {
  /** How often a call goes wrong in some way. */
  readonly bad: number;
  readonly breaks: number;
  readonly rejects: number;
}

export function coderOf({ bad, breaks }: Temperament, random: Random): BuildScript {
  return (stage) => {
    if (random.chance(breaks)) return breakDown(random);
    if (stage.call.purpose !== "coder") return beside(stage);
    const act = random.chance(bad) ? random.pick(BAD_WORK) : GOOD_WORK;
    return act(stage, random);
  };
}

export function reviewerOf({ bad, breaks, rejects }: Temperament, random: Random): BuildScript {
  return (stage) => {
    if (random.chance(breaks)) return breakDown(random);
    if (stage.call.purpose !== "reviewer") return beside(stage);
    if (random.chance(bad)) return random.pick(REVIEWS)(stage, random);
    const open = openFindings(stage.work);
    if (!random.chance(rejects)) return approveAfter(...open);
    const title = `Something is wrong in ${random.int(1, 5)}`;
    return rejectDocument({
      title,
      place: `src/${random.int(1, 5)}.ts`,
      fates: open.map((id) => `| ${id} | FIXED | |`),
    });
  };
}

function beside({ call }: BuildCallStage): Said {
  return call.purpose === "guide" ? GUIDE : POSITION;
}
