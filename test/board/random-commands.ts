// Commands by chance: most of them make sense on the board as it stands, some do not.
import fc from "fast-check";
import { type Board, tasksInOrder } from "../../src/core/board/board.ts";
import type { BoardCommand, BoardCommandType } from "../../src/core/board/board-command.ts";
import { WHO_MAY } from "../../src/core/board/board-command.ts";
import { DECISIONS, DISPUTE_REASONS } from "../../src/core/board/dispute.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import { TASK_STATUSES } from "../../src/core/board/task-status.ts";
import { BOARD_ROLES } from "../../src/core/board/who.ts";
import { type BuildCommandType, WHO_MAY_BUILD } from "../../src/core/build/build-command.ts";
import { command, disputeId, sectionId, taskId } from "../support/board-world.ts";

type ByHand = Exclude<BoardCommandType, BuildCommandType>;
const TYPES = Object.keys(WHO_MAY).filter((type) => !(type in WHO_MAY_BUILD)) as readonly ByHand[];
/** What tasks are made of is asked for more often than what ends them. */
const OFTEN: readonly ByHand[] = [
  "AddTask",
  "AddTask",
  "ChangeStatus",
  "ChangeStatus",
  "ChangeStatus",
  "OpenDispute",
  "OpenDispute",
  "RejectTask",
];

export type Making = (board: Board) => BoardCommand;

export function randomCommands(): fc.Arbitrary<readonly Making[]> {
  const one = fc.record({
    type: fc.constantFrom(...TYPES, ...OFTEN),
    numbers: fc.array(fc.nat({ max: 9_999 }), { minLength: 8, maxLength: 8 }),
    text: fc.oneof(fc.constantFrom("words", "", "other words"), fc.string({ maxLength: 12 })),
  });
  return fc
    .array(one, { minLength: 10, maxLength: 120, size: "max" })
    .map((many) => many.map(({ type, numbers, text }, index) => making(type, { numbers, text, index })));
}

interface Chance {
  readonly numbers: readonly number[];
  readonly text: string;
  readonly index: number;
}

function making(type: ByHand, { numbers, text, index }: Chance): Making {
  return (board) => {
    const pick = <Value>(which: number, values: readonly Value[], otherwise: Value): Value =>
      values[(numbers[which] ?? 0) % Math.max(1, values.length)] ?? otherwise;
    const [tasks, sections] = [tasksInOrder(board), [...valuesOf(board.sections)]];
    const disputes = [...valuesOf(board.disputes)];
    const aTask = (which: number) =>
      pick(which, [...tasks.map(({ id }) => id), ...strange(which)], taskId(9_000));
    const strange = (which: number) => ((numbers[which] ?? 0) % 17 === 0 ? [taskId(9_999)] : []);
    const aSection = (which: number) =>
      pick(
        which,
        sections.map(({ id }) => id),
        sectionId(9_000),
      );
    const home = (which: number) => pick(which, [null, ...sections.map(({ id }) => id)], null);
    const open = disputes.filter(({ state }) => state.at === "open");
    const aDispute = (which: number) =>
      pick(
        which,
        (open.length > 0 && (numbers[7] ?? 0) % 4 > 0 ? open : disputes).map(({ id }) => id),
        disputeId(9_000),
      );
    const allowed = WHO_MAY[type];
    const as = (numbers[6] ?? 0) % 5 === 0 ? pick(5, BOARD_ROLES, "human") : pick(5, allowed, "human");
    const when = { as, hours: index * 3 } as const;
    const notes = (numbers[4] ?? 0) % 3 === 0 ? null : text;
    const task = aTask(0);
    const place = pick(2, ["first", "last", "before", "after"] as const, "last");
    const side = pick(3, ["coder", "reviewer"] as const, "coder");
    const raisedBy =
      as === "human" ? pick(3, ["human", "coder", "reviewer", "system"] as const, "human") : as;
    switch (type) {
      case "AddSection":
        return command({
          type,
          ...when,
          id: sectionId(numbers[0] ?? 0),
          name: `${text} ${(numbers[1] ?? 0) % 5}`,
        });
      case "RenameSection":
        return command({ type, ...when, section: aSection(0), name: `${text} ${(numbers[1] ?? 0) % 5}` });
      case "MoveSection": {
        const to = place === "first" || place === "last" ? { at: place } : { at: place, other: aSection(1) };
        return command({ type, ...when, section: aSection(0), to });
      }
      case "SkipSection":
        return command({ type, ...when, section: aSection(0), skipped: (numbers[1] ?? 0) % 2 === 0, notes });
      case "RemoveSection":
        return command({ type, ...when, section: aSection(0) });
      case "AddTask": {
        const after = (numbers[3] ?? 0) % 3 === 0 ? [aTask(1)] : [];
        return command({
          type,
          ...when,
          id: taskId(numbers[0] ?? 0),
          title: `${text} x`,
          section: home(2),
          after,
          notes: text,
          ...((numbers[4] ?? 0) % 3 === 0 ? { files: ["src/**", `${text}/*`] } : {}),
        });
      }
      case "ImportTasks": {
        const ids = [1, 2, 3].map((step) => taskId((numbers[0] ?? 0) + step));
        const imported = ids.map((id, at) => ({
          id,
          title: `imported ${at}`,
          section: home(1),
          sourceFile: null,
          after: (numbers[2] ?? 0) % 4 === 0 ? [pick(3 + at, ids, id)].filter((other) => other !== id) : [],
          notes: "",
          status: pick(at, TASK_STATUSES, "pending"),
          origin: null,
          place: place === "first" || place === "last" ? { at: place } : { at: place, other: aTask(4) },
        }));
        const fresh =
          (numbers[5] ?? 0) % 2 === 0 ? [{ id: sectionId(numbers[0] ?? 0), name: `from ${text}` }] : [];
        return command({ type, ...when, sections: fresh, tasks: imported });
      }
      case "RenameTask":
        return command({ type, ...when, task, title: text });
      case "SetSource":
        return command({
          type,
          ...when,
          task,
          sourceFile: (numbers[1] ?? 0) % 3 === 0 ? null : `F.md#${text}`,
        });
      case "SetNotes":
        return command({ type, ...when, task, notes: text });
      case "TakeChanges": {
        const to = pick(1, [null, ...TASK_STATUSES], null);
        const title = (numbers[2] ?? 0) % 2 === 0 ? null : text;
        return command({ type, ...when, changes: [{ task, title, to, where: "TODO.md:1" }] });
      }
      case "MoveTask": {
        const to =
          place === "first" || place === "last"
            ? { at: place, section: home(1) }
            : { at: place, other: aTask(1) };
        return command({ type, ...when, task, to });
      }
      case "SkipTask":
        return command({ type, ...when, task, skipped: (numbers[1] ?? 0) % 2 === 0, notes });
      case "SetAfter":
        return command({ type, ...when, task, after: [aTask(1), aTask(2)].slice((numbers[3] ?? 0) % 3) });
      case "SetFiles":
        return command({ type, ...when, task, files: ["src/**", `${text}/*`].slice((numbers[3] ?? 0) % 3) });
      case "RemoveTask":
        return command({ type, ...when, task, notes });
      case "ChangeStatus":
        return command({ type, ...when, task, to: pick(1, TASK_STATUSES, "review"), notes });
      case "ApproveTask":
      case "RejectTask":
        return command({
          type,
          ...when,
          task,
          notes,
          commit: (numbers[1] ?? 0) % 3 === 0 ? "abcdef12" : null,
        });
      case "LinkCommit": {
        const moves = tasks.find(({ id }) => id === task)?.moves ?? [];
        return command({
          type,
          ...when,
          task,
          entry: pick(1, [null, ...moves, 1], null),
          commit: "fedcba98",
        });
      }
      case "NotePlaces": {
        const file = pick(1, ["TODO.md", "OTHER.md"], "TODO.md");
        const origin = { file, section: null, under: [], title: text, status: "pending" } as const;
        const removed = [...valuesOf(board.removed)].map(({ id }) => id);
        const gone = (numbers[2] ?? 0) % 2 === 0 ? {} : { gone: [pick(3, removed, task)] };
        return command({ type, ...when, places: [{ task, origin }], ...gone });
      }
      case "OpenDispute": {
        const disputable = tasks.filter(({ status }) => status === "review" || status === "in_progress");
        const about = pick(0, disputable, null)?.id ?? task;
        const reason = pick(1, DISPUTE_REASONS, "other");
        const said = { detail: notes, position: text, model: "m", files: ["a.ts"] };
        return command({
          type,
          ...when,
          id: disputeId(numbers[2] ?? 0),
          task: about,
          raisedBy,
          reason,
          ...said,
        });
      }
      case "LogMinorDispute": {
        const reason = pick(1, DISPUTE_REASONS, "other");
        return command({
          type,
          ...when,
          id: disputeId(numbers[2] ?? 0),
          task,
          raisedBy,
          reason,
          detail: null,
          notes,
        });
      }
      case "GivePosition":
        return command({ type, ...when, dispute: aDispute(0), side, text: notes, model: "m" });
      case "ResolveDispute":
        return command({ type, ...when, dispute: aDispute(0), decision: pick(1, DECISIONS, "coder"), notes });
      case "WithdrawDispute":
        return command({ type, ...when, dispute: aDispute(0), notes });
      case "AlertStale":
        return command({ type, ...when, timeoutDays: 1 + ((numbers[0] ?? 0) % 10) });
    }
  };
}
