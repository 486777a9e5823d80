import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

const spec = (text: string) =>
  `# Spec\n\n## 1 Scope\n\n${text}\n\n## 2 Parts\n\n1. one\n2. two\n\n### 2.1 First\n\nx\n\n## Appendix A: More\n\ny\n`;

it.each([
  ["see Section 4.2.", ["Section 4.2"]],
  ["(§2.7)", ["§2.7"]],
  ["As said in sections 2.1 and 2.7.", ["2.7"]],
  ["see Appendix B", ["Appendix B"]],
  ["| where |\n|---|\n| see Section 9 |", ["Section 9"]],
  ["see Section 3 of this document", ["Section 3"]],
  ["see Sections 1, 2 and 2.1, §2.1, Appendix A", []],
  ["see §2.2, the second item", []],
  ["see RFC 9110, Section 5.1 and §7", []],
  ["see Section 5.1 of RFC 9110, and section 8 of the guide", []],
  ["[RFC9110] Section 15 and SPEC §7, §8", []],
  ["`other.md` Section 13 and [there](other.md) §4", []],
  ["its own plan (§7), §4.9.2 and § 1.1", []],
  ["Section 508 compliance; 4.2 is a version", []],
  ["`see Section 9`", []],
])("%j", (text, found) => {
  expect(quotes("missing-section", spec(text))).toEqual(found);
});

it("says nothing of numbers where headings have none", () => {
  expect(quotes("missing-section", "# A\n\nsee Section 3\n\n# B\n\nx")).toEqual([]);
});
