// The Engineers of the simulation, each with a temper.
import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";
import { corpusForm } from "./corpus-forms.ts";
import { dressed } from "./dress.ts";
import { disagreeForm, newGapRow, resolutionForm, responseForm } from "./engineer-forms.ts";
import type { Saying, Temper } from "./saying.ts";
import { failing, silent } from "./silence.ts";
import { limited, troubled } from "./troubles.ts";

function document(asked: Asked, random: Random, about: { version: number; newGaps: number }): string {
  const { gaps, issues, call } = asked;
  const taken = random.chance(0.15) ? random.some(gaps) : gaps;
  const sections = taken.map((gap, index) => {
    const rows = Array.from({ length: index === 0 ? about.newGaps : 0 }, () => newGapRow(random, call.round));
    return resolutionForm({ gap, version: about.version, newGaps: rows });
  });
  const answers = issues.filter(() => random.chance(0.8)).map(responseForm);
  const against = issues.length > 0 && random.chance(0.1) ? [disagreeForm(random.pick(issues))] : [];
  return ["# Engineer", ...sections, ...answers, ...against].join("\n\n");
}

const sound: Temper = (asked, random) => ({
  document: document(asked, random, {
    version: asked.call.round,
    newGaps: random.chance(0.1) ? 1 : 0,
  }),
});

const sloppy: Temper = (asked, random) => {
  const text = random.chance(0.35)
    ? corpusForm("engineer", asked, random)
    : document(asked, random, { version: asked.call.round, newGaps: random.chance(0.2) ? 1 : 0 });
  return asFileOrWords(dressed(text, random), random);
};

/** Goes back and forth between two texts. */
const flipping: Temper = (asked, random) => ({
  document: document(asked, random.fork("the same"), { version: 1 + (asked.call.round % 2), newGaps: 0 }),
});

/** Says the same again and again. */
const stubborn: Temper = (asked, random) => ({
  document: document(asked, random.fork("the same"), { version: 1, newGaps: 0 }),
});

const growing: Temper = (asked, random) => ({
  document: document(asked, random, { version: asked.call.round, newGaps: random.int(1, 3) }),
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
    rest.length === 0 ? "" : document({ ...asked, gaps: rest }, random, { version: 1, newGaps: 0 });
  return { document: `# Engineer\n\n${lines.join("\n\n")}\n\n${others}` };
};

const ENGINEERS = {
  sound,
  sloppy,
  silent,
  failing,
  flipping,
  stubborn,
  growing,
  blocked,
  troubled: troubled(sound),
  limited: limited(sloppy),
} as const;

export type EngineerTemper = keyof typeof ENGINEERS | "moody";
export const ENGINEER_TEMPERS: readonly EngineerTemper[] = [
  "sound",
  "sloppy",
  "silent",
  "failing",
  "flipping",
  "stubborn",
  "growing",
  "blocked",
  "troubled",
  "limited",
  "moody",
];

export function engineerOf(temper: EngineerTemper): Temper {
  if (temper !== "moody") return ENGINEERS[temper];
  return (asked, random) => random.pick([sound, sound, ...Object.values(ENGINEERS)])(asked, random);
}

export function asFileOrWords(text: string, random: Random): Saying {
  return random.chance(0.2) ? { text } : { document: text };
}
