// The one table of what a verdict may say. The reader takes nothing else for a verdict, and the gate shows it.

/** Each phrase is a whole statement, in lower case; dress, a lead such as "The proposal is" and a reason may surround it. */
export interface PhraseTable {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** That nothing was found; where a verdict stands it approves. */
export const NO_ISSUES_PHRASES: PhraseTable = {
  yes: "no issues|no issue|no issues found|no new issues|no new issues found|no further issues|no further issues found|no issues identified|no new issues identified|no issues remain|no open issues|no remaining issues|zero issues|zero issues found|nothing found|issues none|issues found none|i found no issues|found no issues".split(
    "|",
  ),
  no: [],
};

export const VERDICT_PHRASES: PhraseTable = {
  yes: [
    ..."approved|approve|approves|accepted|accept|accepts|acceptable|lgtm|looks good|looks good to me|ready to merge|ready to ship|ready to go|ready to implement|ready for merge|ready for implementation|ready for integration|ready|good to go|good to merge|ok to merge|okay to merge|pass|passed|passes|ok|okay|signed off|sign off|approval granted|approval given|granted|recommend approval|recommend approving|recommend acceptance|recommended for approval|no objection|no objections|no changes needed|no changes required|no changes requested|no comments|no further comments|no concerns|all good|thumbs up|green light".split(
      "|",
    ),
    ...NO_ISSUES_PHRASES.yes,
  ],
  no: "needs revision|needs revisions|needs a revision|needs changes|needs work|needs more work|needs rework|needs fixes|needs another round|needs another pass|needs one more pass|needs one more round|needs clarification|needs clarifications|need revision|need changes|need work|requires revision|requires revisions|requires changes|requires rework|revision needed|revision required|revisions needed|revisions required|changes needed|changes required|changes requested|rework needed|rework required|request changes|requests changes|requesting changes|revise|revise and resubmit|rework|major revision|major revisions|minor revision|minor revisions|reject|rejects|rejected|decline|declined|not approved|not yet approved|not an approval|no approval|not accepted|not yet accepted|not acceptable|not ready|not yet ready|do not approve|cannot approve|do not accept|cannot accept|do not merge|do not ship|cannot be approved|cannot be accepted|unacceptable|disapproved|approval withheld|returned|returned for revision|return for revision|sent back|send back|fail|fails|failed|no go|blocked".split(
    "|",
  ),
};

export const FINAL_PHRASES: PhraseTable = {
  yes: "ready for termination|ready to terminate".split("|"),
  no: "not ready|not yet ready|not ready for termination|not yet ready for termination".split("|"),
};

/** For the messages of the gate: some of the table's rows, and how a statement may be dressed. */
export const ACCEPTED_VERDICTS =
  "APPROVED (or: Approve, Accepted, LGTM, Ready to merge, No issues found), APPROVED_WITH_NOTES (or: Approved with notes), NEEDS_REVISION (or: Needs changes, Request changes, Rejected, Not approved)";
export const ACCEPTED_FINAL_VERDICTS = "READY_FOR_TERMINATION, NOT_READY";
