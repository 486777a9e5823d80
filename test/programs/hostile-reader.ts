// Reads and judges hostile documents of a range of numbers as each role: hostile-reader.mjs FROM TO. A line for each says
// how much time of the processor it took and whether it approved of anything.
import { writeSync } from "node:fs";
import { judgeEngineer } from "../../src/core/refinement/validation/judge-engineer.ts";
import { judgeFinalReview } from "../../src/core/refinement/validation/judge-final-review.ts";
import { judgeReviewer } from "../../src/core/refinement/validation/judge-reviewer.ts";
import { inertText } from "../../src/core/shared/inert-text.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";
import { readFinalReview } from "../../src/document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";
import { gapId } from "../support/example-gap.ts";
import { HOSTILE_ROLES, type HostileRole, hostileBytes } from "../support/hostile-document.ts";

const GAP = gapId("GAP-TODO-001");

/** What of it would count as approval, in words; `null` where nothing does. */
function approvedBy(role: HostileRole, text: string): string | null {
  const written = { at: "text", bytes: Buffer.byteLength(text), blank: text.trim() === "" } as const;
  switch (role) {
    case "engineer": {
      const read = readEngineerDocument(text);
      judgeEngineer({ written, ...read }, { assigned: [GAP], knownGaps: [GAP], issues: [] });
      // Whatever it proposes, a proposal is for the Reviewer to judge.
      return null;
    }
    case "reviewer": {
      const read = readReviewerDocument(text);
      const { verdict } = judgeReviewer({ written, ...read }, { proposals: [GAP], knownGaps: [GAP] });
      if (!verdict.ok) return null;
      const own =
        read.document.gapVerdicts.find(({ gap }) => gap === GAP)?.norm ?? read.document.verdict.norm;
      return own === "NEEDS_REVISION" ? null : own;
    }
    case "final": {
      const read = readFinalReview(text);
      const { verdict } = judgeFinalReview({ written, ...read });
      return verdict.ok && read.document.verdict !== "NOT_READY" ? String(read.document.verdict) : null;
    }
  }
}

const [from = 0, to = 0] = process.argv.slice(2).map(Number);
for (let seed = from; seed < to; seed += 1) {
  const role = HOSTILE_ROLES[seed % HOSTILE_ROLES.length] ?? "engineer";
  const text = inertText(Buffer.from(hostileBytes(role, seed)).toString("utf8"));
  const before = process.cpuUsage();
  const approved = approvedBy(role, text);
  const { user, system } = process.cpuUsage(before);
  const line = { seed, role, chars: text.length, cpuMs: (user + system) / 1_000, approved };
  writeSync(1, `${JSON.stringify(line)}\n`);
}
