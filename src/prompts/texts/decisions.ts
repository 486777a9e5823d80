export const DECISIONS_BIND =
  "The user has settled the following. Honour each decision, its constraints included, and do not argue it again: a settled issue is not raised or disagreed with a second time, under its own id or another. A problem that a decision brings with it is a new gap.";
