// One commit from a tree, the same for the same request.
import type { CommitMessage, CommitSha } from "../../engine/build-ports.ts";
import { GitFailure, refuseAnswer, shortened } from "./git-program.ts";
import type { PlainGit } from "./plain-git.ts";
import { personalEnvironment, type RepositoryGit } from "./repository.ts";
import { isTrue, lastOf, type RepositorySettings } from "./settings.ts";

interface Identity {
  readonly name: string;
  readonly email: string;
}

interface NewCommit {
  readonly tree: string;
  readonly parent: CommitSha;
  readonly message: CommitMessage;
  readonly atMs: number;
  /** What is there under its ref already: a signature is made once. */
  readonly before: CommitSha | null;
}

/** A signature that was asked for and not made. */
export class SigningFailure extends Error {
  override readonly name = "SigningFailure";
}

export function failedToSign({ message }: SigningFailure): { at: "failed"; message: string; fix: string } {
  return {
    at: "failed",
    message: `commits are to be signed (commit.gpgsign), and that failed: ${message}`,
    fix: "unlock the key so that it needs nobody, or set commit.gpgsign=false for this repository, and go on",
  };
}

const SIGN_MS_MAX = 60_000;
const MS_PER_SECOND = 1_000;

/** `null` where nobody is named. */
export function identityIn(values: RepositorySettings["values"], env: RepositoryGit["env"]): Identity | null {
  const name = env.GIT_AUTHOR_NAME ?? lastOf(values, "author.name") ?? lastOf(values, "user.name");
  const email = env.GIT_AUTHOR_EMAIL ?? lastOf(values, "author.email") ?? lastOf(values, "user.email");
  const plain = (text: string | null): string => (text ?? "").replaceAll(/[\p{Cc}<>]+/gu, " ").trim();
  return plain(name) === "" || plain(email) === "" ? null : { name: plain(name), email: plain(email) };
}

/** `mayStart`: whether the settings' own program may be started, to sign. */
export async function makeCommit(
  git: RepositoryGit,
  plain: PlainGit,
  { settings, mayStart }: { readonly settings: RepositorySettings; readonly mayStart: boolean },
  { tree, parent, message, atMs, before }: NewCommit,
): Promise<CommitSha> {
  const identity = identityIn(settings.values, git.env);
  if (identity === null) throw new GitFailure("nobody is named as author of commits", "refused");
  const date = `@${Math.floor(atMs / MS_PER_SECOND)} +0000`;
  const env = {
    ...{ GIT_AUTHOR_NAME: identity.name, GIT_AUTHOR_EMAIL: identity.email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: identity.name, GIT_COMMITTER_EMAIL: identity.email, GIT_COMMITTER_DATE: date },
  };
  const args = ["commit-tree", tree, "-p", parent, "-F", "-"] as const;
  const input = messageText(message);
  const unsigned = await plain.hash([...args], { env, input });
  if (!mayStart || !isTrue(lastOf(settings.values, "commit.gpgsign"))) return unsigned;
  if (before !== null && (await isSignedForm(plain, before, unsigned))) return before;
  const answer = await plain
    .ask([...args, "-S"], {
      ...{ options: signingOptions(settings), input, timeoutMs: SIGN_MS_MAX },
      env: { ...personalEnvironment(git.env), GIT_CONFIG_GLOBAL: "/dev/null", ...env },
    })
    .catch((error: unknown) => {
      if (error instanceof GitFailure) throw new SigningFailure(error.message);
      throw error;
    });
  if (answer.exitCode === 0) return answer.stdout.toString("utf8").trim();
  if (/gpg|sign|key|agent/i.test(answer.stderr)) throw new SigningFailure(shortened(answer.stderr));
  throw refuseAnswer({ args: ["commit-tree"] }, answer);
}

const SIGNING = /^(?:gpg\..+|user\.signingkey)$/;

function signingOptions({ values }: RepositorySettings): readonly string[] {
  return [...values].flatMap(([name, all]) =>
    SIGNING.test(name) ? ["-c", `${name}=${all.at(-1) ?? ""}`] : [],
  );
}

/** Whether a commit says the same as another, but for a signature. */
async function isSignedForm(plain: PlainGit, signed: CommitSha, unsigned: CommitSha): Promise<boolean> {
  const [one, other] = await Promise.all(
    [signed, unsigned].map(async (sha) => {
      const { exitCode, stdout } = await plain.ask(["cat-file", "commit", sha]);
      return exitCode === 0 ? stdout.toString("utf8") : null;
    }),
  );
  if (one === undefined || one === null || !/^gpgsig(?:-sha256)? /m.test(one)) return false;
  const withoutSignature = one.replace(/^gpgsig(?:-sha256)? .*\n(?: .*\n)*/m, "");
  return withoutSignature === other;
}

const TITLE_CHARS_MAX = 200;

/** Title, body and trailers as paragraphs; none of them can pass for another. */
function messageText({ title, body, trailers }: CommitMessage): string {
  const line = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim();
  const paragraphs = [
    line(title).slice(0, TITLE_CHARS_MAX) || "(no title)",
    body.replaceAll(/[^\P{Cc}\n]+/gu, " ").trim(),
    trailers.map(([name, value]) => `${name.replaceAll(/[^A-Za-z0-9-]/g, "")}: ${line(value)}`).join("\n"),
  ];
  return `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;
}
