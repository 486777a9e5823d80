import { describe, expect, it } from "vitest";
import {
  CANONICAL_APPROVAL,
  CANONICAL_CODE_REVIEW,
  CANONICAL_CODER,
  CANONICAL_GUIDE,
  CANONICAL_POSITION,
} from "../../prompts/examples/build-documents.ts";
import { inspectWork } from "./inspect-work.ts";

describe("a document of a build", () => {
  it("is known by its title, and read as a build reads it", () => {
    expect(inspectWork(CANONICAL_CODER)).toMatchObject({
      role: "coder",
      verdict: { norm: "done" },
      responses: [
        { issueId: "F1", status: "FIXED" },
        { issueId: "F2", status: "DISAGREE" },
      ],
      notes: [],
    });
    expect(inspectWork(CANONICAL_CODE_REVIEW)).toMatchObject({
      role: "code reviewer",
      verdict: { norm: "REJECT" },
      issues: [{ id: null, severity: "HIGH" }, { id: "F2" }],
      priorIssues: [{ status: "FIXED" }, { status: "OPEN" }, { status: "WITHDRAWN" }],
    });
    expect(inspectWork(CANONICAL_APPROVAL)).toMatchObject({ verdict: { norm: "APPROVE" } });
    expect(inspectWork(CANONICAL_POSITION)).toMatchObject({ role: "position", notes: [] });
    expect(inspectWork(CANONICAL_GUIDE)).toMatchObject({ role: "guide", notes: [] });
  });

  it("says what is wrong with it, and nothing else", () => {
    expect(inspectWork("# Work\n\nDone.\n")).toMatchObject({
      role: "coder",
      verdict: { norm: "NONE" },
      notes: [{ code: "missing-field" }],
    });
  });

  it("is none where a review names gaps or has a verdict of a refinement", () => {
    expect(inspectWork("# Review\n\n**Gaps:** GAP-FLOW-001\n\n## Verdict: APPROVED\n")).toBeNull();
    expect(inspectWork("# Review\n\n## Verdict: APPROVED\n")).toBeNull();
    expect(inspectWork("# A spec\n\nText.\n")).toBeNull();
  });
});
