// A project on disk whose roles are played by a person, and an editor that is a program.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../../src/app/command-context.ts";
import { type Failure, isFailure } from "../../src/app/failure.ts";
import { resumeSession } from "../../src/app/sessions/change-session.ts";
import { withSession } from "../../src/app/sessions/open-session.ts";
import type { RunInput } from "../../src/app/sessions/run-refinement.ts";
import type { RolesInput } from "../../src/app/sessions/session-settings.ts";
import { type RefineInput, startRefinement } from "../../src/app/sessions/start-refinement.ts";
import type { RunResult } from "../../src/app/wire/session.ts";
import type { SessionCommandInput } from "../../src/engine/session-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export interface HandWorld {
  readonly root: string;
  readonly surroundings: CommandContext;
  /** As if Ctrl-C were pressed. */
  interrupt(): void;
  write(name: string, text: string): string;
  /** Without a survey where nothing else is wished for: most of what is tried here comes after it. */
  refine(roles: RolesInput, wishes?: Pick<RefineInput, "survey">): Promise<RunResult>;
  resume(roles?: RolesInput): Promise<RunResult>;
  /** Sends a command of the user's to the session. */
  send(wish: SessionCommandInput): Promise<void>;
}

const SPEC = "# A spec\n\n## Flow\n\nTODO: what happens when it fails?\n";

export function handWorld(env: Readonly<Record<string, string>> = {}, spec = SPEC): HandWorld {
  const root = temporaryFolder();
  const [soon, now] = [new AbortController(), new AbortController()];
  const surroundings: CommandContext = {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, XDG_CONFIG_HOME: join(root, ".config"), ...env },
    now: new Date(),
    cancel: soon.signal,
    cancelNow: now.signal,
  };
  const write = (name: string, text: string): string => {
    writeFileSync(join(root, name), text);
    return join(root, name);
  };
  write("spec.md", spec);
  const wishes: RunInput = {
    until: "done",
    policy: null,
    program: "dist/parley.js",
    tell: () => undefined,
  };
  return {
    root,
    surroundings,
    interrupt: () => soon.abort(),
    write,
    refine: async (roles, about = { survey: false }) =>
      done(
        await startRefinement(surroundings, {
          ...wishes,
          ...roles,
          ...about,
          spec: "spec.md",
          name: "s",
          out: undefined,
          started: () => undefined,
        }),
      ),
    resume: async (roles = {}) => done(await resumeSession(surroundings, "s", { ...wishes, ...roles })),
    send: async (wish) => {
      done(
        await withSession(surroundings, "s", async ({ engine }) => {
          const submitted = await engine.submit(wish, { id: `test-${engine.version}`, actor: "human:test" });
          if (submitted.at !== "done") throw new Error(JSON.stringify(submitted));
          return submitted;
        }),
      );
    },
  };
}

export function done<Result>(result: Result | Failure): Result {
  if (isFailure(result)) throw new Error(JSON.stringify(result));
  return result;
}

/** A program that edits: `script` is the body of a function of `text`, and what it returns is saved. */
export function editorProgram(script: string): string {
  const folder = join(temporaryFolder(), "with blanks");
  mkdirSync(folder);
  const file = join(folder, "edit.cjs");
  const edit = `const fs = require("node:fs");
const file = process.argv[process.argv.length - 1];
const text = fs.readFileSync(file, "utf8");
const saved = ((text) => { ${script} })(text);
if (saved !== undefined) fs.writeFileSync(file, saved);
`;
  writeFileSync(file, edit);
  chmodSync(file, 0o755);
  return `'${process.execPath}' '${file}' --wait`;
}
