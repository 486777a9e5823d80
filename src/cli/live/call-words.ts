// What a call's key says, for people.

const ONLY_LANE = "-";

/** The agent that is a person: it gives no sign of life, and owes none. */
export const PERSON = "human";

/** By this name steps of a build wait that no agent takes: git, or a remote, is tried again. */
export const PARLEY = "parley";

interface CallName {
  /** The id of the task it is about; `null` for a call of a session. */
  readonly task: string | null;
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

/** What parley runs on the work of a task, shown as a call while it goes on. */
export function checksKey(task: string): string {
  return `task/${task}/0/${CHECKS}`;
}

const CHECKS = "build and tests";

export function callName(key: string): CallName {
  const parts = key.split("/");
  const task = parts[0] === "task" ? (parts[1] ?? null) : null;
  const [round = "", purpose = "", lane = ONLY_LANE, attempt = "1", launch = "1"] = parts.slice(
    task === null ? 1 : 2,
  );
  return {
    task,
    round: Number.parseInt(round, 10),
    role: WHOLE_SPEC.get(purpose) ?? purpose,
    lane: lane === ONLY_LANE || task !== null ? null : lane,
    attempt: Number(attempt),
    launch: Number(launch),
  };
}

/** `round 3 engineer GAP-FLOW-001 attempt 2`, `1f3870be coder round 2`. */
export function callWords(key: string): string {
  const name = callName(key);
  if (name.task !== null) return `${name.task} ${workWords(key)}`;
  const whole = [...WHOLE_SPEC.values()].includes(name.role);
  const role = whole ? name.role : `round ${name.round} ${name.role}`;
  return [role, name.lane, ...triesWords(name)].filter((part) => part !== null).join(" ");
}

/** `coder`, `coder round 2 attempt 2`: where the task goes without saying. */
export function workWords(key: string): string {
  const name = callName(key);
  const round = name.round > 1 ? [`round ${name.round}`] : [];
  return [name.role, ...round, ...triesWords(name)].join(" ");
}

/** Nothing for the first of each: it goes without saying. */
export function triesWords({ attempt, launch }: Pick<CallName, "attempt" | "launch">): readonly string[] {
  return [...(attempt === 1 ? [] : [`attempt ${attempt}`]), ...(launch === 1 ? [] : [`launch ${launch}`])];
}
