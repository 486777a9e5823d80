// What an agent sees of our environment: what programs need to work at all, and what the user named.
export type Environment = Readonly<Record<string, string | undefined>>;

const ALLOWED = ["PATH", "HOME", "LANG", "TERM", "TMPDIR", "TZ"];
const ALLOWED_PREFIX = "LC_";

export interface AgentEnvironment {
  readonly env: Environment;
  /** Further names that may pass. */
  readonly names: readonly string[];
  /** What parley tells the agent; it wins over anything of the same name. */
  readonly told: Readonly<Record<string, string>>;
}

export function agentEnvironment({ env, names, told }: AgentEnvironment): Record<string, string> {
  const allowed = new Set([...ALLOWED, ...names]);
  const passed = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (allowed.has(name) || name.startsWith(ALLOWED_PREFIX)) ? [[name, value]] : [],
  );
  return { ...Object.fromEntries(passed), ...told };
}
