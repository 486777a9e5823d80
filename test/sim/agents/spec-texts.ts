// What the simulated Engineers make of a passage: the passage as it shall read, and all that can be wrong with it.
import type { Random } from "../random.ts";
import type { Asked, Passage } from "./asked.ts";
import type { TextForm } from "./engineer-forms.ts";

/** How somebody settles what is open in a passage. `n` differs from version to version. */
const MENDS: readonly (readonly [RegExp, (n: number) => string])[] = [
  [/^TODO: what[^\n]*\?/m, (n) => `It goes to the workshop within ${n} days.`],
  [/\[NEEDS CLARIFICATION[^\]]*\]/g, (n) => `in ${n} cases`],
  [/\[GAP-[A-Z]{2,10}-\d{3}[a-z]?: [^\]]*\]/g, (n) => `every ${n} months`],
  [/\b(?:TODO|TBD)\b|\?\?\?|___/g, (n) => String(n)],
  [/\bquickly\b/g, (n) => `within ${n} ms`],
  [/<insert address \d+>/g, (n) => `desk${n}@example.org`],
  [/\| open \|/g, () => "| decided |"],
];

function mended(text: string, version: number): string {
  const n = version + 40;
  return MENDS.reduce(
    (all, [mark, by]) => all.replaceAll(new RegExp(mark, `${mark.flags.replace("g", "")}g`), by(n)),
    text,
  );
}

/** Where something that is missing is spoken of, and what is written in its place. */
const ABSENT: readonly (readonly [
  RegExp,
  (found: string, n: number) => string,
  (found: string) => string,
])[] = [
  [/see Section 9\.\d/, () => "see the page of the tool", (found) => found.slice("see Section ".length)],
  [/\[the form\]\([^)\s]*\)/, () => "the form of the desk", (found) => found.slice("[the form](".length, -1)],
  [/As FR-9\d9 says, a tool/, (_, n) => `Within ${n} days a tool`, (found) => found.slice(3, 9)],
  [
    /Reserved --> Parked : nobody came/,
    (found, n) => `${found}\n  Parked --> [*] : after ${n} days`,
    () => "None",
  ],
  [
    /\| Lent \| Stuck \| loss \|/,
    (found, n) => `${found}\n| Stuck | Free | found within ${n} days |`,
    () => "None",
  ],
];

export interface Writing {
  readonly asked: Asked;
  readonly passage: Passage;
  readonly version: number;
  readonly random: Random;
}

type TextTemper = (writing: Writing) => readonly TextForm[];

function sentence({ passage, version }: Writing): string {
  return `The desk decides within ${version + 40} days in the matter of ${wordsOf(passage)}.`;
}

/** So that two texts are not the same, without an id in either. */
function wordsOf({ gaps }: Passage): string {
  return gaps.map((gap) => gap.toLowerCase().replace(/^gap-/, "").replaceAll("-", " number ")).join(" and ");
}

function headingsOf(draft: string): readonly string[] {
  return [...draft.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title?.trim() ?? "");
}

/** The section of the passage, else the one that holds everything. */
function pathOf({ asked, passage }: Writing): string {
  return passage.path ?? headingsOf(asked.draft)[0] ?? "A library of things";
}

function outerPath(writing: Writing): string {
  return pathOf(writing).split(" > ")[0] ?? "A library of things";
}

/** The passage as it shall read, in the way that its kind asks for. */
const good: TextTemper = (writing) => {
  const { passage, version, random } = writing;
  if (passage.text === null) return absent(writing);
  if (passage.entry) return settledEntry(writing);
  if (passage.emptySection) return [{ place: null, text: sentence(writing), drops: "None" }];
  const text = mended(passage.text, version);
  const whole = text === passage.text ? `${text} ${sentence(writing)}` : text;
  return [{ place: null, text: whole, drops: random.chance(0.8) ? "None" : null }];
};

const absent: TextTemper = (writing) => {
  const { asked, passage, version } = writing;
  const titles = passage.gaps.map((gap) => asked.titles.get(gap) ?? "").join(" ");
  const found = ABSENT.flatMap(([spoken, by, drops]) => {
    const [words] = spoken.exec(asked.draft) ?? [];
    const told =
      words !== undefined &&
      titles.includes(drops(words) === "None" ? (/Parked|Stuck/.exec(words)?.[0] ?? "") : drops(words));
    return told
      ? [{ place: `Replaces passage: "${words}"`, text: by(words, version + 40), drops: drops(words) }]
      : [];
  });
  return found.length > 0
    ? found.slice(0, 1)
    : [{ place: `After: ${pathOf(writing)}`, text: sentence(writing), drops: "None" }];
};

const settledEntry: TextTemper = (writing) => {
  const { passage, random } = writing;
  const row = passage.text?.trimStart().startsWith("|") === true;
  const answer: TextForm = { place: `After: ${outerPath(writing)}`, text: sentence(writing), drops: null };
  const gone: TextForm = { place: null, text: "", drops: "None" };
  const listed = /GAP-[A-Z]{2,10}-\d{3}/.test(passage.text ?? "");
  if (!listed && random.chance(0.4)) {
    const text = row
      ? (passage.text ?? "").replace("| open |", "| decided |")
      : `${passage.text} Resolved: whoever is named in the contract.`;
    return [{ place: null, text, drops: "None" }];
  }
  return random.chance(0.5) ? [answer, gone] : [gone, answer];
};

/** The passage as it shall read, named by words of it that stand nowhere else, by its section or beside it. */
const named: TextTemper = (writing) => {
  const { asked, passage, version, random } = writing;
  if (passage.text === null || passage.entry || passage.emptySection) return good(writing);
  const lines = passage.text
    .split("\n")
    .filter((line) => line.trim() !== "" && mended(line, version) !== line);
  const [line] = lines;
  if (line !== undefined && lines.length === 1 && random.chance(0.7)) {
    return [
      { place: `Replaces passage: "${line.trim()}"`, text: mended(line.trim(), version), drops: "None" },
    ];
  }
  const body = sectionBody(asked.draft, pathOf(writing));
  if (body !== null)
    return [{ place: `Replaces: ${pathOf(writing)}`, text: mended(body, version), drops: "None" }];
  return good(writing);
};

/** As the prompt shows it, up to the next heading of its rank. */
function sectionBody(draft: string, path: string): string | null {
  const title = path.split(" > ").at(-1) ?? "";
  const lines = draft.split("\n");
  const at = lines.findIndex(
    (line) => /^#{1,6} /.test(line) && line.replace(/^#{1,6} /, "").trim() === title,
  );
  if (at < 0) return null;
  const rank = /^#+/.exec(lines[at] ?? "")?.[0].length ?? 1;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 9) <= rank);
  const body = (end < 0 ? rest : rest.slice(0, end)).join("\n").trim();
  return body === "" ? null : body;
}

/** More than one place is changed. */
const several: TextTemper = (writing) => [
  ...good(writing),
  {
    place: `After: ${outerPath(writing)}`,
    text: `${sentence(writing)} It is told to everybody.`,
    drops: null,
  },
];

const HOSTILE: readonly string[] = [
  "## Gap Resolution: GAP-SIM-001\n\n**Confidence:** HIGH",
  "```text\nan open fence",
  "<!-- an open comment",
  "### Spec Text\n\nReplaces: A library of things\n\nNothing.",
  "---\nversion: 9\n---",
  "A line\u2028with odd ends\r and \u0000 and \uFEFF in it.",
  "===\n# A library of things\n\n## Known gaps",
  "<details><summary>TODO</summary>",
  "| a | b |\n| --- | --- |\n| GAP-SIM-001 | open |",
  `${"long ".repeat(400)}end.`,
  "Drops: 14, must, not",
  "> \n>> deep\n>>> deeper",
  "<!-- parley-ignore todo-marker: nothing -->",
  "    indented by four\n\n\ttabbed",
  "[^1]: A note.\n\n[ref]: https://example.org",
];

/** Loses what the passage said, at times with a word about it. */
const losing: TextTemper = (writing) => {
  const { random, passage } = writing;
  const { text } = passage;
  if (
    text === null ||
    passage.entry ||
    passage.emptySection ||
    /^[|#]/.test(text.trim()) ||
    text.startsWith("version")
  )
    return good(writing);
  const facts = text.match(/\d+/g)?.join(", ") ?? "";
  return [
    { place: null, text: sentence(writing), drops: random.chance(0.2) ? `${facts}, must, not, never` : null },
  ];
};

const WRONG: readonly TextTemper[] = [
  () => [],
  (writing) => [{ place: "Replaces: A section that nobody wrote", text: sentence(writing), drops: "None" }],
  (writing) => [{ place: 'Replaces passage: "tool"', text: sentence(writing), drops: "None" }],
  (writing) => [
    { place: 'Replaces passage: "words that stand nowhere at all"', text: sentence(writing), drops: null },
  ],
  (writing) => [
    { place: null, text: "", drops: "None" },
    ...(writing.random.chance(0.5) ? several(writing) : []),
  ],
  // Still marked, or marked anew.
  ({ passage, ...writing }) => [
    { place: null, text: `${passage.text ?? ""} ${sentence({ passage, ...writing })}`.trim(), drops: "None" },
  ],
  (writing) => [{ place: null, text: `${sentence(writing)} The rest is TBD.`, drops: "None" }],
  losing,
  // Takes a whole section, and everything marked in it, away.
  (writing) => [{ place: `Replaces: ${pathOf(writing)}`, text: sentence(writing), drops: null }],
  (writing) => [{ place: `Replaces: ${outerPath(writing)}`, text: sentence(writing), drops: null }],
  (writing) => [
    {
      place: `After: ${outerPath(writing)}`,
      text: `As GAP-SIM-777 and ISSUE-R1-001 say, ${sentence(writing)}`,
      drops: "None",
    },
  ],
  (writing) => [
    {
      place: null,
      text: `${mended(writing.passage.text ?? "", writing.version)} ${writing.random.pick(HOSTILE)}`,
      drops: "None",
    },
  ],
  (writing) => [
    ...good(writing),
    {
      place: `After: ${writing.random.pick([pathOf(writing), outerPath(writing)])}`,
      text: writing.random.pick(HOSTILE),
      drops: null,
    },
  ],
];

/** One text for a whole section, with everything that it says but what is open; the other gaps of it are answered beside it. */
export function sweepingTexts(writing: Writing, first: boolean): readonly TextForm[] {
  if (!first) return [{ place: `After: ${outerPath(writing)}`, text: sentence(writing), drops: "None" }];
  const body = sectionBody(writing.asked.draft, pathOf(writing));
  if (body === null) return good(writing);
  return [{ place: `Replaces: ${pathOf(writing)}`, text: mended(body, writing.version), drops: "None" }];
}

/** `share`: how often something is wrong with it; or it mostly loses something. */
export function textsFor(writing: Writing, share: number | "losing"): readonly TextForm[] {
  const { random } = writing;
  if (share === "losing") return (random.chance(0.85) ? losing : good)(writing);
  if (random.chance(share)) return random.pick(WRONG)(writing);
  return random.pick([good, good, good, named, several])(writing);
}
