// The Engineers of the simulation, each with a temper.
import { Random } from "../random.ts";
import { answerDocument, answersTo, MANNERS, type Manner } from "./answers.ts";
import type { Asked, Passage } from "./asked.ts";
import { corpusForm } from "./corpus-forms.ts";
import { dressed } from "./dress.ts";
import { disagreeForm, newGapRow, resolutionForm, responseForm, responsesForm } from "./engineer-forms.ts";
import type { Saying, Temper } from "./saying.ts";
import { failing, silent } from "./silence.ts";
import { sweepingTexts, textsFor } from "./spec-texts.ts";
import { surveyBy } from "./surveys.ts";
import { limited, troubled } from "./troubles.ts";

interface About {
  readonly version: number;
  readonly newGaps: number;
  /** How often something is wrong with a text. */
  readonly wrong: number | "losing" | "sweeping";
  /** How issues are answered; mostly by form where nothing is said. */
  readonly manner?: Manner;
}

const SOUND_WRONG = 0.12;

function document(asked: Asked, random: Random, about: About): string {
  const { gaps, issues, call } = asked;
  const taken = random.chance(0.15) ? random.some(gaps) : gaps;
  const sections = passagesOf(asked, taken, random).map((passage, index) => {
    const rows = Array.from({ length: index === 0 ? about.newGaps : 0 }, () => newGapRow(random, call.round));
    const { version } = about;
    const writing = { asked, passage, version, random: random.fork(passage.gaps.join()) };
    const texts =
      about.wrong === "sweeping" ? sweepingTexts(writing, index === 0) : textsFor(writing, about.wrong);
    return resolutionForm({ gaps: passage.gaps, version, texts, newGaps: rows });
  });
  const argued = random.chance(0.1) ? issues : asked.openIssues;
  const answers =
    about.manner === undefined ? plainAnswers(issues, random) : answersTo(argued, random, about.manner);
  return ["# Engineer", ...sections, ...answers].join("\n\n");
}

function plainAnswers(issues: readonly string[], random: Random): readonly string[] {
  const answered = issues.filter(() => random.chance(0.8));
  const answers = random.chance(0.5)
    ? answered.map((issue) => responseForm(issue))
    : answered.length > 0
      ? [responsesForm(answered, random)]
      : [];
  const against = issues.length > 0 && random.chance(0.1) ? [disagreeForm(random.pick(issues), PLAIN)] : [];
  return [...answers, ...against];
}

const PLAIN = {
  concern: "No limit on retries",
  rationale: "A second one would contradict it.",
  alternative: null,
};

/** A section for each passage; those that hold one another are written as one, and what belongs together at times apart. */
function passagesOf({ passages }: Asked, taken: readonly string[], random: Random): readonly Passage[] {
  const own = passages
    .map((passage) => ({ ...passage, gaps: passage.gaps.filter((gap) => taken.includes(gap)) }))
    .filter(({ gaps }) => gaps.length > 0);
  if (random.chance(0.06)) return own.flatMap((one) => one.gaps.map((gap) => ({ ...one, gaps: [gap] })));
  if (random.chance(0.04) && own[0] !== undefined)
    return [{ ...own[0], gaps: own.flatMap(({ gaps }) => gaps) }];
  const joined: Passage[] = [];
  for (const passage of own.toSorted((a, b) => (b.text?.length ?? 0) - (a.text?.length ?? 0))) {
    const around = joined.findIndex(({ text }) => text?.includes(passage.text ?? "\u0000"));
    const outer = joined[around];
    if (outer === undefined) joined.push(passage);
    else joined[around] = { ...outer, gaps: [...outer.gaps, ...passage.gaps] };
  }
  return joined;
}

/** What a careful person would hand in. */
export function soundDocument(asked: Asked, random: Random): string {
  return document(asked, random, { version: 9, newGaps: 0, wrong: 0 });
}

const sound: Temper = (asked, random) => ({
  document: document(asked, random, {
    version: asked.call.round,
    newGaps: random.chance(0.1) ? 1 : 0,
    wrong: SOUND_WRONG,
  }),
});

const sloppy: Temper = (asked, random) => {
  const text = random.chance(0.35)
    ? corpusForm("engineer", asked, random)
    : document(asked, random, { version: asked.call.round, newGaps: random.chance(0.2) ? 1 : 0, wrong: 0.3 });
  return asFileOrWords(dressed(text, random), random);
};

/** Goes back and forth between two texts. */
const flipping: Temper = (asked, random) => ({
  document: document(asked, random.fork("the same"), {
    version: 1 + (asked.call.round % 2),
    newGaps: 0,
    wrong: SOUND_WRONG,
  }),
});

const STUBBORN = 1;

/** Says the same again and again. */
const stubborn: Temper = (asked) => ({
  document: document(asked, new Random(STUBBORN), { version: 1, newGaps: 0, wrong: 0 }),
});

const growing: Temper = (asked, random) => ({
  document: document(asked, random, {
    version: asked.call.round,
    newGaps: random.int(1, 3),
    wrong: SOUND_WRONG,
  }),
});

const blocked: Temper = (asked, random) => {
  const stuck = random.some(asked.gaps);
  const lines = stuck.map((gap) =>
    random.chance(0.7)
      ? `BLOCKED_NEEDS_INPUT: ${gap} - the price of a second copy`
      : `UNCERTAINTY: ${gap} - whose clock is meant`,
  );
  const rest = random.chance(0.2) ? asked.gaps : asked.gaps.filter((gap) => !stuck.includes(gap));
  const others =
    rest.length === 0
      ? ""
      : document({ ...asked, gaps: rest }, random, { version: 1, newGaps: 0, wrong: SOUND_WRONG });
  return { document: `# Engineer\n\n${lines.join("\n\n")}\n\n${others}` };
};

/** Mostly gets its texts wrong. */
const careless: Temper = (asked, random) => ({
  document: document(asked, random, { version: asked.call.round, newGaps: 0, wrong: 0.7 }),
});

/** Writes shorter than what was there. */
const terse: Temper = (asked, random) => ({
  document: document(asked, random, { version: asked.call.round, newGaps: 0, wrong: "losing" }),
});

/** Takes a section as a whole, whoever else has a text in it. */
const sweeping: Temper = (asked, random) => ({
  document: document(asked, random, { version: asked.call.round, newGaps: 0, wrong: "sweeping" }),
});

/** Has its own way with issues; its text is at times the one it had before. */
const withManner =
  (manner: Manner): Temper =>
  (asked, random) => ({
    document: document(asked, random, {
      version: random.chance(0.4) ? 1 : asked.call.round,
      newGaps: 0,
      wrong: 0.05,
      manner,
    }),
  });

const ENGINEERS = {
  sound,
  sloppy,
  silent,
  failing,
  flipping,
  stubborn,
  growing,
  blocked,
  careless,
  terse,
  troubled: troubled(sound),
  limited: limited(sloppy),
  contrary: withManner("contrary"),
  ignoring: withManner("ignoring"),
  deflecting: withManner("deflecting"),
  deferring: withManner("deferring"),
} as const;

/** Not among the moods of the others, so that those stay as they are. */
const APART = { sweeping } as const;

export type EngineerTemper = keyof typeof ENGINEERS | keyof typeof APART | "moody";
export const ENGINEER_TEMPERS: readonly EngineerTemper[] = [
  "sound",
  "sloppy",
  "silent",
  "failing",
  "flipping",
  "stubborn",
  "growing",
  "blocked",
  "careless",
  "terse",
  "troubled",
  "limited",
  "moody",
];

export function engineerOf(temper: EngineerTemper): Temper {
  const proposing: Temper =
    temper === "moody"
      ? (asked, random) => random.pick([sound, sound, ...Object.values(ENGINEERS)])(asked, random)
      : { ...ENGINEERS, ...APART }[temper];
  const manner = MANNERS.find((one) => one === temper) ?? null;
  return (asked, random) => {
    if (asked.call.purpose === "second-survey") return surveyBy(temper, asked, random);
    if (asked.call.purpose !== "answer-issue" || NEVER_ANSWERING.includes(temper))
      return proposing(asked, random);
    return { document: answerDocument(asked.issues, random, manner) };
  };
}

/** Tempers that have nothing to say, or meet trouble first. */
const NEVER_ANSWERING: readonly EngineerTemper[] = ["silent", "failing", "limited"];

export function asFileOrWords(text: string, random: Random): Saying {
  return random.chance(0.2) ? { text } : { document: text };
}
