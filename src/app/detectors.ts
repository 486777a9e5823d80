// How far the detector's heuristics are trusted in this project, and why.
import { HEURISTICS, type Heuristic, mayAsk } from "../core/refinement/conflicts/flag.ts";
import { HEURISTIC_WORDS } from "../core/refinement/questions/conflict-questions.ts";
import { FLAGS_TABLE } from "../engine/session-tables.ts";
import type { CommandContext } from "./command-context.ts";
import type { Outcome } from "./failure.ts";
import { learn } from "./learned.ts";
import { withProject } from "./sessions/with-project.ts";
import type { DetectorView } from "./wire/conflict.ts";

export async function listDetectors(context: CommandContext): Outcome<readonly DetectorView[]> {
  return await withProject(context, "read-write", async (project) => {
    const { weights, counts } = await learn(project);
    const rows = await project.store.rows(FLAGS_TABLE);
    const raised = rows.map((row) => JSON.parse(String(row.heuristics)) as readonly Heuristic[]);
    return HEURISTICS.map((heuristic) => {
      const { confirmed, falsePositives } = counts[heuristic];
      const judged = confirmed + falsePositives;
      return {
        heuristic,
        finds: HEURISTIC_WORDS[heuristic],
        weight: weights[heuristic],
        onlyLogs: !mayAsk([heuristic], weights),
        raised: raised.filter((heuristics) => heuristics.includes(heuristic)).length,
        confirmed,
        falsePositives,
        precision: judged === 0 ? null : Math.round((confirmed / judged) * 100) / 100,
      };
    });
  });
}
