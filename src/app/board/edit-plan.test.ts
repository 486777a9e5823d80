import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Failure, isFailure } from "../failure.ts";
import { editPlan, type PlanInEditor } from "./edit-plan.ts";

const PLAN = { session: "shop", text: "- [ ] Pay\n" };

/** A project, and an editor that is a script of its own: `$1` is the file. */
function place() {
  const root = temporaryFolder();
  const plans = join(root, ".parley/plans");
  mkdirSync(join(root, ".parley"));
  const kept: string[][] = [];
  const edit = async (script: string, cancel = new AbortController()): Promise<PlanInEditor | Failure> => {
    const editor = join(root, "editor");
    writeFileSync(editor, `#!/bin/sh\n${script}\n`);
    chmodSync(editor, 0o755);
    const env = { EDITOR: editor, PATH: process.env.PATH };
    const never = new AbortController().signal;
    const context = { cwd: root, env, now: new Date(0), cancel: cancel.signal, cancelNow: never };
    return await editPlan(context, PLAN, (files) => kept.push([...files]));
  };
  const read = (name: string) => readFileSync(join(plans, name), "utf8");
  return { plans, edit, kept, read };
}

function opened(edited: PlanInEditor | Failure): PlanInEditor {
  if (isFailure(edited)) throw new Error(edited.message);
  return edited;
}

describe("a plan in an editor", () => {
  test("given an editor that is closed, then its text is there, and the file goes when it is discarded", async () => {
    const { plans, edit, kept } = place();
    const edited = opened(await edit('echo "- [ ] Refund" >> "$1"'));
    expect(edited.text).toBe("- [ ] Pay\n- [ ] Refund\n");
    await edited.discard();
    expect([readdirSync(plans), kept]).toEqual([[], []]);
  });

  test("given an editor that failed, then what it saved is told, kept, and never overwritten or deleted", async () => {
    const { plans, edit, kept, read } = place();
    const failed = await edit('echo "- [ ] mine" > "$1"; exit 3');
    const file = join(plans, "shop.md");
    expect(failed).toMatchObject({ code: "not-edited", place: file, fix: expect.stringContaining(file) });

    const next = opened(await edit('echo "- [ ] other" > "$1"'));
    expect(next.text).toBe("- [ ] other\n");
    expect(kept).toEqual([[file]]);
    expect(read("shop.md")).toBe("- [ ] mine\n");
    await next.discard();
    expect(readdirSync(plans)).toEqual(["shop.md"]);
  });

  test("given a plan that the board refuses, then the refusal tells where it is kept", async () => {
    const { plans, edit } = place();
    const edited = opened(await edit("true"));
    const refused = edited.refused({ failed: "refused", code: "cycle", message: "no", fix: "change it" });
    const from = `parley plan shop --from ${join(plans, "shop.md")}`;
    expect(refused).toMatchObject({ code: "cycle", fix: `change it; what you wrote is kept: ${from}` });
    expect(existsSync(join(plans, "shop.md"))).toBe(true);
  });

  test("given somebody who edits the same plan just now, then each has a file of their own", async () => {
    const { edit } = place();
    const [one, two] = await Promise.all([
      edit('sleep 0.3; basename "$1" >> "$1"'),
      edit('sleep 0.3; basename "$1" >> "$1"'),
    ]);
    const texts = [opened(one).text, opened(two).text].sort();
    expect(texts).toEqual([`${PLAN.text}shop.2.md\n`, `${PLAN.text}shop.md\n`]);
  });

  test("given an interruption meanwhile, then nothing goes on, and the text is kept", async () => {
    const { edit, read } = place();
    const cancel = new AbortController();
    const running = edit('sleep 0.2; echo "- [ ] mine" > "$1"', cancel);
    cancel.abort();
    expect(await running).toMatchObject({ failed: "interrupted", code: "not-edited" });
    expect(read("shop.md")).toBe("- [ ] mine\n");
  });
});
