// A runner dies while option C of a conflict is drafted, at a call of its ports, in this process: nobody drafts twice, and the
// user decides on the same option.
import { expect, it } from "vitest";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import type { SessionPorts } from "../../src/engine/session-engine.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { optionDraft } from "../support/draft-texts.ts";
import {
  answerTo,
  approval,
  markedGaps,
  objection,
  READY,
  resolution,
  settingsFor,
  sourceGap,
  UTF8,
} from "../support/session-world.ts";
import { startWith } from "./crash-session.ts";
import { type Scene, SessionHere } from "./session-here.ts";

const GAP = "GAP-FLOW-001";
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;
const SOURCE = "# Transfers\n\n## Failing\n\nTODO: what happens when a transfer fails?\n";
const TEST_MS_MAX = 600_000;

const ANSWERS = responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" });
const DECIDED = responses({ [ISSUE]: "ADDRESSED | as decided" });

const QUARREL: Scene = {
  steps: [
    { on: "engineer-1", write: resolution([GAP]) },
    {
      on: "reviewer-1",
      write: `${objection(GAP, { title: "Retry timing mechanism", severity: "CRITICAL" })}\n${objection(GAP, { id: OTHER, title: "No pause" })}`,
    },
    {
      on: "engineer-2",
      write: `${resolution([GAP], { text: "The caller waits." })}\n${ANSWERS}\n${disagreeBlock({ issue: ISSUE, concern: "say it" })}`,
    },
    { on: "reviewer-2", write: approval([GAP]) },
    { on: "draft-2-1", write: optionDraft({ concern: "KEPT, I think" }) },
    { on: "draft-2-2", write: optionDraft() },
    {
      on: "engineer-3",
      write: `${resolution([GAP], { text: "Instant for files, later for others." })}\n${DECIDED}`,
    },
    { on: "reviewer-3", write: approval([GAP], [ISSUE, OTHER]) },
    { on: "final", write: READY },
  ],
  answer: ({ id, kind }: Question): QuestionAnswer | null =>
    kind === "conflict" ? answerTo(id, { option: "c", by: "policy:test" }) : null,
  async start(ports: SessionPorts) {
    const gaps = markedGaps(SOURCE, [sourceGap(GAP, { severity: "HIGH", title: "What happens on failure" })]);
    const sha256 = await ports.store.put(UTF8.encode(SOURCE));
    const spec = { name: "transfers.md", path: "transfers.md", sha256, chars: SOURCE.length };
    const agents = { engineer: "engineer", reviewer: "reviewer", drafter: "drafter" };
    await startWith(ports, { spec, settings: { ...settingsFor(1), agents }, gaps });
  },
};

/** Two drafts, each of which is written twice, and seven other calls. */
const CALLS = 11;
const BEFORE_DRAFTS = 4;

/** From the review on that opens the conflict to the text that honours what was decided; every-call-here has the rest. */
function isAroundDrafts(calls: readonly string[], call: number): boolean {
  const starts = calls.slice(0, call).filter((name) => name === "agent.start").length;
  return starts >= BEFORE_DRAFTS && starts < CALLS - 1;
}

async function started(): Promise<SessionHere> {
  const session = new SessionHere(QUARREL);
  await session.start();
  return session;
}

/** Of two drafts side by side either may be done first: what is told line by line is compared without its order. */
async function cameTo(session: SessionHere) {
  const { documents, events } = await session.outcome();
  const texts = Object.entries(documents).map(([path, text]) => [path, text.split("\n").sort()]);
  const told = events.map((event) => JSON.stringify(event)).filter((event) => !event.includes('"backup"'));
  return { documents: Object.fromEntries(texts), decisions: documents["decisions.md"], events: told.sort() };
}

it(
  "given a runner that dies at any call around the drafts, then the next one brings drafts and decision to the same end",
  async () => {
    const undisturbed = await started();
    const { end, calls, left } = await undisturbed.run();
    expect([end, undisturbed.began.length]).toEqual(["ended", CALLS]);
    const expected = await cameTo(undisturbed);
    expect(expected.decisions).toContain("- **Drafted By:** drafter");
    const wrong: string[] = [];
    for (const { after, call, session } of left) {
      if (!isAroundDrafts(calls, call)) continue;
      const recovered = await session.run();
      const found = [
        ...(recovered.end === "ended" ? [] : [`the recovery ended with ${recovered.end}`]),
        ...(new Set(session.began).size === CALLS && session.began.length === CALLS
          ? []
          : [`agents began: ${session.began.join(", ")}`]),
      ];
      wrong.push(...found.map((what) => `after call ${call} (${after}): ${what}`));
      expect(await cameTo(session), `after call ${call} (${after})`).toEqual(expected);
    }
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);
