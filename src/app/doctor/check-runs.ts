import { lookAtLineage } from "../../adapters/host/process-lineage.ts";
import type { Row } from "../wire/project.ts";

/** How well a command that comes from inside an agent's run is known here, so that it cannot decide for the user. */
export async function checkRuns(): Promise<Row> {
  const check = "agents' commands";
  const look = await lookAtLineage();
  if (look.at === "unseen" || look.lineage.relatives.length === 0) {
    const why = look.at === "unseen" ? look.why : "the system does not show who started a process";
    const detail = `what an agent starts is only known by its environment, which it can change: ${why}`;
    return { check, status: "warn", detail, fix: "run agents as another user or in a container" };
  }
  const environments = look.lineage.relatives.some(({ env }) => env !== null);
  const by = environments ? "ancestors, their environment, group and session" : "ancestors and group";
  return { check, status: "ok", detail: `what an agent starts is known by its ${by}` };
}
