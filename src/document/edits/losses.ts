// What a passage says that must not be lost unnoticed: numbers, code, links, identifiers, negations, requirement words.
// It is compared as sets and by form alone: whether a loss matters is for people and reviewers to say.

import type { Loss, LossKind } from "../../core/documents/loss.ts";

export interface Fact {
  readonly kind: LossKind;
  /** As it is written first. */
  readonly shown: string;
  readonly key: string;
}

/** The words of each class; what counts is whether any is there. */
const NEGATIONS = ["not", "no", "never", "none", "neither", "nor", "without", "cannot", "nothing", "nobody"];
const REQUIREMENTS = ["must", "shall", "should", "may", "required", "recommended", "optional"];

const LIST_NUMBER = /^[ \t]*\d{1,9}[.)](?=[ \t])/gm;
const CODE_SPAN = /(?<!`)(?:`([^`\n]{1,200})`|``([^`\n]{1,200})``|```([^`\n]{1,200})```)(?!`)/g;
const LINKS = [
  /\]\(\s{0,4}<?([^\s()<>]{1,500})/gi,
  /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,8}<?([^\s<>]{1,500})/gim,
  /\b(?:href|src)\s{0,4}=\s{0,4}["']([^"'\s]{1,500})/gi,
  /<((?:https?|mailto):[^\s<>]{1,500})>/gi,
  /(?<![(<\w])(https?:\/\/[^\s<>()[\]]{1,500})/gi,
];
/** A word and the parts it is joined to; a minus belongs to it where it is a sign. */
const WORD =
  /(?:(?<![\p{L}\p{N}_$)\]])[-−](?=\p{N}))?[\p{L}\p{N}_$][\p{L}\p{N}_$'’]*(?:[-./:@][\p{L}\p{N}_$]+)*/gu;
const NUMBER = /^[-−]?\p{N}[\p{N}.,]*/u;

export function factsOf(text: string): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  const add = (kind: LossKind, shown: string, key: string) => {
    const id = `${kind} ${key}`;
    if (!facts.has(id)) facts.set(id, { kind, shown, key: id });
  };
  const said = ungrouped(withoutComments(text.normalize("NFC")).replace(LIST_NUMBER, " "));
  const withoutLinks = LINKS.reduce(
    (rest, link) =>
      rest.replace(link, (_, target: string) => {
        const url = target.replace(/[.,;:!?]$/, "");
        add("link", url, url.toLowerCase());
        return " ";
      }),
    said,
  );
  const withoutCode = withoutLinks.replace(CODE_SPAN, (_, ...[one, two, three]: (string | undefined)[]) => {
    const code = one ?? two ?? three ?? "";
    add("code", `\`${code.trim()}\``, code.trim().toLowerCase());
    return " ";
  });
  for (const [word] of withoutCode.matchAll(WORD)) readWord(word, add);
  return facts;
}

function withoutComments(text: string): string {
  let said = "";
  let at = 0;
  for (let open = text.indexOf("<!--"); open >= 0; open = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", open + "<!--".length);
    if (end < 0) break;
    said += `${text.slice(at, open)} `;
    at = end + "-->".length;
  }
  return said + text.slice(at);
}

function readWord(word: string, add: (kind: LossKind, shown: string, key: string) => void): void {
  const lower = word.toLowerCase().replaceAll("’", "'");
  for (const part of lower.split(/[-./:@]/)) {
    if (NEGATIONS.includes(part) || part.endsWith("n't")) add("negation", word, "any");
    if (REQUIREMENTS.includes(part)) add("requirement", word, "any");
  }
  if (NUMBER.test(lower)) {
    // `3-5`, `10:30` and `2027-01-31` are several; `5-minute` is one.
    for (const part of lower.replace("−", "-").split(/(?<=.)[-/:]/)) {
      const number = NUMBER.exec(part)?.[0].replace(/(?<![.,])[.,]+$/, "");
      if (number !== undefined) add("number", number, number);
    }
    return;
  }
  const named = word.replace(/(?<!['’.])['’.]+$/, "");
  const isName = /[\d_@]/.test(named) || /\p{Ll}\p{Lu}/u.test(named);
  if (isName) add("identifier", named, named.toLowerCase());
}

/** `1,000`, `1 000`, `1'000` and `1_000` are `1000`. */
const SEPARATORS = [",", "'", "’", "_", "\u00A0", "\u202F", " "];
/** `1,000,000` is one number if the same mark stands between all of its groups. */
const GROUPED = new RegExp(
  `(?<![\\d.,])\\d{1,3}(?:${SEPARATORS.map((mark) => `(?:${mark}\\d{3}){1,6}`).join("|")})(?!\\d)`,
  "g",
);

function ungrouped(text: string): string {
  return text.replaceAll(GROUPED, (number) => number.replaceAll(/[^\d]/g, ""));
}

/** What the passages say and the new texts do not. */
export function lossesOf(
  replaced: readonly string[],
  texts: readonly string[],
  drops: string,
): readonly Loss[] {
  const kept = new Set(texts.flatMap((text) => [...factsOf(text.replaceAll(STRUCK, " ")).keys()]));
  // Whoever says that nothing is dropped names nothing, whatever follows.
  const said = DENIED.test(drops) ? "" : drops.normalize("NFC");
  const named = factsOf(said);
  const lost = new Map(replaced.flatMap((text) => [...factsOf(text)]).filter(([key]) => !kept.has(key)));
  return [...lost.values()].map(({ kind, shown, key }) => ({
    kind,
    what: shown,
    named: named.has(key) || isQuoted({ kind, shown }, said),
  }));
}

const STRUCK = /~~[^~\n]{1,500}~~/g;
const DENIED = /^\s*[*_`]{0,3}(?:none|nothing|n\/a|-)(?![\p{L}\p{N}])/iu;

function isQuoted({ kind, shown }: Pick<Fact, "kind" | "shown">, drops: string): boolean {
  if (kind === "negation" || kind === "requirement") return false;
  return shown.length >= QUOTED_MIN && drops.toLowerCase().includes(shown.toLowerCase());
}

const QUOTED_MIN = 3;
