// Surveys as the simulated agents write them: none, a few, far too many, of what is marked already, and wrong ones.
import { type HoleText, surveyText } from "../../support/survey-text.ts";
import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";
import { dressed } from "./dress.ts";
import type { Saying, Temper } from "./saying.ts";
import { failing, silent } from "./silence.ts";
import { limited, trouble } from "./troubles.ts";

const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "LOW"] as const;
const QUESTIONS: readonly string[] = [
  "Who may change it",
  "How long is a record of it kept",
  "What happens when two people ask at the same moment",
  "Which error does a caller get",
  "How large may it grow",
  "In which order are they served",
  "What becomes of what exists already",
];
/** More than any bound lets in. */
const MANY = 36;

function holesIn(asked: Asked, random: Random): readonly HoleText[] {
  const count = random.pick([0, 0, 1, 1, 2, 4, 7, MANY]);
  const holes = Array.from({ length: count }, (_, index) => drawHole(asked, { random, index, count }));
  // Somebody repeats themselves.
  return holes.length > 0 && random.chance(0.3) ? [...holes, random.pick(holes)] : holes;
}

interface Drawing {
  readonly random: Random;
  readonly index: number;
  readonly count: number;
}

function drawHole(asked: Asked, { random, index, count }: Drawing): HoleText {
  const place = random.pick(asked.sections);
  const passage = random.chance(0.6) ? passageIn(asked.source, random) : null;
  const number = count === MANY || random.chance(0.3) ? ` in case ${index + 1000}` : "";
  const blockers = ["None.", "None.", String(random.int(1, count)), "GAP-SIM-001", "GAP-NONE-001"];
  return {
    title: `${random.pick(QUESTIONS)}${number}?`,
    severity: random.pick(SEVERITIES),
    place,
    blockedBy: random.pick(blockers),
    ...(passage === null ? {} : { passage }),
  };
}

/** A line as it stands there; often one that is marked, which the linter has found, too. */
function passageIn(source: string, random: Random): string | null {
  const lines = source.split("\n").filter((line) => /^[A-Z][^|`]{10,}$/.test(line));
  const marked = lines.filter((line) => /TODO|TBD|\?\?\?|NEEDS CLARIFICATION/.test(line));
  const among = marked.length > 0 && random.chance(0.4) ? marked : lines;
  return among.length === 0 ? null : random.pick(among);
}

function completeIn(asked: Asked, holes: readonly HoleText[]): readonly string[] {
  const named = new Set(holes.map(({ place }) => place));
  return asked.sections.filter((path) => !named.has(path));
}

type Mistake = (holes: readonly HoleText[], complete: readonly string[]) => string;

const EXAMPLE: HoleText = { title: "Who pays?", place: "A section that nobody wrote" };

/** Each of them fails the gate, whatever the survey says beside it. */
const MISTAKES: readonly Mistake[] = [
  (holes, complete) => surveyText([...holes, EXAMPLE], complete),
  (holes, complete) =>
    surveyText([...holes, { ...EXAMPLE, place: complete[0] ?? "-", passage: "Words of nobody." }], complete),
  (holes, complete) => surveyText([...holes, { ...EXAMPLE, place: complete[0] ?? "-", severity: "soon" }]),
  (holes, complete) => surveyText([...holes, { ...EXAMPLE, title: "Money" }], complete),
  (holes, complete) =>
    `${surveyText([...holes, { ...EXAMPLE, place: complete[0] ?? "-" }], complete)}\nNO_GAPS_FOUND\n`,
  () => surveyText([]),
  () => "# Survey\n\n> NO_GAPS_FOUND\n",
  () => "All of it is clear to me.\n",
];

/** `wrong`: how often something is the matter with it. */
function survey(asked: Asked, random: Random, wrong: number): string {
  const holes = holesIn(asked, random);
  const complete = completeIn(asked, holes);
  return random.chance(wrong) ? random.pick(MISTAKES)(holes, complete) : surveyText(holes, complete);
}

const USUAL_WRONG = 0.25;
const sound: Temper = (asked, random) => ({ document: survey(asked, random, USUAL_WRONG) });

/** Whoever is so in a round is so here. */
export function surveyBy(temper: string, asked: Asked, random: Random): Saying {
  switch (temper) {
    case "silent":
      return random.chance(0.6) ? silent(asked, random) : sound(asked, random);
    case "failing":
      return random.chance(0.6) ? failing(asked, random) : sound(asked, random);
    case "troubled":
      return random.chance(0.4) ? trouble(sound(asked, random), random) : sound(asked, random);
    case "limited":
      return random.chance(0.4) ? limited(sound)(asked, random) : sound(asked, random);
    case "sloppy":
      return { document: dressed(survey(asked, random, 0.5), random) };
    default:
      return sound(asked, random);
  }
}
