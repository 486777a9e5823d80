import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approval, HASH, NO_GAPS, READY, resolution } from "../../../test/support/session-world.ts";
import type { Role } from "../../core/refinement/role.ts";
import { readOutput } from "../../engine/documents.ts";
import { CANONICAL_DRAFT } from "../../prompts/examples/canonical-documents.ts";
import { withoutOuterFence } from "./outer-fence.ts";

const GAP = "GAP-FLOW-001";

describe("a fence around a whole answer", () => {
  it.each([
    ["of backticks, with a word", "```markdown\n# A\n\nb\n```\n", "\n# A\n\nb\n\n"],
    ["without a word", "```\n# A\n```", "\n# A\n"],
    ["of tildes", "~~~md\n# A\n~~~", "\n# A\n"],
    ["between blank lines", "\n\n```markdown\n# A\n```\n\n", "\n\n\n# A\n\n\n"],
    ["with other line ends", "```markdown\r\n# A\r\n```\r\n", "\n# A\r\n\n"],
    [
      "with a fence of the same length inside",
      "```markdown\n# A\n```js\n1\n```\n```",
      "\n# A\n```js\n1\n```\n",
    ],
    [
      "with a text of the spec in a fence of its own",
      "```markdown\n# A\n````\nb\n```js\n1\n```\n````\n# C\n```",
      "\n# A\n````\nb\n```js\n1\n```\n````\n# C\n",
    ],
    ["with a longer fence inside", "```markdown\n````text\n```\n````\n```", "\n````text\n```\n````\n"],
  ])("given one %s, then it is taken off and no line moves", (_what, answer, document) => {
    expect(withoutOuterFence(answer)).toBe(document);
  });

  it.each([
    ["words before it", "Here it is:\n```markdown\n# A\n```"],
    ["words after it", "```markdown\n# A\n```\nDone."],
    ["a second one after it", "```markdown\n# A\n```\n```markdown\n# B\n```"],
    ["no end", "```markdown\n# A"],
    ["nothing but its opening", "```"],
    ["code in it", '```json\n{"a": 1}\n```'],
    ["no fence", "# A\n"],
    ["nothing", ""],
  ])("given %s, then the answer stays as it is", (_what, answer) => {
    expect(withoutOuterFence(answer)).toBeNull();
  });

  it("given any text in a fence longer than its own, then the text comes out", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "#", " ", "\n", "`", "~", "-"), maxLength: 80 });
    fc.assert(
      fc.property(text, (inner) => {
        const answer = `${"`".repeat(90)}markdown\n${inner}\n${"`".repeat(90)}`;
        expect(withoutOuterFence(answer)).toBe(`\n${inner}\n`);
      }),
    );
  });
});

const DOCUMENTS: Record<Role, string> = {
  engineer: resolution([GAP]),
  "answer-issue": resolution([GAP]),
  reviewer: approval([GAP]),
  draft: CANONICAL_DRAFT,
  final: READY,
  survey: NO_GAPS,
  "second-survey": NO_GAPS,
};

function read(role: Role, text: string) {
  const ref = { sha256: HASH.sha256(text), bytes: Buffer.byteLength(text), from: "text" } as const;
  return readOutput(role, ref, text, HASH);
}

describe("reading an answer", () => {
  it.each(Object.entries(DOCUMENTS) as [Role, string][])(
    "given a whole document of the %s in a fence, then it says what it says without one, a line further down",
    (role, text) => {
      const plain = read(role, `\n${text}\n`);
      const fenced = read(role, `\`\`\`markdown\n${text}\`\`\`\n`);
      expect(fenced.content?.document).toEqual(plain.content?.document);
      expect(fenced.content?.notes).toEqual([
        { code: "fence-around-document", line: 1, message: expect.any(String) },
        ...(plain.content?.notes ?? []),
      ]);
    },
  );

  it("given a fence around nothing, then it is as good as blank", () => {
    expect(read("reviewer", "```markdown\n\n```\n")).toMatchObject({
      written: { at: "text", blank: true },
      content: null,
    });
  });
});
