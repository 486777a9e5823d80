/** What a host tells its model of this server before any tool is looked at. */
export const INSTRUCTIONS = `parley turns a half-written spec into one you can build from: two agents argue out every gap, deterministic code mediates, and the user decides what is left.
- Start: refine_start with the path of a Markdown spec. It returns at once; the run goes on in a process of its own.
- Follow: wait (at most 45 seconds; give back the version it returned as since) until it tells of a question or the end.
- Questions are the user's to decide. Show them what inbox says of one (why, options, what each does, the recommendation) and call answer with the option they chose, in their words. Never answer on your own. Then resume; after a question of the build (B…) the user runs parley build.
- Look: status, gaps, ledger (issues), conflicts (both positions), decisions, why (where a line of a finished spec comes from), disputes.
- Read: status.md, decisions.md, summary.md, draft.md, spec.md (the finished one) and the documents of each round are resources under parley://session/SESSION/.
- An error is {error: {code, message, place?, fix?}}; fix says what to do next. Inside a run of parley's own agents everything that changes something is refused.`;
