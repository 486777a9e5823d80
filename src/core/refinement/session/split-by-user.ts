import type { GapId } from "../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import type { Gap } from "../gap.ts";
import { splitGap } from "../gap-split.ts";
import type { Draft } from "./draft.ts";
import { sameTitle } from "./same-title.ts";
import { currentRound, takenGapIds } from "./session.ts";

/** A title stands in tables and headings. */
const TITLE_CHARS_MAX = 200;

interface SplitWish {
  readonly gap: GapId;
  readonly titles: readonly string[];
  readonly reason: string;
  readonly by: string;
}

/** The parts enter first, so that whatever pointed to the whole finds them when it goes. */
export function splitByUser(draft: Draft, { gap: id, titles: given, reason, by }: SplitWish): Refusal | null {
  const titles = given.map((title) => title.replaceAll(/\s+/g, " ").trim());
  const unfit = titleRefusal(titles);
  if (unfit !== null) return unfit;
  const whole = draft.gap(id);
  const round = currentRound(draft.session);
  const split = splitGap(whole, {
    actor: "User",
    round,
    parts: titles.map((title) => ({ title, description: whole.description })),
    used: takenGapIds(draft.session),
  });
  if (isRefusal(split)) return split;
  for (const gap of split.subGaps) draft.emit("GapEntered", { gap: entered(gap), alias: null });
  const into = split.subGaps.map((gap) => gap.id);
  draft.move(
    id,
    { actor: "User", to: "SUPERSEDED", round, grounds: { because: "split", into } },
    reason === "" ? null : reason,
  );
  const parts = split.subGaps.map((gap) => `${gap.id} (${gap.title})`).join(", ");
  return draft.recordDecision({
    title: `Split: ${whole.title}`,
    about: { of: "other", option: "split" },
    gaps: [id, ...into],
    severity: whole.severity.level,
    decision: `${id} is split into ${parts}.`,
    rationale: reason === "" ? null : reason,
    constraints: null,
    actionForEngineer: "Resolve each part on its own.",
    actionForGap: "SUPERSEDED",
    decidedBy: by,
  });
}

/** A part enters as what its whole had become. */
function entered(gap: Gap): Gap {
  return { ...gap, severity: { ...gap.severity, enteredAs: gap.severity.level } };
}

function titleRefusal(titles: readonly string[]): Refusal | null {
  const refused = "title";
  if (titles.includes("")) return { refused, message: "a part needs a title" };
  const long = titles.find((title) => title.length > TITLE_CHARS_MAX);
  if (long !== undefined) {
    return { refused, message: `a title of ${long.length} characters, of at most ${TITLE_CHARS_MAX}` };
  }
  const twice = titles.find((title, index) =>
    titles.slice(0, index).some((other) => sameTitle(other, title)),
  );
  return twice === undefined ? null : { refused, message: `two parts are called "${twice}"` };
}
