// What a user does to a gap of their own accord. Each change is a decision that later prompts repeat.
import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import { overrideSeverity } from "../../shared/severity.ts";
import type { Gap } from "../gap.ts";
import { splitGap } from "../gap-split.ts";
import { isOpen } from "../gap-state.ts";
import { gatesFor } from "../gate.ts";
import type { QuestionAnswer } from "../questions/question.ts";
import {
  acceptGap,
  blockGap,
  giveInput,
  putAside,
  recordGapDecision,
  reopenGap,
  unknownGap,
} from "./answers/user-moves.ts";
import type { Draft } from "./draft.ts";
import { requestEnding } from "./end-session.ts";
import { doneWord, type GapChangeName, needsReason, possibleChanges } from "./gap-change.ts";
import { sameTitle } from "./known-names.ts";
import { currentRound, gapsOf, type LiveSession } from "./session.ts";
import type { CommandOf } from "./session-command.ts";

type Command = CommandOf<"ChangeGap">;

export function changeGap(draft: Draft, command: Command): Refusal | null {
  const { gap: id, change, reason } = command;
  const unknown = unknownGap(draft, id);
  if (unknown !== null) return unknown;
  const gap = draft.gap(id);
  if (!possibleChanges(gap).includes(change.do)) return refuseChange(gap, change.do);
  if (needsReason(change.do, gap) && reason.trim() === "") {
    return { refused: "reason", message: `${id} is not ${doneWord(change.do)} without a reason` };
  }
  const before = draft.session;
  const refused = draft.recordFrom({ command: { gap: id, change } }, () => applyChange(draft, command));
  if (refused === null) askGatesAgain(draft, before, id);
  return refused;
}

function applyChange(draft: Draft, { gap: id, change, reason, by }: Command): Refusal | null {
  switch (change.do) {
    case "defer":
      return answerBlocked(draft, id, { option: "defer", rationales: { [id]: reason.trim() }, by }, () =>
        putAside(draft, { gaps: [id], to: "USER_DEFERRED", by, reasonFor: () => reason.trim() }),
      );
    case "close":
      return putAside(draft, {
        gaps: [id],
        to: "WONT_FIX",
        by,
        reasonFor: () => reason.trim(),
        phrase: change.phrase ?? null,
      });
    case "accept":
      return acceptGap(draft, { gap: id, reason: reason.trim(), by });
    case "block":
      return blockGap(draft, { gap: id, blockers: change.by, reason: reason.trim(), by });
    case "reopen":
      return reopenGap(draft, { gap: id, reason: reason.trim(), by });
    case "severity":
      return rate(draft, { gap: id, level: change.level, reason: reason.trim(), by });
    case "unblock":
      return answerBlocked(draft, id, { option: "input", text: change.input, by }, () =>
        giveInput(draft, { gap: id, text: change.input, by }),
      );
    case "split":
      return splitByUser(draft, { gap: id, titles: change.titles, reason: reason.trim(), by });
    default:
      return assertNever(change);
  }
}

type GivenAnswer = Pick<QuestionAnswer, "option" | "by"> & Partial<QuestionAnswer>;

/** Who does what an open question offers has answered it. */
function answerBlocked(
  draft: Draft,
  id: GapId,
  said: GivenAnswer,
  apply: () => Refusal | null,
): Refusal | null {
  const question = draft.session.work.questions.find(
    ({ kind, subject }) => kind === "blocked" && subject.of === "gap" && subject.gap === id,
  );
  if (question === undefined) return apply();
  const bare = { text: null, rationales: {}, gaps: [], phrase: null };
  const answer = { ...bare, ...said, question: question.id };
  draft.emit("QuestionAnswered", { answer });
  return draft.carryOut(answer, apply);
}

function refuseChange(gap: Gap, change: GapChangeName): Refusal {
  const possible = possibleChanges(gap).join(", ");
  return {
    refused: "illegal-transition",
    message: `${gap.id} is ${gap.state.at} and cannot be ${doneWord(change)}${refusalReason(gap, change)}`,
    fix: gap.state.at === "SUPERSEDED" ? "Change its parts." : `Possible now: ${possible}.`,
  };
}

function refusalReason({ state }: Gap, change: GapChangeName): string {
  if (state.at === "SUPERSEDED") return `: ${state.by.join(", ")} took its place`;
  if (change === "unblock") return ": it does not wait for input";
  if (change === "reopen") return ": it is open already";
  if (change === "accept") return isOpen(state.at) ? ": nothing is proposed for it" : "";
  return isOpen(state.at) ? "" : ": only an open gap can";
}

interface Rating {
  readonly gap: GapId;
  readonly level: Gap["severity"]["level"];
  readonly reason: string;
  readonly by: string;
}

/** Either way; said once more of the same level, it still keeps a Reviewer from raising it. */
function rate(draft: Draft, { gap: id, level, reason, by }: Rating): Refusal | null {
  const { title, severity } = draft.gap(id);
  if (severity.level === level && severity.setBy === "user") {
    return { refused: "severity", message: `${id} is ${level} already, by the user's word` };
  }
  const round = currentRound(draft.session);
  draft.emit("GapRated", { gap: id, severity: overrideSeverity(severity, level), round });
  return recordGapDecision(draft, id, {
    title: `Severity of: ${title}`,
    option: "severity",
    decision:
      severity.level === level ? `${id} stays ${level}.` : `${id} is ${level}, not ${severity.level}.`,
    by,
    rationale: reason,
    actionForGap: level,
  });
}

/** What was acknowledged at a gate does not cover a gap that came under it afterwards. */
function askGatesAgain(draft: Draft, before: LiveSession, changed: GapId): void {
  const { ending } = draft.session.work;
  if (ending === null || ending.type === "ABANDONED") return;
  const covered = new Map(gatesFor(gapsOf(before), []).map((gate) => [gate.class, gate.gaps]));
  const uncovered = gatesFor(gapsOf(draft.session), [])
    .filter((gate) => ending.passed.includes(gate.class))
    .some(({ class: gate, gaps }) => gaps.some((id) => !covered.get(gate)?.includes(id)));
  if (!uncovered) return;
  draft.emit("EndingWithdrawn", { reason: `${changed} changed after a gate was passed` });
  // An ending that is no longer to be had stays withdrawn.
  requestEnding(draft, ending.type, ending.trigger);
}

/** A title stands in tables and headings. */
const TITLE_CHARS_MAX = 200;

interface UserSplit {
  readonly gap: GapId;
  readonly titles: readonly string[];
  readonly reason: string;
  readonly by: string;
}

/** The parts enter first, so that whatever pointed to the whole finds them when it goes. */
function splitByUser(draft: Draft, { gap: id, titles: given, reason, by }: UserSplit): Refusal | null {
  const titles = given.map((title) => title.replaceAll(/\s+/g, " ").trim());
  const unfit = titleRefusal(titles);
  if (unfit !== null) return unfit;
  const whole = draft.gap(id);
  const round = currentRound(draft.session);
  const split = splitGap(whole, {
    actor: "User",
    round,
    parts: titles.map((title) => ({ title, description: whole.description })),
    used: draft.session.ledger.gapIds,
  });
  if (isRefusal(split)) return split;
  for (const gap of split.subGaps) draft.emit("GapEntered", { gap: enterPart(gap), alias: null });
  const into = split.subGaps.map((gap) => gap.id);
  draft.move(
    id,
    { actor: "User", to: "SUPERSEDED", round, grounds: { because: "split", into } },
    reason === "" ? null : reason,
  );
  askAboutParts(draft, id, into);
  const parts = split.subGaps.map((gap) => `${gap.id} (${gap.title})`).join(", ");
  return recordGapDecision(draft, id, {
    title: `Split: ${whole.title}`,
    option: "split",
    gaps: [id, ...into],
    decision: `${id} is split into ${parts}.`,
    by,
    rationale: reason === "" ? null : reason,
    actionForEngineer: "Resolve each part on its own.",
    actionForGap: "SUPERSEDED",
  });
}

/** What was asked about an issue of the whole is about the parts by now, and is asked again in their names. */
function askAboutParts(draft: Draft, whole: GapId, parts: readonly GapId[]): void {
  for (const { id, subject } of draft.session.work.questions) {
    const about = subject.of === "conflict" ? subject.conflict : subject.of === "flag" ? subject.issue : null;
    const gaps = about === null ? [] : (draft.session.work.issues[about]?.issue.gaps ?? []);
    if (!gaps.some((gap) => parts.includes(gap))) continue;
    draft.emit("QuestionWithdrawn", { question: id, reason: `${whole} was split into ${parts.join(", ")}` });
  }
}

/** A part enters as what its whole had become. */
function enterPart(gap: Gap): Gap {
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
