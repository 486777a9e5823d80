import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Failure } from "../failure.ts";
import { editConfig } from "./edit-config.ts";

const VALID = "refine:\n  maxRounds: 20\n";

/** A project with settings, and editors that are scripts: `$1` is the file. Each opening has the next one. */
function place(settings: string | null = VALID) {
  const root = temporaryFolder();
  const folder = join(root, ".parley");
  mkdirSync(folder);
  const file = join(folder, "config.yaml");
  const copy = join(folder, "config.edited.yaml");
  if (settings !== null) writeFileSync(file, settings);
  const kept: string[] = [];
  const problems: Failure[] = [];
  const edit = async (...scripts: readonly string[]) => {
    const editor = join(root, "editor");
    for (const [index, script] of scripts.entries()) writeFileSync(`${editor}.${index}`, `${script}\n`);
    const next = `n=$(cat ${editor}.n 2>/dev/null || echo 0); echo $((n+1)) > ${editor}.n; . ${editor}.$n`;
    writeFileSync(editor, `#!/bin/sh\n${next}\n`);
    writeFileSync(`${editor}.n`, "0");
    chmodSync(editor, 0o755);
    const never = new AbortController().signal;
    const env = { EDITOR: editor, PATH: process.env.PATH, HOME: root };
    const context = { cwd: root, env, now: new Date(0), cancel: never, cancelNow: never };
    return await editConfig(context, "project", {
      onKept: (left) => void kept.push(left),
      wantsToMend: async (failure) => {
        problems.push(failure);
        return problems.length < scripts.length;
      },
    });
  };
  return { file, copy, edit, kept, problems, read: (path: string) => readFileSync(path, "utf8") };
}

describe("settings in an editor", () => {
  test("given valid ones, then they take the file's place, comments and all", async () => {
    const { file, copy, edit, read } = place();
    const text = "# mine\nrefine:\n  maxRounds: 30\n";
    expect(await edit(`printf '${text.replaceAll("\n", "\\n")}' > "$1"`)).toEqual({ file, changed: true });
    expect([read(file), existsSync(copy)]).toEqual([text, false]);
  });

  test("given no settings yet, then a file is made", async () => {
    const { file, edit, read } = place(null);
    expect(await edit('echo "refine: { maxRounds: 5 }" > "$1"')).toEqual({ file, changed: true });
    expect(read(file)).toBe("refine: { maxRounds: 5 }\n");
  });

  test("given a mistake that is mended, then only what is valid is ever in the file", async () => {
    const { file, edit, problems, read } = place();
    const edited = await edit('echo "refine: { maxRounds: many }" > "$1"', 'sed -i.old s/many/7/ "$1"');
    expect(edited).toEqual({ file, changed: true });
    expect(problems).toHaveLength(1);
    expect(read(file)).toBe("refine: { maxRounds: 7 }\n");
  });

  test("given a mistake that is left, then the file stays, and the next editing goes on with what was typed", async () => {
    const { file, copy, edit, kept, read } = place();
    const refused = await edit('echo "refine: { maxRuonds: 7 }" > "$1"');
    expect(refused).toMatchObject({ failed: "config", fix: expect.stringContaining(copy) });
    expect([read(file), read(copy)]).toEqual([VALID, "refine: { maxRuonds: 7 }\n"]);
    expect(await edit('sed -i.old s/Ruonds/Rounds/ "$1"')).toEqual({ file, changed: true });
    expect([kept, read(file)]).toEqual([[copy], "refine: { maxRounds: 7 }\n"]);
  });

  test("given it is closed as it was, then nothing is changed and no copy stays", async () => {
    const { file, copy, edit } = place();
    expect(await edit("true")).toEqual({ file, changed: false });
    expect(await edit("exit 1")).toMatchObject({ code: "not-edited" });
    expect(existsSync(copy)).toBe(false);
  });

  test("given an editor that fails after it saved, then what it saved is kept", async () => {
    const { file, copy, edit, read } = place();
    expect(await edit('echo "refine: { maxRounds: 8 }" > "$1"; exit 3')).toMatchObject({
      code: "not-edited",
    });
    expect([read(file), read(copy)]).toEqual([VALID, "refine: { maxRounds: 8 }\n"]);
  });

  test("given somebody changes the file meanwhile, then neither text is lost", async () => {
    const { file, copy, edit, read } = place();
    const other = "refine: { maxRounds: 9 }\n";
    const refused = await edit(
      `echo "refine: { maxRounds: 8 }" > "$1"; printf '${other.trim()}\\n' > ${file}`,
    );
    expect(refused).toMatchObject({ code: "changed-meanwhile" });
    expect([read(file), read(copy)]).toEqual([other, "refine: { maxRounds: 8 }\n"]);
  });
});
