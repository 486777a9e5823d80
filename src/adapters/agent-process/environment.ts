// What an agent sees of our environment: what programs need to work at all, what its kind is set up with, and what the
// user named.
export type Environment = Readonly<Record<string, string | undefined>>;

const ALLOWED = new Set([
  ...["PATH", "HOME", "LANG", "TERM", "TMPDIR", "TZ", "USER", "LOGNAME", "SHELL"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
]);
const ALLOWED_PREFIXES = ["LC_", "XDG_"];

interface AgentEnvironment {
  readonly env: Environment;
  /** Further names that may pass. */
  readonly passes: (name: string) => boolean;
  /** What parley tells the agent; it wins over anything of the same name. */
  readonly told: Readonly<Record<string, string>>;
}

export function agentEnvironment({ env, passes, told }: AgentEnvironment): Record<string, string> {
  const allowed = (name: string): boolean =>
    ALLOWED.has(name) || ALLOWED_PREFIXES.some((prefix) => name.startsWith(prefix)) || passes(name);
  const passed = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && allowed(name) ? [[name, value]] : [],
  );
  return { ...Object.fromEntries(passed), ...told };
}
