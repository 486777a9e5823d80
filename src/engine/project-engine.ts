// What a project has learned, at hand.
import { flagName, PROJECT_STREAM, type Project } from "../core/project/project.ts";
import { PROJECT_SHAPE, type ProjectCommand, projectDecider } from "../core/project/project-decider.ts";
import type { ProjectEvent } from "../core/project/project-event.ts";
import type { FlagOutcome, Heuristic } from "../core/refinement/conflicts/flag.ts";
import type { DecisionOutcome } from "./execute.ts";
import type { Row, StoredCommand } from "./ports.ts";
import { FLAGS_TABLE } from "./session-tables.ts";
import { StreamEngine, type StreamPorts, type Submission, wholeCommand } from "./stream-engine.ts";
import type { ViewFile } from "./sync-files.ts";

export class ProjectEngine extends StreamEngine<ProjectCommand, Project, ProjectEvent> {
  readonly #store: StreamPorts["store"];

  private constructor(ports: StreamPorts) {
    super(PROJECT_STREAM, { ...projectDecider, shape: PROJECT_SHAPE }, ports);
    this.#store = ports.store;
  }

  static async open(ports: StreamPorts): Promise<ProjectEngine> {
    return await new ProjectEngine(ports).openFromSnapshot();
  }

  /**
   * Takes in what users have said of flags since, in any session. The name of a flag is that of its command: whoever else
   * learns at the same time, or dies in between, it is learned from once.
   */
  async learn(): Promise<Project> {
    await this.refresh();
    for (const flag of await this.#judgedFlags()) {
      if (this.state.learned[flagName(flag)]) continue;
      const command = { type: "RecordFlagOutcome", at: this.now(), ...flag } as const;
      await this.submitTo(() => command, { id: `flag/${flagName(flag)}`, actor: "parley" });
    }
    return this.state;
  }

  async #judgedFlags(): Promise<readonly FlagVerdict[]> {
    const rows = await this.#store.rows(FLAGS_TABLE, { where: { judged: 1 }, order: ["position"] });
    return rows.map(verdictOf);
  }

  protected toStored(command: ProjectCommand, by: Pick<Submission, "id" | "actor">): StoredCommand {
    return wholeCommand(command, by);
  }

  protected decide({ type, at, data }: StoredCommand, project: Project): DecisionOutcome<ProjectEvent> {
    const command = { ...data, type, at } as unknown as ProjectCommand;
    return { decided: projectDecider.decide(command, project), blobs: [] };
  }

  protected files(): readonly ViewFile[] {
    return [];
  }
}

type FlagVerdict = Omit<ProjectCommand, "type" | "at">;

function verdictOf(row: Row): FlagVerdict {
  return {
    session: String(row.session),
    issue: String(row.issue),
    round: Number(row.round),
    outcome: String(row.outcome) as FlagOutcome,
    heuristics: JSON.parse(String(row.heuristics)) as readonly Heuristic[],
  };
}
