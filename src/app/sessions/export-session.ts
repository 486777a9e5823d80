// A session as a folder that can be read without parley.
import { basename, resolve } from "node:path";
import { sessionFiles } from "../../core/refinement/records/session-files.ts";
import type { StatusDocument } from "../../core/refinement/records/status-document.ts";
import { statusDocument } from "../../core/refinement/records/status-of.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { escapeText } from "../../document/render/free-text.ts";
import { Documents } from "../../engine/documents.ts";
import type { EventLog } from "../../engine/ports.ts";
import { contentText } from "../../engine/session-documents.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { ExportedSession } from "../wire/session.ts";
import { refuseTakenPlace, writeFolder } from "../write-folder.ts";
import { eventWords } from "./event-words.ts";
import { findSession, streamOf } from "./find-session.ts";
import { systemHash, systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

export async function exportSession(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly to: string },
): Outcome<ExportedSession> {
  const folder = resolve(context.cwd, input.to);
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, input.session);
    if (isFailure(listed)) return listed;
    const taken = await refuseTakenPlace(folder);
    if (taken !== null) return taken;
    const events = await eventsOf(store, streamOf(listed));
    const session = events.map(({ event }) => event).reduce(sessionDecider.evolve, sessionDecider.initial);
    if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
    const documents = new Documents({ blobs: store, hash: systemHash, utf8: systemUtf8 });
    const files = await filesOf(session, { events, documents });
    const failed = await writeFolder(
      folder,
      files.map(({ path, text }) => ({ path, bytes: systemUtf8.encode(text) })),
    );
    return failed ?? { session: listed.session, folder, files: files.map(({ path }) => path) };
  });
}

async function eventsOf(log: EventLog, stream: string): Promise<readonly ExportedEvent[]> {
  const actors = new Map((await log.commands(stream)).map(({ id, actor }) => [id, actor]));
  return (await log.load(stream)).map((recorded) => {
    const event: SessionEvent = sessionDecider.upcast(recorded);
    const actor = actors.get(recorded.commandId) ?? "";
    return { version: recorded.version, actor, event, words: eventWords(event) };
  });
}

interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

async function filesOf(
  session: LiveSession,
  { events, documents }: { readonly events: readonly ExportedEvent[]; readonly documents: Documents },
): Promise<readonly ExportedFile[]> {
  const own: ExportedFile[] = [];
  for (const { path, content } of sessionFiles(session)) {
    own.push({ path, text: await contentText(content, documents) });
  }
  const { published } = session.ledger;
  const spec =
    published === null
      ? []
      : [{ path: `spec/${basename(published.path)}`, text: await documents.text(published.sha256) }];
  const told = [
    { path: "history.md", text: historyText(session.id, events) },
    { path: "events.jsonl", text: events.map(eventLine).join("") },
  ];
  const files = [...spec, ...own, ...told];
  const paths = files.map(({ path }) => path);
  return [{ path: "README.md", text: indexText(statusDocument(session), paths) }, ...files];
}

function eventLine({ version, actor, event }: ExportedEvent): string {
  const { type, v, data } = event;
  return `${JSON.stringify({ version, at: data.at, type, v, actor, data })}\n`;
}

interface ExportedEvent {
  readonly version: number;
  readonly actor: string;
  readonly event: SessionEvent;
  readonly words: string;
}

const ROUND = /^round_(\d{3,})\//;

/** What a document is, by its name. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^spec\//, "the finished spec"],
  [/^source\.md$/, "the spec as it was at the start"],
  [/^status\.md$/, "gaps, convergence, rounds, validation and timing"],
  [/^decisions\.md$/, "what was decided, by whom and why"],
  [/^summary\.md$/, "how the session ended, and what it leaves open"],
  [/^final_review\.md$/, "the Final Review"],
  [/^history\.md$/, "everything that happened, in words"],
  [/^events\.jsonl$/, "the same as data, one event a line"],
  [/^spec-map\.json$/, "where each line of the finished spec comes from"],
  [/backup_round_(\d+)\.md$/, "as it stood at the end of a round"],
  [/\/engineer(?:\.GAP-[^.]+)?\.md$/, "what the Engineer proposed"],
  [/\/reviewer\.md$/, "what the Reviewer said of it"],
  [/\/summary\.md$/, "what the round brought"],
  [/attempt-\d+\.md$/, "an attempt that did not count in the end"],
];

/** `README.md`: every document with a link, those of a round together. */
function indexText(status: StatusDocument, paths: readonly string[]): string {
  const { session, spec, state, round, updated, gaps } = status;
  const rounds = [...new Set(paths.flatMap((path) => ROUND.exec(path)?.[1] ?? []))];
  const ofRound = (number: string) => paths.filter((path) => ROUND.exec(path)?.[1] === number);
  return [
    `# ${escapeText(session)}`,
    "",
    `How the spec ${escapeText(spec)} was refined: ${state}, ${formatCount(round, "round")}, ${formatCount(gaps.length, "gap")}. As of ${updated}.`,
    "",
    "## Documents",
    "",
    ...paths.filter((path) => !ROUND.test(path)).map(linkLine),
    ...rounds.flatMap((number) => ["", `## Round ${Number(number)}`, "", ...ofRound(number).map(linkLine)]),
    "",
  ].join("\n");
}

function linkLine(path: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  const target = path.split("/").map(encodeURIComponent).join("/");
  return `- [${escapeText(path)}](${target})${kind === undefined ? "" : `: ${kind}`}`;
}

/** `history.md`: an event a line, under the round it belongs to. */
function historyText(session: string, events: readonly ExportedEvent[]): string {
  const lines: string[] = [`# History of ${escapeText(session)}`, "", "## Before the first round", ""];
  for (const { version, actor, event, words } of events) {
    if (event.type === "RoundStarted") lines.push("", `## Round ${event.data.round}`, "");
    const by = actor === "" ? "" : ` — ${escapeText(actor)}`;
    lines.push(`- ${version}. ${event.data.at} ${escapeText(words)}${by}`);
    if (event.type === "RoundCompleted") lines.push("", `## After round ${event.data.round}`, "");
  }
  return `${lines.join("\n")}\n`;
}

function formatCount(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
