// What a shell may propose for a word, as far as that is known only here and now: sessions, gaps, questions, options, agents.
// A shell waits for it at each press of a key: nothing is asked of anybody, and the tables tell most of it.
import type { Question } from "../core/refinement/questions/question.ts";
import { BOARD_QUESTIONS_TABLE } from "../engine/board-tables.ts";
import { QUESTIONS_TABLE } from "../engine/session-tables.ts";
import type { CommandContext } from "./command-context.ts";
import { findProject, type OpenProject, openProject } from "./project.ts";

export type CompletedKind = "session" | "gap" | "question" | "option" | "agent";

interface ProposedWord {
  readonly word: string;
  readonly summary: string;
}

/** `words` are those of the command line before the one that is completed. */
export async function completeWords(
  context: CommandContext,
  { kind, words }: { readonly kind: string; readonly words: readonly string[] },
): Promise<readonly ProposedWord[]> {
  if (kind === "agent") return await agentNames(context);
  const project = await findProject(context.cwd);
  if (project === null) return [];
  const open = await openProject(project, "read-only");
  try {
    return await wordsIn(open, kind, words);
  } finally {
    open.store.close();
  }
}

async function wordsIn(
  project: OpenProject,
  kind: string,
  words: readonly string[],
): Promise<readonly ProposedWord[]> {
  const { store } = project;
  switch (kind) {
    case "session": {
      const { listSessionRows } = await import("./sessions/find-session.ts");
      return (await listSessionRows(store)).map(({ session, state, spec }) => ({
        word: session,
        summary: `${state}, ${spec}`,
      }));
    }
    case "gap":
      return await gapsIn(project, words);
    case "question":
      return (await openQuestions(project)).map(({ id, why }) => ({ word: id, summary: firstLine(why) }));
    case "option": {
      const named = new Set(words.map((word) => word.toUpperCase()));
      const asked = (await openQuestions(project)).filter(({ id }) => named.has(id.toUpperCase()));
      return asked.flatMap(({ options }) =>
        options.map(({ id, label }) => ({ word: id, summary: firstLine(label) })),
      );
    }
    default:
      return [];
  }
}

/** Of the session that the line names, else of the newest. */
async function gapsIn(project: OpenProject, words: readonly string[]): Promise<readonly ProposedWord[]> {
  const { findSessionToShow, listSessionRows, streamOf } = await import("./sessions/find-session.ts");
  const { foldSession } = await import("./sessions/look-at-session.ts");
  const known = (await listSessionRows(project.store)).map(({ session }) => session);
  const wanted = words.find((word) => known.includes(word));
  const listed = await findSessionToShow(project, { wanted, cwd: project.root });
  if ("failed" in listed) return [];
  const session = await foldSession(project.store, streamOf(listed));
  if (session.at === "none") return [];
  return Object.values(session.work.gaps).map(({ id, title, state }) => ({
    word: id,
    summary: `${state.at}, ${title}`,
  }));
}

type AskedQuestion = Pick<Question, "id" | "why" | "options">;

async function openQuestions({ store }: OpenProject): Promise<readonly AskedQuestion[]> {
  const rows = [...(await store.rows(QUESTIONS_TABLE)), ...(await store.rows(BOARD_QUESTIONS_TABLE))];
  return rows.map(({ data }) => JSON.parse(String(data)) as AskedQuestion);
}

async function agentNames(context: CommandContext): Promise<readonly ProposedWord[]> {
  const [{ KNOWN_AGENTS, HUMAN }, { configFiles }, { parseConfigText }, { readText }] = await Promise.all([
    import("./agents/known-agents.ts"),
    import("./config/config-files.ts"),
    import("./config/config-text.ts"),
    import("../adapters/files/read-text.ts"),
  ]);
  const { CONFIG_BYTES_MAX } = await import("./config/config-text.ts");
  const own: string[] = [];
  for (const file of Object.values(await configFiles(context))) {
    if (file === null || !file.exists) continue;
    const read = await readText(file.path, CONFIG_BYTES_MAX);
    const text = read.at === "read" ? parseConfigText(file.path, read.text) : null;
    if (text !== null && !("problems" in text)) own.push(...namesIn(text.value));
  }
  const known = Object.entries(KNOWN_AGENTS).map(([word, kind]) => ({ word, summary: kind }));
  const names = new Set(own.filter((name) => !Object.hasOwn(KNOWN_AGENTS, name)));
  return [
    ...known,
    ...[...names].map((word) => ({ word, summary: "of the settings" })),
    { word: HUMAN, summary: "you write it yourself" },
  ];
}

function namesIn(settings: unknown): readonly string[] {
  if (typeof settings !== "object" || settings === null || !("agents" in settings)) return [];
  const { agents } = settings;
  return typeof agents === "object" && agents !== null ? Object.keys(agents) : [];
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
