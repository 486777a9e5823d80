// A session's run in a process of its own, for callers who cannot wait for it: it holds the session's lease itself, and
// goes on when they are gone.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFolders } from "../../adapters/files/create-file.ts";
import { startApart } from "../../adapters/host/start-apart.ts";
import type { Lease, Leases } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import type { CommandContext, ProgramApart } from "../command-context.ts";
import { type Failure, failureOfFile, isFailure, type Outcome } from "../failure.ts";
import { heldLease } from "../held-lease.ts";
import type { RefinementApart, RunApart, RunResult } from "../wire/session.ts";
import { readPolicy } from "./change-session.ts";
import { findSession } from "./find-session.ts";
import { sessionLocked } from "./run-refinement.ts";
import type { RolesInput } from "./session-settings.ts";
import { beginRefinement, type NewSessionInput } from "./start-refinement.ts";
import { systemClock } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

interface ApartInput {
  readonly until: "round" | "done" | undefined;
  /** A file with rules that answer questions. */
  readonly policy: string | undefined;
  /** The file that node runs as parley. */
  readonly program: string;
}

/** A new session on a spec. What is wrong with the request is told here; what comes of the run, by `waitForNews`. */
export async function refineApart(
  context: CommandContext,
  input: NewSessionInput & ApartInput,
): Outcome<RefinementApart> {
  const { until, policy, program } = input;
  // Before there is a session that nothing would run.
  const read = await readPolicy(context, policy);
  if (isFailure(read)) return read;
  const begun = await beginRefinement(context, input);
  if (isFailure(begun)) return begun;
  const started = await resumeApart(context, begun.session, { until, policy, program });
  return isFailure(started) ? started : { ...started, ...begun };
}

interface ResumeApartInput extends ApartInput, Partial<RolesInput> {
  readonly out?: string | undefined;
}

/** Goes on with a session. */
export async function resumeApart(
  context: CommandContext,
  wanted: string | undefined,
  input: ResumeApartInput,
): Outcome<RunApart> {
  const found = await withProject(context, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const lease = await liveLease(project.store, listed);
    const { folder } = project;
    return lease === null ? { session: listed.session, folder } : sessionLocked(listed.session, lease);
  });
  if (isFailure(found)) return found;
  const place = await filesFor(found);
  if (isFailure(place)) return place;
  const { cwd, env } = context;
  const args = argumentsFor(found.session, { ...input, cwd });
  const files = { stdout: place.result, stderr: place.log };
  const start = context.startApart ?? startApart;
  const program = await start({ program: input.program, args, cwd, env, ...files }).catch((error: unknown) =>
    failureOfFile(error, { doing: "start the run", place: input.program }),
  );
  if (isFailure(program)) return program;
  const ended = await waitForStart(context, found.session, program);
  const came = ended === "under-way" ? null : await runEnd(place.result, place.log);
  if (came !== null && isFailure(came)) return came;
  return {
    session: found.session,
    pid: program.pid,
    ended: came,
    ...place,
    follow: followWords(found.session),
  };
}

function followWords(session: string): string {
  return `call \`wait\` with session ${session} until it tells of a question or the end; or \`parley status ${session}\` on the command line`;
}

/** Written with `=`, so that no value is taken for a flag. */
function argumentsFor(
  session: string,
  input: ResumeApartInput & { readonly cwd: string },
): readonly string[] {
  const values = {
    "--cwd": input.cwd,
    "--until": input.until,
    "--policy": input.policy,
    "--engineer": input.engineer,
    "--reviewer": input.reviewer,
    "--out": input.out,
  };
  const given = Object.entries(values).flatMap(([flag, value]) =>
    value === undefined ? [] : [`${flag}=${value}`],
  );
  return ["resume", `--session=${session}`, "--json", "--no-input", ...given];
}

async function filesFor({
  folder,
  session,
}: {
  readonly folder: string;
  readonly session: string;
}): Outcome<{ readonly log: string; readonly result: string }> {
  const logs = join(folder, "logs");
  try {
    await createFolders(logs);
  } catch (error) {
    return failureOfFile(error, { doing: "create the folder", place: logs });
  }
  return { log: join(logs, `run-${session}.log`), result: join(logs, `run-${session}.json`) };
}

/** Node and the settings are loaded by then, also on a busy machine. */
const START_MS_MAX = 20_000;
const LOOK_MS = 50;

/** Until it holds the session, or has ended. */
async function waitForStart(
  context: CommandContext,
  session: string,
  { ended }: ProgramApart,
): Promise<"under-way" | "ended"> {
  const end = ended.then(() => "ended" as const);
  const until = systemClock.nowMs() + START_MS_MAX;
  while (systemClock.nowMs() < until && !context.cancel.aborted) {
    const first = await Promise.race([end, sleep(LOOK_MS).then(() => "nothing" as const)]);
    if (first === "ended") return first;
    if (await isAttended(context, session)) return "under-way";
  }
  return "under-way";
}

async function isAttended(context: CommandContext, session: string): Promise<boolean> {
  const lease = await withProject(context, "read-only", async ({ store }) => ({
    held: (await liveLease(store, { session })) !== null,
  }));
  return !isFailure(lease) && lease.held;
}

/** The hold of a process that runs a session; `null` where none does. */
export async function liveLease(
  leases: Pick<Leases, "find">,
  listed: { readonly session: string },
): Promise<Lease | null> {
  return await heldLease(leases, sessionStream(listed.session));
}

/** From the one document that the program printed, as any program would read it. */
async function runEnd(result: string, log: string): Outcome<RunResult["end"]> {
  const printed = await readFile(result, "utf8").then(parseJson, () => null);
  if (isPrinted(printed, "error")) {
    const error = printed.error as Omit<Failure, "failed">;
    return { failed: "failed", ...error };
  }
  if (isPrinted(printed, "end")) return printed.end as RunResult["end"];
  return {
    failed: "failed",
    code: "run-ended",
    message: "the run ended at once, and does not say why",
    place: log,
    fix: "read that file; `parley resume` in a terminal shows the same",
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPrinted<Key extends string>(value: unknown, key: Key): value is Readonly<Record<Key, unknown>> {
  return typeof value === "object" && value !== null && key in value;
}
