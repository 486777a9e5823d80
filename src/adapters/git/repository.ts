// A person's repository: where it is, and git run in it so that nothing that its settings name is started.
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { WORKTREES } from "../../core/shared/worktree-folders.ts";
import {
  type Environment,
  type GitAnswer,
  type GitCall,
  GitFailure,
  type GitProgram,
  refuseAnswer,
} from "./git-program.ts";

interface RepositoryPlace {
  /** The project's folder. */
  readonly root: string;
  /** parley's folder of worktrees. */
  readonly worktrees: string;
  /** The top of the person's work tree. */
  readonly top: string;
  /** From the top to the project, with `/` at its end; empty where they are the same. */
  readonly prefix: string;
  /** Of this work tree; the same as `commonDir` but in a linked one. */
  readonly gitDir: string;
  readonly commonDir: string;
  readonly objectFormat: "sha1" | "sha256";
}

export type FoundRepository =
  | { readonly at: "found"; readonly place: RepositoryPlace }
  | { readonly at: "none" | "bare" | "no-git" }
  | { readonly at: "refused"; readonly message: string };

/** Settings of git itself that a person made in their environment; other `GIT_…` would lead git elsewhere. */
const GIT_NAMES = /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|EXEC_PATH|SSL_\w+|CONFIG_\w+)$/;

/** The person's environment, as git may see it where it works in their name. */
export function personalEnvironment(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || GIT_NAMES.test(name)),
  );
}

/** Started by nothing, and starting nothing. */
export const NOTHING_STARTED: readonly string[] = [
  ...["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.askPass=true"],
  ...[
    "-c",
    "core.commitGraph=false",
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    "-c",
    "core.alternateRefsCommand=true",
  ],
];

const LOOK = [
  ...["--path-format=absolute", "--is-inside-work-tree", "--show-object-format"],
  ...["--absolute-git-dir", "--git-common-dir", "--show-toplevel"],
];

export async function findRepository(
  root: string,
  { env, program }: Pick<GitContext, "env" | "program">,
): Promise<FoundRepository> {
  const call = { options: NOTHING_STARTED, cwd: root, env: personalEnvironment(env) };
  try {
    const answer = await program({ ...call, args: ["rev-parse", ...LOOK] });
    if (answer.exitCode !== 0) {
      const inside = await program({ ...call, args: ["rev-parse", "--is-inside-work-tree"] });
      return notFound(inside, answer);
    }
    const lines = answer.stdout.toString("utf8").split("\n");
    const [, objectFormat, gitDir = "", commonDir = "", top = "", ...more] = lines;
    if (more.join("") !== "") return { at: "refused", message: "a line end stands in the repository's path" };
    const [realRoot, realTop] = await Promise.all([realpath(root), realpath(top)]);
    const prefix = realRoot === realTop ? "" : `${realRoot.slice(realTop.length + 1)}/`;
    return {
      at: "found",
      place: {
        ...{ root: realRoot, top: realTop, prefix, gitDir, commonDir },
        worktrees: join(
          await realpath(join(realRoot, ".parley")).catch(() => join(realRoot, ".parley")),
          WORKTREES,
        ),
        objectFormat: objectFormat === "sha256" ? "sha256" : "sha1",
      },
    };
  } catch (error) {
    if (error instanceof GitFailure && error.why === "not-started") return { at: "no-git" };
    throw error;
  }
}

/** No repository, one without a work tree, or one that git refuses to look into. */
function notFound(inside: GitAnswer, looked: GitAnswer): FoundRepository {
  if (inside.exitCode !== 0 && /not a git repository/i.test(inside.stderr)) return { at: "none" };
  if (inside.exitCode === 0 && inside.stdout.toString("utf8").trim() !== "true") return { at: "bare" };
  const refused = inside.exitCode === 0 ? looked : inside;
  return { at: "refused", message: refuseAnswer({ args: ["rev-parse"] }, refused).message };
}

type GitContext = Pick<RepositoryGit, "env" | "program" | "scratches" | "cancel">;

type GitRest = Omit<Partial<GitCall>, "args">;

/** git in the person's repository, for what is said of it and for parley's refs: no hook runs, no program is started. */
export class RepositoryGit {
  readonly place: RepositoryPlace;
  readonly env: Environment;
  readonly program: GitProgram;
  /** Folders of parley's own that work is going on in. */
  readonly scratches: Set<string>;
  /** Ends what waits for a remote. */
  readonly cancel: AbortSignal | undefined;

  constructor(place: RepositoryPlace, { env, program, scratches, cancel }: GitContext) {
    this.place = place;
    this.env = env;
    this.program = program;
    this.scratches = scratches;
    this.cancel = cancel;
  }

  /** Whatever it answers. */
  ask(args: GitCall["args"], { options = [], env, ...rest }: GitRest = {}): Promise<GitAnswer> {
    const { gitDir, top } = this.place;
    return this.program({
      ...{ options: [`--git-dir=${gitDir}`, ...NOTHING_STARTED, ...options], args, cwd: top },
      env: { ...personalEnvironment(this.env), ...env },
      ...rest,
    });
  }

  async run(args: GitCall["args"], rest: GitRest = {}): Promise<Buffer> {
    const answer = await this.ask(args, rest);
    if (answer.exitCode !== 0) throw refuseAnswer({ args }, answer);
    return answer.stdout;
  }

  /** All settings with where each stands, as they are without ours: to read them starts nothing. */
  async readConfig(): Promise<Buffer> {
    const { gitDir, top } = this.place;
    const call = {
      ...{ options: [`--git-dir=${gitDir}`], cwd: top, env: personalEnvironment(this.env) },
      args: ["config", "--list", "-z", "--includes", "--show-origin"] as const,
    };
    const answer = await this.program({ ...call, args: [...call.args] });
    if (answer.exitCode !== 0) throw refuseAnswer({ args: [...call.args] }, answer);
    return answer.stdout;
  }

  /** `null` where there is none of that name. */
  async readRef(name: string): Promise<string | null> {
    const { exitCode, stdout } = await this.ask(["rev-parse", "-q", "--verify", `${name}^{commit}`]);
    const sha = stdout.toString("utf8").trim();
    return exitCode === 0 && /^[0-9a-f]{40,64}$/.test(sha) ? sha : null;
  }

  async setRef(name: string, commit: string): Promise<void> {
    await this.run(["update-ref", "--no-deref", name, commit]);
  }

  /** Also one that is not there. */
  async removeRef(name: string): Promise<void> {
    await this.run(["update-ref", "--no-deref", "-d", name]);
  }

  /** All refs under a beginning such as `refs/heads/`. */
  async listRefs(...under: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const text = (await this.run(["for-each-ref", "--format=%(objectname) %(refname)", ...under])).toString(
      "utf8",
    );
    return new Map(
      text.split("\n").flatMap((line): [string, string][] => {
        const at = line.indexOf(" ");
        return at < 0 ? [] : [[line.slice(at + 1), line.slice(0, at)]];
      }),
    );
  }

  isAncestor(older: string, newer: string): Promise<boolean> {
    return older === newer
      ? Promise.resolve(true)
      : this.ask(["merge-base", "--is-ancestor", older, newer]).then(({ exitCode }) => exitCode === 0);
  }
}
