// What somebody has to know of the gaps that a question is about: where the spec leaves them open, what is held against the
// text proposed last, and how that differs from the one before. Looked up when the question is shown, and stored nowhere.
import { structuredPatch } from "diff/lib/patch/create.js";
import type { Question } from "../../core/refinement/questions/question.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { findTurn, gapsOf, type LiveSession, type Session } from "../../core/refinement/session/session.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { Blobs } from "../../engine/ports.ts";
import { isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession, streamOf } from "../sessions/find-session.ts";
import { systemUtf8 } from "../sessions/system-ports.ts";
import type { GapBackground } from "../wire/question.ts";

const GAPS_MAX = 3;

/** Of few gaps: whoever is asked about many reads a list. */
export async function gapBackground(
  { store }: OpenProject,
  question: Question,
): Promise<readonly GapBackground[]> {
  const listed = await findSession(store, question.session);
  if (isFailure(listed)) return [];
  const events = (await store.load(streamOf(listed))).map(sessionFold.upcast);
  const session = events.reduce<Session>(sessionFold.evolve, sessionFold.initial);
  if (session.at === "none") return [];
  const gaps = gapsAsked(session, question).slice(0, GAPS_MAX);
  return await Promise.all(gaps.map((gap) => backgroundOf({ session, events, blobs: store }, gap)));
}

function gapsAsked(session: LiveSession, { subject }: Question): readonly GapId[] {
  switch (subject.of) {
    case "gap":
      return [subject.gap];
    case "turn":
      return findTurn(session, subject)?.gaps ?? [];
    case "conflict":
      return session.work.issues[subject.conflict]?.issue.gaps ?? [];
    case "flag":
      return session.work.issues[subject.issue]?.issue.gaps ?? [];
    case "round":
      return stuckGaps(session);
    default:
      return [];
  }
}

/** Those that came back from a review, gravest first. */
function stuckGaps(session: LiveSession): readonly GapId[] {
  return gapsOf(session)
    .filter(({ state }) => state.at === "NEEDS_REVISION")
    .sort((a, b) => compareSeverities(a.severity.level, b.severity.level))
    .map(({ id }) => id);
}

interface BackgroundSource {
  readonly session: LiveSession;
  readonly events: readonly SessionEvent[];
  readonly blobs: Blobs;
}

async function backgroundOf(source: BackgroundSource, id: GapId): Promise<GapBackground> {
  const { session, blobs } = source;
  const gap = session.work.gaps[id];
  if (gap === undefined) throw new Error(`a question is about ${id}, which is no gap`);
  const { title, severity, origin } = gap;
  const line = origin.from === "source" || origin.from === "survey" ? origin.line : null;
  return {
    gap: id,
    title,
    severity: severity.level,
    source:
      line === null
        ? null
        : {
            file: session.spec.path,
            line,
            lines: linesAround(await textOf(blobs, session.spec.sha256), line),
          },
    openIssues: Object.values(session.work.issues)
      .filter(({ issue }) => issue.state.at === "OPEN" && issue.gaps.includes(id))
      .map(({ issue, title: about }) => ({ id: issue.id, severity: issue.severity, title: about })),
    texts: await lastTexts(source, id),
  };
}

const LINES_AROUND = 2;

function linesAround(text: string, line: number): readonly string[] {
  const lines = text.split(/\r?\n/);
  const below = lines.slice(line, line + LINES_AROUND);
  const next = below.findIndex((one) => one.startsWith("#"));
  const around = [
    ...lines.slice(Math.max(0, line - 1 - LINES_AROUND), line),
    ...(next < 0 ? below : below.slice(0, next)),
  ];
  const isBlank = (one: string | undefined) => one?.trim() === "";
  while (isBlank(around[0])) around.shift();
  while (isBlank(around.at(-1))) around.pop();
  return around;
}

/** How the text proposed last differs from the one before; `null` where there are no two, or they are the same. */
async function lastTexts({ events, blobs }: BackgroundSource, id: GapId): Promise<GapBackground["texts"]> {
  const made = events.filter(
    (event): event is SessionEventOf<"ProposalMade"> =>
      event.type === "ProposalMade" && event.data.gap === id && event.data.edits !== null,
  );
  const [before, after] = made.slice(-2);
  if (before === undefined || after === undefined) return null;
  const [a, b] = [await editsText(blobs, before.data), await editsText(blobs, after.data)];
  if (a === b) return null;
  const { hunks } = structuredPatch("", "", `${a}\n`, `${b}\n`, "", "", { context: 1 });
  return { rounds: [before.data.round, after.data.round], lines: hunks.flatMap(({ lines }) => lines) };
}

async function editsText(
  blobs: Blobs,
  { edits }: Pick<SessionEventOf<"ProposalMade">["data"], "edits">,
): Promise<string> {
  const texts = await Promise.all(
    (edits ?? []).map(async ({ text, chars }) => (await textOf(blobs, text)).slice(0, chars).trim()),
  );
  return texts.join("\n\n");
}

async function textOf(blobs: Blobs, sha256: string): Promise<string> {
  const bytes = await blobs.get(sha256);
  return bytes === null ? "" : systemUtf8.decode(bytes);
}
