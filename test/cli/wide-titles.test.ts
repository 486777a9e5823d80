// Titles whose characters take two columns of a terminal: nothing is wider than it.
import { expect, test } from "vitest";
import { columnsOf } from "../../src/cli/columns.ts";
import { disputeId } from "../support/board-world.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";

const TITLES = [
  "ログイン画面のエラーメッセージを利用者の言語に合わせて表示し、再試行の回数を記録する",
  "決済 🚀 の再試行で二重に請求されないように、取引番号を必ず確認してから送信すること",
  "短い題",
  "A title in plain letters that is somewhat longer than the column that it is shown in",
];

const past = () =>
  projectWith((board) => {
    const section = board.addSection(
      "請求書と支払い方法の管理および監査証跡の保存に関するすべての作業項目一覧表",
    );
    for (const [number, title] of TITLES.entries()) {
      const task = board.add(title, { section });
      board.do({ type: "ChangeStatus", task, to: "review" });
      const reason = number % 2 === 0 ? "specification_interpretation" : "security_concern";
      board.dispute(task, { reason, hours: daysAgo(9 + number) });
      board.do({ type: "LogMinorDispute", id: disputeId(1_000 + number), task });
    }
    const waiting = board.add(TITLES.join(""), { section });
    board.do({ type: "ChangeStatus", task: waiting, to: "review" });
    return {};
  });

test.each([["dispute", "list"], ["dispute", "list", "--stale"], ["board"], ["tasks", "list"]])(
  "parley %s %s %s holds 80 columns",
  async (...line) => {
    const { world } = await past();
    const { code, stdout } = await world.run(line.filter((word) => word !== undefined));
    expect(code).toBe(0);
    expect(stdout).toContain("ログイン");
    expect(stdout.split("\n").filter((one) => columnsOf(one) > 80)).toEqual([]);
  },
);

test("columns below each other begin at the same column", async () => {
  const { world } = await past();
  const { stdout } = await world.run(["dispute", "list", "--status", "open"]);
  const starts = stdout
    .trimEnd()
    .split("\n")
    .map((line) => columnsOf(line.slice(0, line.search(/STATUS|open {2}/))));
  expect(new Set(starts).size).toBe(1);
});
