import { describe, expect, test } from "vitest";
import { readBareVerdict, readVerdict } from "./verdict-words.ts";

describe("where a place for a verdict is", () => {
  test.each([
    ["APPROVED", "APPROVED"],
    ["✅ **Approve**", "APPROVED"],
    ["LGTM", "APPROVED"],
    ["Accepted, no conditions", "APPROVED"],
    ["This proposal is approved for integration.", "APPROVED"],
    ["Ready for implementation", "APPROVED"],
    ["No objections", "APPROVED"],
    ["No revision needed", "APPROVED"],
    ["Approved with no changes", "APPROVED"],
    ["APPROVED_WITH_NOTES", "APPROVED_WITH_NOTES"],
    ["Approved with minor notes", "APPROVED_WITH_NOTES"],
    ["Conditionally approved", "APPROVED_WITH_NOTES"],
    ["APPROVED pending the price list", "APPROVED_WITH_NOTES"],
    ["Approved, provided that the lamp is lit", "APPROVED_WITH_NOTES"],
    ["Accept once H1 is fixed", "APPROVED_WITH_NOTES"],
    ["LGTM with nits", "APPROVED_WITH_NOTES"],
    ["APPROVED*", "APPROVED_WITH_NOTES"],
    ["Needs clarification", "APPROVED_WITH_NOTES"],
    ["NEEDS_REVISION", "NEEDS_REVISION"],
    ["needs work", "NEEDS_REVISION"],
    ["Request changes", "NEEDS_REVISION"],
    ["Changes requested", "NEEDS_REVISION"],
    ["Major revisions required", "NEEDS_REVISION"],
    ["Rejected", "NEEDS_REVISION"],
    ["Not approved", "NEEDS_REVISION"],
    ["I cannot approve this as it stands.", "NEEDS_REVISION"],
    ["Do not approve yet", "NEEDS_REVISION"],
    ["Not ready", "NEEDS_REVISION"],
    ["Revise and resubmit", "NEEDS_REVISION"],
  ])("%s", (text, norm) => {
    expect(readVerdict(text)).toBe(norm);
  });

  test.each([
    "",
    "APPROVED | NEEDS_REVISION",
    "[APPROVE / REJECT]",
    "approve or reject",
    "see below",
    "RESOLVED",
    "The integration is complete and correct",
  ])("%j is none", (text) => {
    expect(readVerdict(text)).toBeNull();
  });
});

describe("alone on a line", () => {
  test.each([
    "APPROVED",
    "Needs revision",
    "LGTM with nits",
    "Not approved",
    "Approved, subject to the date",
  ])("%s", (text) => {
    expect(readBareVerdict(text)).not.toBeNull();
  });

  test.each([
    "Approved proposals",
    "Revision",
    "Ready rooms",
    "Reject late bookings",
    "Approve deletion of old cards",
  ])("%s is about something else", (text) => {
    expect(readBareVerdict(text)).toBeNull();
  });
});
