/** What a passage said and the text in its place does not. */
const LOSS_KINDS = ["heading", "number", "code", "link", "identifier", "negation", "requirement"] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

export interface Loss {
  readonly kind: LossKind;
  /** As the passage had it. */
  readonly what: string;
  /** The resolution names it under `Drops:`. */
  readonly named: boolean;
}

/** A number, a negation or a requirement word can turn a requirement around: the user is asked. */
const ASKED_ABOUT: Record<LossKind, boolean> = {
  heading: false,
  number: true,
  code: false,
  link: false,
  identifier: false,
  negation: true,
  requirement: true,
};

export function isAskedAbout({ kind, named }: Loss): boolean {
  return !named && ASKED_ABOUT[kind];
}

export function lossText({ kind, what }: Loss): string {
  switch (kind) {
    case "heading":
      return `the heading "${what}"`;
    case "negation":
    case "requirement":
      return `the ${kind} word "${what}"`;
    default:
      return `${KIND_WORDS[kind]} ${what}`;
  }
}

const KIND_WORDS = {
  number: "the number",
  code: "the code",
  link: "the link",
  identifier: "the name",
} as const;
