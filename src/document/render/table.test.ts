import { expect, it } from "vitest";
import { renderTable } from "./table.ts";

it("aligns its columns, up to a width", () => {
  const long = "a title that goes on and on until nobody can see its end any more";
  const columns = [
    { title: "Round", align: "right" },
    { title: "Title", align: "left" },
    { title: "X", align: "left" },
  ] as const;
  const rows = [
    ["3", long, "é"],
    ["12", "short", ""],
  ];
  expect(renderTable(columns, rows)).toEqual([
    `| Round | ${"Title".padEnd(40)} | X   |`,
    `| ----: | ${"-".repeat(40)} | --- |`,
    `|     3 | ${long} | é   |`,
    `|    12 | ${"short".padEnd(40)} |     |`,
  ]);
});
