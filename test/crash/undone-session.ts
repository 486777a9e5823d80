// A session of which three rounds are undone: the Engineer fails in round 4, and the user goes back to the end of round 1.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { archiveName, parseArchiveName } from "../../src/core/shared/archive-name.ts";
import { roundFolder } from "../../src/core/shared/round-folder.ts";
import type { SessionPorts } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import {
  approval,
  markedGaps,
  READY,
  resolution,
  SESSION,
  settingsFor,
  sourceGap,
  UTF8,
} from "../support/session-world.ts";
import type { Step } from "./crash-agent.ts";
import { startProject, startWith } from "./crash-session.ts";
import { EXIT } from "./fate.ts";
import { LEASE_MS, startRunner, untilQuiet } from "./project.ts";
import { filesOf } from "./project-files.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003", "GAP-FLOW-004"] as const;
const SOURCE = `# Transfers\n\n${GAPS.map((_, index) => `## Part ${index + 1}\n\nTODO: what is done in part ${index + 1}?\n`).join("\n")}`;

/** Newest first. */
export const UNDONE_ROUNDS = [4, 3, 2] as const;

/** Nine until round 4 has failed three times, six of the rounds that are done again, and the Final Review. */
export const UNDONE_CALLS = 16;

export const UNDONE_STEPS: readonly Step[] = [
  { on: "engineer-4.0", write: "I thought about it.\n" },
  ...["0", "1"].flatMap((incarnation) =>
    GAPS.flatMap((gap, index) => [
      {
        on: `engineer-${index + 1}.${incarnation}`,
        write: resolution([gap], { text: `Attempt ${incarnation}: the caller waits.` }),
      },
      { on: `reviewer-${index + 1}.${incarnation}`, write: approval([gap]) },
    ]),
  ),
  { on: "final", write: READY },
].filter(({ on }, index, all) => all.findIndex((one) => one.on === on) === index);

export async function startUndoneSession(ports: SessionPorts): Promise<void> {
  const gaps = markedGaps(
    SOURCE,
    GAPS.map((id) => sourceGap(id)),
  );
  const sha256 = await ports.store.put(UTF8.encode(SOURCE));
  const spec = { name: "transfers.md", path: "transfers.md", sha256, chars: SOURCE.length };
  const settings = settingsFor(1);
  await startWith(ports, {
    spec,
    settings: { ...settings, limits: { ...settings.limits, gapsPerRound: 1 } },
    gaps,
  });
}

/** Round 4 has failed, and nobody has said what is to become of it. */
export async function prepareUndoneProject(project: string): Promise<void> {
  await startProject(project, UNDONE_STEPS, startUndoneSession);
  const ended = await startRunner({ project, leaseMs: LEASE_MS, fate: null, alone: true }).ended;
  if (ended !== EXIT.stopped) throw new Error(`round 4 ended with ${ended}`);
  await untilQuiet(project);
  writeFileSync(filesOf(project).calls, "");
}

/** Done or not begun, nothing lost, and no archive that cannot be read, whenever the runner was killed. */
export async function wrongWhileUndone(project: string, prepared: string): Promise<readonly string[]> {
  const { documents } = filesOf(project);
  const archives = readdirSync(documents).filter((name) => parseArchiveName(name) !== null);
  if (!(await isUndone(project)) && archives.length > 0) return ["nothing is undone, and archives are there"];
  const wrong: string[] = [];
  for (const round of UNDONE_ROUNDS) {
    const name = archiveName(round, 1);
    const archive = await diskRoundArchives(documents).read(name);
    if (archive.at === "damaged") wrong.push(`${name}: ${archive.why}`);
    const held = new Map(archive.at === "read" ? archive.files.map(({ path, bytes }) => [path, bytes]) : []);
    const before = join(filesOf(prepared).documents, roundFolder(round));
    for (const path of readdirSync(before)) {
      const bytes = readFileSync(join(before, path));
      const now = join(documents, roundFolder(round), path);
      const kept = [held.get(path), existsSync(now) ? readFileSync(now) : undefined];
      if (!kept.some((one) => one !== undefined && bytes.equals(one)))
        wrong.push(`${roundFolder(round)}/${path} is neither in its folder nor in ${name}`);
    }
  }
  return wrong;
}

async function isUndone(project: string): Promise<boolean> {
  const { store: file } = filesOf(project);
  const store = await openSqliteStore({ file, mode: "read-write", projections: [] });
  try {
    return (await store.load(sessionStream(SESSION))).some(({ type }) => type === "RoundsRolledBack");
  } finally {
    store.close();
  }
}
