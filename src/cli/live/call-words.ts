// What a call's key says, for people.

const ONLY_LANE = "-";

/** The agent that is a person: it gives no sign of life, and owes none. */
export const PERSON = "human";

interface CallName {
  readonly round: number;
  /** `engineer`, `reviewer`, `final review`, `survey`, or another purpose as it is. */
  readonly role: string;
  /** `null` where the role's turn is not shared out. */
  readonly lane: string | null;
  readonly attempt: number;
  readonly launch: number;
}

/** Turns that belong to no round. */
const WHOLE_SPEC: ReadonlyMap<string, string> = new Map([
  ["final", "final review"],
  ["survey", "survey"],
  ["second-survey", "second survey"],
]);

export function callName(key: string): CallName {
  const [, round = "", purpose = "", lane = ONLY_LANE, attempt = "1", launch = "1"] = key.split("/");
  return {
    round: Number.parseInt(round, 10),
    role: WHOLE_SPEC.get(purpose) ?? purpose,
    lane: lane === ONLY_LANE ? null : lane,
    attempt: Number(attempt),
    launch: Number(launch),
  };
}

/** `round 3 engineer GAP-FLOW-001 attempt 2`. */
export function callWords(key: string): string {
  const name = callName(key);
  const whole = [...WHOLE_SPEC.values()].includes(name.role);
  const role = whole ? name.role : `round ${name.round} ${name.role}`;
  return [role, name.lane, ...triesWords(name)].filter((part) => part !== null).join(" ");
}

/** Nothing for the first of each: it goes without saying. */
export function triesWords({ attempt, launch }: Pick<CallName, "attempt" | "launch">): readonly string[] {
  return [...(attempt === 1 ? [] : [`attempt ${attempt}`]), ...(launch === 1 ? [] : [`launch ${launch}`])];
}
