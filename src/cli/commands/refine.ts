import type { Failure } from "../../app/failure.ts";
import { startRefinement } from "../../app/sessions/start-refinement.ts";
import type { Answer, Request } from "../command.ts";
import { runAndAsk } from "../run-options.ts";
import { widthOf } from "../terminal.ts";
import { painted, wrapped } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, io, arguments: given, options, report } = request;
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  return await runAndAsk(request, (wishes) =>
    startRefinement(surroundings, {
      ...wishes,
      spec: given[0] ?? "",
      name: text("--name"),
      out: text("--out"),
      engineer: text("--engineer"),
      reviewer: text("--reviewer"),
      started: ({ session, gaps, createdProject, choice, notes }) => {
        if (createdProject !== null) report([painted("dim", "made this folder a parley project: .parley/")]);
        report([painted("bold", session), `  ${gaps} gap${gaps === 1 ? "" : "s"}`]);
        for (const said of [...(choice === null ? [] : [choice]), ...notes.map((note) => `note: ${note}`)])
          for (const line of wrapped(said, widthOf(io.stderr))) report(line);
      },
    }),
  );
}
