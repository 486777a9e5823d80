// The build of the crash tests: six tasks, each with a way of its own.
import { tasksInOrder } from "../../src/core/board/board.ts";
import { maskedText } from "../crash/masked.ts";
import type { Outcome } from "../crash/project.ts";
import {
  APPROVE,
  approveAfter,
  coderDocument,
  disputeDocument,
  NO_CHANGE,
  POSITION,
  rejectDocument,
} from "../support/build-documents.ts";
import {
  type BuildCallStage,
  BuildHere,
  type BuildScript,
  CHECKS,
  type PlannedTask,
  taskIdAt,
} from "../support/build-here.ts";
import { MemoryRepository } from "../support/memory-repository.ts";

interface Way extends PlannedTask {
  readonly coder: BuildScript;
  readonly reviewer: BuildScript;
}

function write({ call, files }: BuildCallStage, text: string): void {
  files.set(`src/${call.subject.id}.ts`, text);
}

const works: BuildScript = (stage) => {
  write(stage, `round ${stage.call.round}`);
  return stage.call.round === 1 ? coderDocument() : coderDocument({ F1: "FIXED | src/page.ts" });
};
const approves: BuildScript = () => APPROVE;

const WAYS: readonly Way[] = [
  { title: "Approved", coder: works, reviewer: approves },
  {
    title: "Rejected, then approved",
    coder: works,
    reviewer: ({ call }) => (call.round === 1 ? rejectDocument() : approveAfter("F1")),
  },
  { title: "Disputed", coder: works, reviewer: () => disputeDocument("architecture_disagreement") },
  {
    title: "Not in its form, then red, then green",
    coder: (stage) => {
      write(stage, stage.call.attempt === 2 ? "NO-TEST" : "green");
      return stage.call.attempt === 1 ? "Done." : coderDocument();
    },
    reviewer: approves,
  },
  { title: "Nothing to change", coder: () => NO_CHANGE, reviewer: approves },
  {
    title: "Outside of its files, then inside",
    files: ["src/*"],
    after: [0],
    coder: (stage) => {
      if (stage.call.attempt === 1) stage.files.set("elsewhere.ts", "far");
      else stage.files.delete("elsewhere.ts");
      return works(stage);
    },
    reviewer: approves,
  },
];

function wayOf({ call }: BuildCallStage): Way {
  const way = WAYS.find((_, number) => taskIdAt(number) === call.subject.id);
  if (way === undefined) throw new Error(`nothing is laid down for ${call.subject.id}`);
  return way;
}

interface SixOutcome extends Outcome {
  readonly tasks: readonly string[];
}

export class SixTasks {
  readonly build: BuildHere;

  private constructor(build: BuildHere) {
    this.build = build;
  }

  static async begin(): Promise<SixTasks> {
    const build = await BuildHere.of({
      tasks: WAYS,
      agents: {
        coder: (stage) => (stage.call.purpose === "position" ? POSITION : wayOf(stage).coder(stage)),
        reviewer: (stage) => wayOf(stage).reviewer(stage),
      },
      // Whether a folder is set up already is known to its process alone.
      settings: { checks: CHECKS.filter(({ step }) => step !== "setup") },
      repository: new MemoryRepository({ files: { "README.md": "one\n", "src/first.test.ts": "test" } }),
    });
    return new SixTasks(build);
  }

  async outcome(): Promise<SixOutcome> {
    const { repository, folder, store } = this.build;
    const names = new Map<string, string>();
    const masked = (value: unknown): unknown =>
      JSON.parse(maskedHashes(maskedText(JSON.stringify(value)), names));
    const said = (await store.load("board")).filter(({ type }) => !OF_A_RUN.has(type));
    // What is said beside the work comes when it comes.
    const events = [...said.filter((event) => !isAside(event)), ...said.filter(isAside)];
    const files = [...repository.targetFiles(), ...folder.files];
    return {
      tasks: tasksInOrder(await this.build.board()).map(
        ({ title, status, rejectionCount }) => `${title}: ${status}, ${rejectionCount} rejections`,
      ),
      documents: Object.fromEntries(files.map(([path, text]) => [path, maskedText(text)])),
      events: events.map(({ type, data }) => ({ type, data: masked(withoutTimes(data)) })),
      commands: repository.history().map((commit) => repository.message(commit).split("\n")[0] ?? ""),
    };
  }
}

/** What each runner says for itself, or says because another has died. */
const OF_A_RUN: ReadonlySet<string> = new Set(["AgentCallSealed", "BuildBegun", "TaskTaken"]);

function isAside({ type, data }: { readonly type: string; readonly data: unknown }): boolean {
  return type === "PositionSettled" || (data as { readonly purpose?: string }).purpose === "position";
}

/** Commits carry the time at which their work was handed in, and so do their hashes: each by when it is met first. */
function maskedHashes(text: string, names: Map<string, string>): string {
  return text.replace(/(?<=")(?:[0-9a-f]{40}|[0-9a-f]{64})(?=")/g, (hash) => {
    const name = names.get(hash) ?? `#${names.size + 1}`;
    names.set(hash, name);
    return name;
  });
}

function withoutTimes(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (key === "atMs" || key === "seal" ? undefined : value)),
  );
}
