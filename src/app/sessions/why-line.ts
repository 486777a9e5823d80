// Where a line of a finished spec comes from: which gap, proposal, issues and decision.

import { relative, resolve } from "node:path";
import type { LineOrigin, SpecMap } from "../../core/documents/finished-spec.ts";
import { originText } from "../../core/refinement/records/gap-words.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import { type SessionEvent, upcast } from "../../core/refinement/session/session-event.ts";
import type { PublishedSpec } from "../../core/refinement/session/session-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { tasksOfLine } from "../board/tasks-of-line.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import type { GapHistory } from "../wire/gap.ts";
import type { LineGap, LineStory } from "../wire/line.ts";
import type { ListedSession } from "../wire/session.ts";
import { listSessionRows } from "./find-session.ts";
import { decisionsOf, gapStory } from "./gap-story.ts";
import { engineOf } from "./open-session.ts";
import { gapRow } from "./session-state.ts";
import { withProject } from "./with-project.ts";

/** `place` as `FILE:LINE`. */
export async function whyLine(context: CommandContext, place: string): Outcome<LineStory> {
  const parsed = parsePlace(place);
  if (isFailure(parsed)) return parsed;
  const file = resolve(context.cwd, parsed.file);
  const document = await readDocument(context, parsed.file);
  if (isFailure(document)) return document;
  const lines = linesIn(document.text);
  const text = lines[parsed.line - 1];
  if (text === undefined) return noLine(file, parsed.line, lines.length);
  return await withProject(context, "read-only", async (project) => {
    const sessions = await listSessionRows(project.store);
    const listed = sessions.findLast(
      ({ output }) => output !== null && resolve(project.root, output) === file,
    );
    const session = listed === undefined ? null : await publishedSession(project, listed.session);
    const asked = { file: relative(project.root, file), line: parsed.line, text };
    const story = session === null ? { ...UNWRITTEN, ...asked } : await storyOf(session, asked);
    const tasks = await tasksOfLine(project, { ...story, lines, path: asked.file });
    if (session === null && tasks.length === 0) return noSession(file, project, sessions);
    return { ...story, tasks };
  });
}

/** A spec that was written by hand may be built all the same. */
const UNWRITTEN = { session: null, origin: "edited", source: null, gaps: [], decisions: [] } as const;

/** `null`: it has left no spec. */
export async function publishedSession(
  project: OpenProject,
  session: string,
): Promise<PublishedSession | null> {
  const engine = await engineOf(project, session);
  const { published } = engine.live.ledger;
  if (published === null) return null;
  return { engine, published, events: (await project.store.load(engine.stream)).map(upcast) };
}

/** What was argued about some gaps of a session. */
export function gapsArgued(
  { engine: { live }, events }: PublishedSession,
  gaps: readonly GapId[],
): Pick<LineStory, "gaps" | "decisions"> {
  const stories = gaps.map((gap) => ({ gap, story: gapStory(events, gap, live) }));
  const decisions = new Map(stories.flatMap(({ story }) => story.decisions).map((one) => [one.id, one]));
  return {
    gaps: stories.flatMap(({ gap, story }) => lineGap(live, gap, story)),
    decisions: [...decisions.values()],
  };
}

interface RequestedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface PublishedSession {
  readonly engine: SessionEngine;
  readonly published: PublishedSpec;
  readonly events: readonly SessionEvent[];
}

async function storyOf(
  { engine, published, events }: PublishedSession,
  asked: RequestedLine,
): Promise<Omit<LineStory, "tasks">> {
  const written = linesIn(await engine.documents.text(published.sha256));
  const map = JSON.parse(await engine.documents.text(published.map)) as SpecMap;
  const at = findWrittenLine(written, asked);
  const entry = at === null ? undefined : map.find(({ from, to }) => from <= at && at <= to);
  const base = { session: engine.id, file: asked.file, line: asked.line, text: asked.text };
  if (at === null || entry === undefined)
    return { ...base, origin: "edited", source: null, gaps: [], decisions: [] };
  const { origin } = entry;
  const { live } = engine;
  const argued = gapsArgued({ engine, published, events }, gapsOfOrigin(origin));
  const decided = decisionsOf(live, ({ id }) => origin.of === "decision" && id === origin.decision);
  const source = sourceLine(origin, at - entry.from);
  const sourceText =
    source === null ? "" : linesIn(await engine.documents.text(engine.live.spec.sha256))[source - 1];
  return {
    ...base,
    origin: origin.of,
    source: source === null ? null : { file: engine.live.spec.path, line: source, text: sourceText ?? "" },
    gaps: argued.gaps,
    decisions: [...decided, ...argued.decisions],
  };
}

/** Somebody may have edited the file since: then the nearest line that reads the same. */
function findWrittenLine(written: readonly string[], { line, text }: RequestedLine): number | null {
  if (written[line - 1] === text) return line;
  if (text.trim() === "") return null;
  const alike = written.flatMap((other, index) => (other === text ? [index + 1] : []));
  return alike.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0] ?? null;
}

export function gapsOfOrigin(origin: LineOrigin): readonly GapId[] {
  switch (origin.of) {
    case "mended":
    case "blended":
    case "resolution":
      return origin.gaps;
    case "limitation":
      return origin.gap === null ? [] : [origin.gap];
    case "source":
    case "decision":
    case "added":
      return [];
  }
}

function sourceLine(origin: LineOrigin, offset: number): number | null {
  const written = origin.of === "source" || origin.of === "mended" || origin.of === "blended";
  return written ? origin.line + offset : null;
}

function lineGap(session: LiveSession, id: GapId, story: GapHistory): readonly LineGap[] {
  const gap = session.work.gaps[id];
  if (gap === undefined) return [];
  return [
    {
      ...gapRow(gap),
      origin: originText(gap.origin, null),
      proposal: story.proposals.at(-1) ?? null,
      review: story.reviews.at(-1) ?? null,
      issues: story.issues,
    },
  ];
}

/** As a person counts them: what follows the last line end is no line. */
function linesIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function parsePlace(place: string): { readonly file: string; readonly line: number } | Failure {
  const match = /^(.+):(\d{1,9})$/.exec(place);
  const line = Number(match?.[2] ?? 0);
  if (match !== null && line > 0) return { file: match[1] ?? "", line };
  return usageFailure("place", `${place} does not name a line`, "as in `parley why checkout_v1.md:42`");
}

function noLine(place: string, line: number, count: number): Failure {
  return notFoundFailure(
    "no-line",
    `there is no line ${line}: the file has ${count}`,
    `a line from 1 to ${count}`,
    place,
  );
}

function noSession(place: string, { root }: OpenProject, sessions: readonly ListedSession[]): Failure {
  const from = sessions.findLast(({ spec }) => resolve(root, spec) === place);
  const outputs = sessions.flatMap(({ output }) => output ?? []);
  const known =
    outputs.length === 0 ? "no session has ended with a spec yet" : `finished specs: ${outputs.join(", ")}`;
  return notFoundFailure(
    "not-a-finished-spec",
    from === undefined
      ? "no session of this project wrote this file"
      : `this is the source of the session ${from.session}, all of it its author's`,
    known,
    place,
  );
}
