import { expect, test } from "vitest";
import { permittedWords, RUN_PERMISSIONS, runPermission } from "../app/run-permissions.ts";
import { entriesOf, isCommand, type TableEntry } from "./command.ts";
import { loadProgram } from "./program.ts";

function commandsIn(entry: TableEntry, before: readonly string[]): readonly string[] {
  const path = [...before, entry.name];
  return [
    ...(isCommand(entry) ? [path.join(" ")] : []),
    ...entriesOf(entry).flatMap((one) => commandsIn(one, path)),
  ];
}

const { commands } = await loadProgram();
const COMMANDS = commands.flatMap((entry) => commandsIn(entry, []));

test("every command says what a run may do with it, and nothing else does", () => {
  const actions = ["decisions recover"];
  expect(Object.keys(RUN_PERMISSIONS).toSorted()).toEqual([...COMMANDS, ...actions].toSorted());
});

test("an action that has a permission of its own is named by it, any other by its command", () => {
  expect(permittedWords(["decisions"], "recover")).toEqual(["decisions", "recover"]);
  for (const action of ["show", undefined])
    expect(permittedWords(["decisions"], action)).toEqual(["decisions"]);
});

test("what nobody has thought of is a person's, also under the names that every object has", () => {
  for (const name of ["unheard-of", "constructor", "toString"]) expect(runPermission([name])).toBe("person");
});
