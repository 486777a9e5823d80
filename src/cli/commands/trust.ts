// `parley trust`: whether what a project's settings name may be run or contacted.

import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { ProjectTrust } from "../../app/wire/project.ts";
import { askForTrust, settingLines } from "../ask/ask-for-trust.ts";
import { askTerminal } from "../ask/ask-terminal.ts";
import { type Answer, command, flagOption, type Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { formatCount } from "../text.ts";

export const TRUST = command({
  name: "trust",
  summary: "Agree to what a project's settings would have run or contacted.",
  details: [
    "Settings of a project may name programs, model servers, hooks and webhooks, and the project may be a stranger's. Before the first of them is run or contacted you are asked, once for each content; without a terminal the command is refused (exit 5). What you set yourself with `parley config set` is yours, and so are your own settings; claude, codex and the others that parley knows by name need nothing.",
    "It is kept among your own files, by the project's folder and what its settings say. Exits with 5 while there is something that you have not agreed to.",
  ],
  arguments: [],
  options: [
    flagOption("--yes", "Agree, without being asked."),
    flagOption("--list", "List the projects whose settings you have agreed to."),
    flagOption("--revoke", "Take back what you have agreed to for this project."),
  ],
  examples: [
    { line: "parley trust", does: "see what it is, and agree" },
    { line: "parley trust --yes", does: "agree in a script" },
    { line: "parley trust --revoke", does: "be asked again" },
  ],
  run: async (request) => {
    const { app, options } = request;
    const { yes, list, revoke } = options;
    const wanted = [...(yes ? ["--yes"] : []), ...(list ? ["--list"] : []), ...(revoke ? ["--revoke"] : [])];
    if (wanted.length > 1) return conflictingOptions(wanted);
    if (list) return await listTrust(request);
    if (revoke) return await revokeTrust(request);
    const trust = await app.trust.show();
    if (isFailure(trust)) return trust;
    if (trust.trusted) return trustAnswer(request, trust);
    const agreed = yes ? ((await app.trust.agree(trust)) ?? true) : await askForAgreement(request, trust);
    return isFailure(agreed) ? agreed : trustAnswer(request, { ...trust, trusted: agreed });
  },
});

/** Where nobody is there to be asked, it is only shown what there is to agree to. */
async function askForAgreement(request: Request, trust: ProjectTrust): Outcome<boolean> {
  const terminal = askTerminal(request);
  return terminal === null ? false : await askForTrust(request.context, terminal, trust);
}

function trustAnswer({ quiet }: Request, trust: ProjectTrust): Answer {
  const { names, trusted, file } = trust;
  const says =
    names.length === 0
      ? "the settings of this project name nothing that would be run or contacted"
      : trusted
        ? "you trust what the settings of this project name"
        : "you have not agreed to what the settings of this project name: `parley trust --yes` does";
  return {
    data: trust,
    lines: (width) => (quiet ? [] : [says, `  ${file}`, ...settingLines(names, width)]),
    exitCode: trusted ? EXIT_CODES.done : EXIT_CODES.refused,
  };
}

async function listTrust({ app, quiet }: Request): Promise<Answer> {
  const entries = await app.trust.list();
  return {
    data: entries,
    lines: () =>
      entries.length === 0 && !quiet
        ? ["no project's settings have been agreed to"]
        : entries.map(({ root, at }) => `${at}  ${root}`),
  };
}

async function revokeTrust({ app, quiet }: Request): Outcome<Answer> {
  const gone = await app.trust.revoke();
  if (isFailure(gone)) return gone;
  return {
    data: gone,
    lines: () => (quiet ? [] : [`${formatCount(gone.revoked, "agreement")} taken back for ${gone.root}`]),
  };
}

function conflictingOptions(wanted: readonly string[]): Failure {
  return usageFailure("several-wishes", `${wanted.join(" and ")} do not go together`, "give one of them");
}
