// What both roles hold on to in a session, as a list and one by one with both sides in full.

import { CONFLICT_TYPE_WORDS, OPTION_WORDS } from "../../core/documents/decisions-document.ts";
import { type Conflict, positionsOf } from "../../core/refinement/conflicts/conflict.ts";
import { ENGINEER_ALTERNATIVE } from "../../core/refinement/conflicts/conflict-options.ts";
import { groundWords } from "../../core/refinement/conflicts/disagreement.ts";
import {
  type ArguedIssue,
  answerWords,
  IMPLICIT_NOTE,
  optionsOf,
} from "../../core/refinement/questions/conflict-questions.ts";
import type { Question } from "../../core/refinement/questions/question.ts";
import { queueOf, undecidedIssues } from "../../core/refinement/session/disputed.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { decidedWords } from "../../core/refinement/session/evolve-issues.ts";
import type { LiveSession, Session } from "../../core/refinement/session/session.ts";
import { type Piece, SOURCE, type SpecEdit } from "../../core/refinement/spec-draft.ts";
import { compareIssueIds } from "../../core/shared/issue-id.ts";
import { roundFolder } from "../../core/shared/round-folder.ts";
import type { Blobs } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import type { OpenProject } from "../project.ts";
import type { ConflictRow, ConflictView, CriticisedPassage, EngineerSide } from "../wire/conflict.ts";
import { precedentsOf } from "./decisions.ts";
import { findSession, streamOf } from "./find-session.ts";
import { foldSession } from "./look-at-session.ts";
import { systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

export async function listConflicts(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly all: boolean },
): Outcome<readonly ConflictRow[]> {
  return await withSessionAtRest(context, input.session, async (_, session) => {
    const settled = input.all ? settledConflicts(session) : [];
    return [...queueOf(session), ...pendingConflicts(session), ...settled].map((argued) =>
      rowOf(session, argued),
    );
  });
}

export async function showConflict(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly issue: string },
): Outcome<ConflictView> {
  return await withSessionAtRest(context, input.session, async (project, session) => {
    const argued = findConflict(session, input.issue);
    if (isFailure(argued)) return argued;
    const then = argued.conflict.state.at === "open" ? session : await lastOpen(project, session, argued);
    return {
      ...rowOf(session, argued),
      ...sidesOf(argued),
      answers: answersTo(session, argued.conflict),
      passages: await passagesOf(then, argued, project.store),
      options: optionsOf(argued).map(({ option, title, text, tradeOff, recommended, draftedBy }) => {
        const position = title === ENGINEER_ALTERNATIVE ? title : OPTION_WORDS[option];
        return { option, position, text, tradeOff, recommended, draftedBy };
      }),
      precedents: await precedentsOf(project.store, session, argued.conflict.id),
    };
  });
}

/** The session when a conflict was last open: what came of it was about the texts of then. */
async function lastOpen(
  { store }: OpenProject,
  session: LiveSession,
  { conflict }: ArguedIssue,
): Promise<LiveSession> {
  let [now, then]: [Session, LiveSession] = [sessionFold.initial, session];
  for (const event of (await store.load(sessionStream(session.id))).map(sessionFold.upcast)) {
    now = sessionFold.evolve(now, event);
    if (now.at !== "none" && now.work.conflicts[conflict.id]?.state.at === "open") then = now;
  }
  return then;
}

async function withSessionAtRest<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (project: OpenProject, session: LiveSession) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const session = await foldSession(project.store, streamOf(listed));
    if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
    return await use(project, session);
  });
}

interface ListedConflict extends ArguedIssue {
  readonly pending?: true;
}

/** What is stated and not answered yet, as the conflict that it becomes unless the Reviewer gives way. */
function pendingConflicts(session: LiveSession): readonly ListedConflict[] {
  return undecidedIssues(session).flatMap(({ id, pending }): readonly ListedConflict[] => {
    const [entry, disagreement] = [session.work.issues[id], session.work.disagreements[id]];
    if (pending === undefined || entry === undefined || disagreement === undefined) return [];
    const source = { type: "EXPLICIT", disagreement, reviewer: { said: "no-review" } } as const;
    const state = { at: "open" } as const;
    return [{ conflict: { id, round: disagreement.round, source, draft: null, state }, entry, pending }];
  });
}

/** Oldest first. */
function settledConflicts({ work: { conflicts, issues } }: LiveSession): readonly ArguedIssue[] {
  return Object.values(conflicts)
    .filter(({ state }) => state.at !== "open")
    .flatMap((conflict) => {
      const entry = issues[conflict.id];
      return entry === undefined ? [] : [{ conflict, entry }];
    })
    .sort((a, b) => compareIssueIds(a.conflict.id, b.conflict.id));
}

function findConflict(session: LiveSession, wanted: string): ListedConflict | Failure {
  const all: readonly ListedConflict[] = [
    ...queueOf(session),
    ...pendingConflicts(session),
    ...settledConflicts(session),
  ];
  const id = wanted.toUpperCase();
  const found = all.find(
    ({ conflict, entry }) => conflict.id === id || entry.aliases.some((alias) => alias.toUpperCase() === id),
  );
  if (found !== undefined) return found;
  const ids = all.map(({ conflict }) => conflict.id);
  return notFoundFailure(
    "no-conflict",
    `there is no conflict on ${wanted} in ${session.id}`,
    suggestOr(id, ids, ids.length === 0 ? "there is none at all" : `conflicts: ${ids.join(", ")}`),
  );
}

function rowOf(session: LiveSession, { conflict, entry, pending }: ListedConflict): ConflictRow {
  const queue = queueOf(session).map((argued) => argued.conflict.id);
  const at = queue.indexOf(conflict.id);
  return {
    session: session.id,
    issue: conflict.id,
    title: entry.title,
    severity: entry.issue.severity,
    gaps: entry.issue.gaps,
    type: CONFLICT_TYPE_WORDS[conflict.source.type],
    round: conflict.round,
    state: pending ? "pending" : conflict.state.at,
    number: at < 0 || session.at === "ended" ? null : at + 1,
    of: queue.length,
    outcome: outcomeOf(session, conflict),
    ...questionsOn(session, conflict),
  };
}

function outcomeOf({ work, ledger: { ended } }: LiveSession, { state }: Conflict): string | null {
  if (state.at === "open")
    return ended === null ? null : `the session ended as ${ended.type} before it was decided`;
  return state.at === "decided" ? decidedWords(work, state.decision) : state.reason;
}

function questionsOn(
  { work: { questions } }: LiveSession,
  { id, state }: Conflict,
): Pick<ConflictRow, "question" | "after"> {
  const asked = questions.find((question) => isAbout(question, id));
  const rate = questions.find(({ subject }) => subject.of === "rate");
  const isHeld = asked === undefined && state.at === "open";
  return { question: asked?.id ?? null, after: isHeld ? (rate?.id ?? null) : null };
}

function isAbout({ subject }: Question, id: Conflict["id"]): boolean {
  if (subject.of === "conflicts") return subject.conflicts.includes(id);
  return subject.of === "conflict" && subject.conflict === id;
}

function answersTo({ work: { questions } }: LiveSession, { id }: Conflict): readonly string[] {
  const asked = questions.find((question) => isAbout(question, id));
  return asked?.options.map((option) => option.id) ?? [];
}

type Sides = Pick<ConflictView, "reviewer" | "engineer" | "note" | "answer" | "location">;

function sidesOf({ conflict, entry, pending }: ListedConflict): Sides {
  const { source } = conflict;
  const positions = positionsOf(conflict, entry);
  const explicit = source.type === "EXPLICIT" ? source : null;
  return {
    reviewer: {
      text: positions.reviewer,
      file: `${roundFolder(entry.issue.round)}/reviewer.md`,
      line: entry.source?.line ?? null,
      impact: entry.impact,
    },
    engineer: {
      text: positions.engineer,
      ...(explicit === null ? unstatedSide(conflict) : statedSide(explicit.disagreement)),
    },
    note: explicit === null ? IMPLICIT_NOTE : null,
    answer: explicit === null || pending ? null : answerWords(explicit.reviewer),
    location: entry.location,
  };
}

type Stated = Extract<Conflict["source"], { readonly type: "EXPLICIT" }>["disagreement"];

function statedSide(stated: Stated): Omit<EngineerSide, "text"> {
  const { rationale, alternative, restsOn, round, line } = stated;
  const file = `${roundFolder(round)}/engineer.md`;
  return { rationale, alternative, restsOn: groundWords(restsOn), file, line };
}

/** Where the documents show that nothing was said. */
function unstatedSide({ source }: Conflict): Omit<EngineerSide, "text"> {
  const flag = source.type === "IMPLICIT_CONVERTED" ? source.flag : null;
  const [first] = flag?.evidence ?? [];
  return {
    rationale: null,
    alternative: null,
    restsOn: null,
    file: flag === null ? null : `${roundFolder(flag.round)}/${flag.file}`,
    line: first?.line ?? null,
  };
}

/** What the newest proposals of its gaps in that session replace, and what they put there. */
async function passagesOf(
  session: LiveSession,
  { entry }: ArguedIssue,
  blobs: Blobs,
): Promise<readonly CriticisedPassage[]> {
  const texts = textReader(session, blobs);
  const proposed = entry.issue.gaps.flatMap((gap) => session.work.proposals[gap] ?? []);
  const passages: CriticisedPassage[] = [];
  for (const { gap, round, edits } of proposed) {
    for (const edit of edits ?? []) {
      const before = await texts.ofPieces(edit.replaces);
      const after = await texts.ofBlob(edit.text);
      const file = `${roundFolder(round)}/engineer.md`;
      passages.push({ gap, before, after: after.slice(0, edit.chars), file, line: edit.line });
    }
  }
  return passages;
}

function textReader({ spec, work }: LiveSession, blobs: Blobs) {
  const edits: readonly SpecEdit[] = work.draft.applied.map(({ edit }) => edit);
  const ofBlob = async (sha256: string): Promise<string> => {
    const bytes = await blobs.get(sha256);
    return bytes === null ? "" : systemUtf8.decode(bytes);
  };
  const blobOf = (of: Piece["of"]): string =>
    of === SOURCE ? spec.sha256 : (edits.find(({ id }) => id === of)?.text ?? "");
  return {
    ofBlob,
    async ofPieces(pieces: readonly Piece[]): Promise<string> {
      const parts: string[] = [];
      for (const { of, from, to } of pieces) parts.push((await ofBlob(blobOf(of))).slice(from, to));
      return parts.join("");
    },
  };
}
