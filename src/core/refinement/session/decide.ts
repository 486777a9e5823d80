import { assertNever } from "../../shared/assert-never.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import type { Decider } from "../../shared/decider.ts";
import { refuseNewer } from "../../shared/newer-parley.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { isSettledByText } from "../gap-state.ts";
import { finishCall, sealCall, startCall } from "./agent-call.ts";
import { amendAnswer } from "./answers/amend-answer.ts";
import { answerQuestion } from "./answers/answer-question.ts";
import { dropRollback } from "./answers/answer-rollback.ts";
import { changeGap } from "./change-gap.ts";
import { Draft } from "./draft.ts";
import { requestEnding } from "./end-session.ts";
import { sessionFold } from "./evolve.ts";
import { followUp } from "./follow-up.ts";
import { enterPause, goOn } from "./halt.ts";
import { mediate } from "./mediate.ts";
import { copiedAppends } from "./open-fork.ts";
import { owesSpec, RULES, RULES_OF_EDITS } from "./owed.ts";
import { renewTasks } from "./person-calls.ts";
import { recoverDecisions } from "./recover-decisions.ts";
import {
  analyseRollback,
  changeRollbackMode,
  noteArchive,
  requestRollback,
  undoRounds,
} from "./roll-back.ts";
import type { LiveSession, Session } from "./session.ts";
import type { CommandOf, SessionCommand } from "./session-command.ts";
import { makeSessionEvent, type SessionEvent } from "./session-event.ts";

/** The only maker of a session's events. */
export function decide(command: SessionCommand, session: Session): readonly SessionEvent[] | Refusal {
  if (command.type === "StartSession") return start(command, session);
  if (command.type === "ForkSession") return fork(command, session);
  if (session.at === "none") return refuse("no-session", "the session has not started");
  const newer = refuseNewerRules(session);
  if (newer !== null) return newer;
  if (command.type === "PublishSpec") return publish(command, session);
  if (command.type === "ChooseOutput") return chooseOutput(command, session);
  if (command.type === "PlaceEdits") return placeEdits(command, session);
  if (session.at === "ended" && !isAboutArchives(command, session)) return refuseEnded(command, session);
  const draft = new Draft(session, command.at, viaOf(command));
  const refused = applyCommand(command, draft);
  if (refused !== null) return refused;
  if (isUsersWord(command)) renewTasks(draft, session);
  followUp(draft);
  return draft.events;
}

function isUsersWord({ type }: SessionCommand): boolean {
  return (
    type === "AnswerQuestion" || type === "AmendAnswer" || type === "ChangeGap" || type === "RecoverDecisions"
  );
}

/** What becomes of the archives is settled after the end, and one that is still to be written is written then. */
function isAboutArchives(command: SessionCommand, { work }: LiveSession): boolean {
  if (command.type === "ClearArchives" || command.type === "NoteArchive") return true;
  if (command.type !== "AnswerQuestion") return false;
  return work.questions.some(({ id, kind }) => id === command.answer.question && kind === "archives");
}

function refuseEnded({ type }: SessionCommand, { id }: LiveSession): Refusal {
  const refused = refuse("ended", `the session ${id} has ended`);
  if (type !== "RequestRollback") return refused;
  return { ...refused, fix: `Begin again from one of its rounds: parley fork ${id} --at ROUND.` };
}

/** Rules that are not known here would be broken: a session of newer ones is only looked at. */
export function refuseNewerRules({ id, rules }: LiveSession): Refusal | null {
  return rules > RULES
    ? refuseNewer(`session/${id}`, `its rules (${rules}, where these are ${RULES})`)
    : null;
}

function viaOf(command: SessionCommand): DecidedVia | undefined {
  if (command.type === "AnswerQuestion" || command.type === "AmendAnswer") return command.answer.via;
  return command.type === "ChangeGap" || command.type === "RecoverDecisions" ? command.via : undefined;
}

function start(command: CommandOf<"StartSession">, session: Session): readonly SessionEvent[] | Refusal {
  if (session.at !== "none") return refuse("exists", `the session ${session.id} has started already`);
  const { session: id, spec, settings, gaps, settled = [], at } = command;
  const known = settled.length === 0 ? {} : { settled };
  return [
    makeSessionEvent("SessionStarted", at, { session: id, spec, settings, gaps, ...known, rules: RULES }),
  ];
}

function fork(command: CommandOf<"ForkSession">, session: Session): readonly SessionEvent[] | Refusal {
  const { session: id, origin, version, chainHash, cut, at } = command;
  if (session.at !== "none") return refuse("exists", `the session ${session.id} has started already`);
  const copied = copiedAppends(command.appends, id);
  const appends = copied.map(({ length }) => length);
  const events = [
    makeSessionEvent("SessionForked", at, { origin, version, chainHash, cut, appends }),
    ...copied.flat(),
    makeSessionEvent("ForkOpened", at, { session: id }),
  ];
  const forked = events.reduce(sessionFold.evolve, session);
  if (forked.at === "none" || forked.at === "ended")
    return refuse("no-past", `nothing of ${origin} up to version ${version} can be gone on from`);
  return refuseNewerRules(forked) ?? events;
}

/** Once: whoever comes second has written the same. */
function publish(
  { type: _, at, ...published }: CommandOf<"PublishSpec">,
  session: LiveSession,
): readonly SessionEvent[] | Refusal {
  if (!owesSpec(session) && session.ledger.published === null)
    return refuse("no-spec", `the session ${session.id} leaves no spec behind`);
  return session.ledger.published === null ? [makeSessionEvent("SpecPublished", at, published)] : [];
}

/** As long as it is not written, also after the end. */
function chooseOutput(
  { out, at }: CommandOf<"ChooseOutput">,
  { id, spec, ledger: { ended, published } }: LiveSession,
): readonly SessionEvent[] | Refusal {
  if (published !== null)
    return refuse("published", `the finished spec of ${id} is written already: ${published.path}`);
  if (ended?.type === "ABANDONED") return refuse("no-spec", `the session ${id} leaves no spec behind`);
  return spec.out === out ? [] : [makeSessionEvent("OutputChosen", at, { out })];
}

/** Once, for a session that began before texts were edits. */
function placeEdits(
  { chars, origins, edits, at }: CommandOf<"PlaceEdits">,
  session: LiveSession,
): readonly SessionEvent[] | Refusal {
  if (session.rules >= RULES_OF_EDITS) return [];
  const accepted = edits
    .map(({ gap }) => gap)
    .filter((gap) => isSettledByText(session.work.gaps[gap]?.state.at ?? "OPEN"));
  return [makeSessionEvent("EditsPlaced", at, { rules: RULES, chars, origins, edits, accepted })];
}

type OngoingCommand = Exclude<
  SessionCommand,
  { readonly type: "StartSession" | "ForkSession" | "PublishSpec" | "ChooseOutput" | "PlaceEdits" }
>;

function applyCommand(command: OngoingCommand, draft: Draft): Refusal | null {
  switch (command.type) {
    case "ChangeSettings":
      draft.changeSettings(command.settings, command.because);
      return null;
    case "Mediate":
      return mediate(draft, command);
    case "StartCall":
      return startCall(draft, command);
    case "SealCall":
      return sealCall(draft, command);
    case "FinishCall":
      return finishCall(draft, command);
    case "AnswerQuestion":
      return answerQuestion(draft, command);
    case "AmendAnswer":
      return amendAnswer(draft, command);
    case "RequestEnding":
      return requestEnding(draft, command.ending, command.trigger);
    case "ChangeGap":
      return changeGap(draft, command);
    case "RequestRollback":
      return requestRollback(draft, { ...command, trigger: "user" });
    case "DropRollback":
      return dropRollback(draft, `dropped by ${command.by}`, "ask");
    case "AnalyseRollback":
      return analyseRollback(draft, command);
    case "UndoRounds":
      return undoRounds(draft, command);
    case "NoteArchive":
      return noteArchive(draft, command);
    case "ChangeRollbackMode":
      return changeRollbackMode(draft, command);
    case "RecoverDecisions":
      return recoverDecisions(draft, command.decisions, command.by);
    case "ClearArchives":
      draft.emit("ArchivesCleared", { detail: command.detail });
      return null;
    case "Pause":
      return pauseSession(draft, command.by, command.because);
    case "Resume":
      return resumeSession(draft, command.by);
    default:
      return assertNever(command);
  }
}

function pauseSession(draft: Draft, by: string, because: string): Refusal | null {
  if (draft.session.at === "paused")
    return refuse("paused", `the session ${draft.session.id} is paused already`);
  enterPause(draft, by, because);
  return null;
}

function resumeSession(draft: Draft, by: string): Refusal | null {
  if (draft.session.at !== "paused")
    return refuse("not-paused", `the session ${draft.session.id} is not paused`);
  goOn(draft, by);
  return null;
}

function refuse(refused: string, message: string): Refusal {
  return { refused, message };
}

export const sessionDecider: Decider<SessionCommand, Session, SessionEvent> = { ...sessionFold, decide };
