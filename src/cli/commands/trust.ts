import { type Failure, isFailure } from "../../app/failure.ts";
import { type ProjectTrust, projectTrust, revokeTrust, trustProject } from "../../app/trust/project-trust.ts";
import { readTrust } from "../../app/trust/trust-file.ts";
import { askForTrust } from "../ask/ask-for-trust.ts";
import { askTerminal } from "../ask/ask-terminal.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { namedLines } from "../trust-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, options } = request;
  const wanted = ["--yes", "--list", "--revoke"].filter((flag) => options.has(flag));
  if (wanted.length > 1) return severalWishes(wanted);
  if (options.has("--list")) return await listed(request);
  if (options.has("--revoke")) return await revoked(request);
  const trust = await projectTrust(surroundings);
  if (isFailure(trust)) return trust;
  if (trust.trusted) return told(request, trust);
  const agreed = options.has("--yes") ? await agree(request, trust) : await asked(request, trust);
  return isFailure(agreed) ? agreed : told(request, { ...trust, trusted: agreed });
}

async function agree({ surroundings }: Request, trust: ProjectTrust): Promise<true | Failure> {
  return (await trustProject(surroundings, trust)) ?? true;
}

/** Where nobody is there to be asked, it is only shown what there is to agree to. */
async function asked(request: Request, trust: ProjectTrust): Promise<boolean | Failure> {
  const terminal = askTerminal(request);
  return terminal === null ? false : await askForTrust(request.surroundings, terminal, trust);
}

function told({ quiet }: Request, trust: ProjectTrust): Answer {
  const { names, trusted, file } = trust;
  const says =
    names.length === 0
      ? "the settings of this project name nothing that would be run or contacted"
      : trusted
        ? "you trust what the settings of this project name"
        : "you have not agreed to what the settings of this project name: `parley trust --yes` does";
  return {
    data: trust,
    lines: (width) => (quiet ? [] : [says, `  ${file}`, ...namedLines(names, width)]),
    exitCode: trusted ? EXIT_CODES.done : EXIT_CODES.refused,
  };
}

async function listed({ surroundings, quiet }: Request): Promise<Answer> {
  const entries = await readTrust(surroundings.env);
  return {
    data: entries,
    lines: () =>
      entries.length === 0 && !quiet
        ? ["no project's settings have been agreed to"]
        : entries.map(({ root, at }) => `${at}  ${root}`),
  };
}

async function revoked({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const gone = await revokeTrust(surroundings);
  if (isFailure(gone)) return gone;
  return {
    data: gone,
    lines: () => (quiet ? [] : [`${counted(gone.revoked, "agreement")} taken back for ${gone.root}`]),
  };
}

function severalWishes(wanted: readonly string[]): Failure {
  return {
    failed: "usage",
    code: "several-wishes",
    message: `${wanted.join(" and ")} do not go together`,
    fix: "give one of them",
  };
}
