// The Reviewers of the simulation, each with a temper; they write the survey and the Final Review, too.
import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";
import { corpusForm, newIssue } from "./corpus-forms.ts";
import { dressed } from "./dress.ts";
import { newGapRow, TITLES } from "./engineer-forms.ts";
import { asFileOrWords } from "./engineers.ts";
import {
  concern,
  disagreementsForm,
  type IssueForm,
  notReadyForm,
  READY_FORM,
  reviewForm,
  SEVERITIES,
} from "./reviewer-forms.ts";
import type { Temper } from "./saying.ts";
import { failing, silent } from "./silence.ts";
import { surveyBy } from "./surveys.ts";
import { limited, trouble, troubled } from "./troubles.ts";

const STATUSES = ["RESOLVED", "PARTIALLY_RESOLVED", "UNRESOLVED", "DEFERRED"] as const;

function approving({ gaps, issues }: Asked, random: Random): string {
  const prior = issues.filter(() => random.chance(0.7)).map((issue) => ({ issue, status: "RESOLVED" }));
  return reviewForm({ gaps, issues: [], prior, verdict: "APPROVED", more: [] });
}

function objecting(
  asked: Asked,
  random: Random,
  about: {
    on: readonly string[];
    ids: readonly string[];
    severities?: readonly (typeof SEVERITIES)[number][];
  },
): string {
  const issues = about.ids.map(
    (id): IssueForm => ({
      id: random.chance(0.1) ? null : id,
      gap: about.on.length === 0 || random.chance(0.1) ? null : random.pick(about.on),
      severity: random.chance(0.1) ? null : random.pick(about.severities ?? SEVERITIES),
      title: `${concern(random)}${random.chance(0.5) ? ` (${asked.call.round})` : ""}`,
    }),
  );
  const prior = asked.issues
    .filter(() => random.chance(0.5))
    .map((issue) => ({ issue, status: random.pick(STATUSES) }));
  const verdict = random.pick([
    "NEEDS_REVISION",
    "NEEDS_REVISION",
    "APPROVED_WITH_NOTES",
    "APPROVED",
  ] as const);
  return reviewForm({ gaps: asked.gaps, issues, prior, verdict, more: extras(asked, random) });
}

function extras({ gaps, call }: Asked, random: Random): readonly string[] {
  const raised = `## Gap Severities\n\n- ${gaps[0]}: severity raised to ${random.pick(SEVERITIES)}`;
  const added = `## New Gaps\n\n| Gap | Severity | Title |\n| --- | --- | --- |\n${newGapRow(random, call.round)}`;
  return [
    ...(gaps.length > 0 && random.chance(0.15) ? [raised] : []),
    ...(random.chance(0.15) ? [added] : []),
  ];
}

const sound: Temper = (asked, random) => ({
  document: random.chance(0.65)
    ? approving(asked, random)
    : objecting(asked, random, { on: asked.gaps, ids: [newIssue(asked, random)] }),
});

const sloppy: Temper = (asked, random) => {
  const few = random.chance(0.2) ? { ...asked, gaps: random.some(asked.gaps) } : asked;
  const text = random.chance(0.35)
    ? corpusForm("reviewer", asked, random)
    : (sound(few, random).document ?? "");
  return asFileOrWords(dressed(text, random), random);
};

/** Always finds something, on gaps that are long accepted too, and brings back what was settled. */
const nagging: Temper = (asked, random) => {
  const accepted = [...asked.otherGaps, "GAP-SIM-001", "GAP-SIM-002"];
  const on = random.chance(0.3) ? [random.pick(accepted)] : asked.gaps;
  const again = asked.issues.length > 0 && random.chance(0.5) ? [random.pick(asked.issues)] : [];
  const ids = [...again, ...Array.from({ length: random.int(1, 3) }, () => newIssue(asked, random))];
  return { document: objecting(asked, random, { on, ids }) };
};

/** Approves in one round and objects in the next. */
const flipping: Temper = (asked, random) => ({
  document:
    asked.call.round % 2 === 0
      ? approving(asked, random)
      : objecting(asked, random, { on: asked.gaps, ids: [newIssue(asked, random)] }),
});

interface Arguing {
  /** How often an issue that is disagreed with is withdrawn, and how often it stands. */
  readonly withdraws: number;
  readonly stands: number;
  /** How often an issue is raised again, under whichever id and severity. */
  readonly again: number;
  readonly issuesMax: number;
  /** All of it about one gap, and of these severities. */
  readonly narrow?: readonly (typeof SEVERITIES)[number][];
}

/** Answers disagreements in one way or another, and finds something new in most rounds. */
const arguing =
  ({ withdraws, stands, again, issuesMax, narrow }: Arguing): Temper =>
  (asked, random) => {
    const rows = asked.issues.flatMap((issue): readonly (readonly [string, string, string])[] => {
      if (random.chance(withdraws)) return [[issue, "WITHDRAW", "it is there after all"]];
      if (random.chance(stands)) return [[issue, "STAND", "nobody can build it so"]];
      return random.chance(0.2) ? [[issue, "I see your point", "let us think"]] : [];
    });
    const back = asked.issues.filter(() => random.chance(again));
    const renamed = back.map((issue) => (random.chance(0.5) ? issue : newIssue(asked, random)));
    const fresh = Array.from({ length: random.int(asked.call.round === 1 ? 1 : 0, issuesMax) }, () =>
      newIssue(asked, random),
    );
    const ids = [...renamed, ...fresh];
    const on = narrow === undefined ? asked.gaps : asked.gaps.slice(0, 1);
    const narrowed = { on, ids, ...(narrow === undefined ? {} : { severities: narrow }) };
    const plain = ids.length === 0 ? approving(asked, random) : objecting(asked, random, narrowed);
    return { document: rows.length === 0 ? plain : withSection(plain, disagreementsForm(rows)) };
  };

/** Before the verdict, which comes last. */
function withSection(review: string, section: string): string {
  return review.replace("**Verdict:**", () => `${section}\n\n**Verdict:**`);
}

const approvingAlways: Temper = (asked, random) => ({ document: approving(asked, random) });

const REVIEWERS = {
  sound,
  approving: approvingAlways,
  sloppy,
  silent,
  failing,
  nagging,
  flipping,
  troubled: troubled(approvingAlways),
  limited: limited(sound),
  yielding: arguing({ withdraws: 0.7, stands: 0.2, again: 0.1, issuesMax: 2 }),
  insisting: arguing({ withdraws: 0.1, stands: 0.8, again: 0.4, issuesMax: 3 }),
  wavering: arguing({ withdraws: 0.2, stands: 0.2, again: 0.2, issuesMax: 3 }),
  picky: arguing({ withdraws: 0.05, stands: 0.3, again: 0.1, issuesMax: 12, narrow: SEVERITIES }),
  fussy: arguing({ withdraws: 0, stands: 0.5, again: 0.1, issuesMax: 8, narrow: ["LOW", "LOW", "MEDIUM"] }),
} as const;

export type ReviewerTemper = keyof typeof REVIEWERS | "moody";
export const REVIEWER_TEMPERS: readonly ReviewerTemper[] = [
  "sound",
  "approving",
  "sloppy",
  "silent",
  "failing",
  "nagging",
  "flipping",
  "troubled",
  "limited",
  "moody",
];
export const ARGUING_REVIEWERS: readonly ReviewerTemper[] = [
  "yielding",
  "insisting",
  "insisting",
  "wavering",
  "picky",
  "fussy",
  "nagging",
  "troubled",
];

export function reviewerOf(temper: ReviewerTemper): Temper {
  const reviewing: Temper =
    temper === "moody"
      ? (asked, random) => random.pick([sound, sound, ...Object.values(REVIEWERS)])(asked, random)
      : REVIEWERS[temper];
  return (asked, random) => {
    if (asked.call.purpose === "final") return finalReview(temper, asked, random);
    return asked.call.purpose === "survey" ? surveyBy(temper, asked, random) : reviewing(asked, random);
  };
}

function finalReview(temper: ReviewerTemper, asked: Asked, random: Random): ReturnType<Temper> {
  if (temper === "silent" && random.chance(0.7)) return silent(asked, random);
  if (temper === "troubled" && random.chance(0.5)) return trouble({ document: READY_FORM }, random);
  if (random.chance(0.6)) return { document: temper === "sloppy" ? dressed(READY_FORM, random) : READY_FORM };
  const blockers = Array.from({ length: random.int(0, 2) }, () => ({
    title: random.pick(TITLES),
    severity: random.pick(SEVERITIES),
  }));
  return random.chance(0.15) ? { text: "All is well, I think." } : { document: notReadyForm(blockers) };
}
