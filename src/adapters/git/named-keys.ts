// Keys that are known by their form, whoever they belong to.

interface KeyForm {
  readonly name: string;
  readonly pattern: RegExp;
}

const KEY_FORMS: readonly KeyForm[] = [
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
  { name: "an access key of AWS", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/ },
  { name: "a token of GitHub", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40})/ },
  { name: "a token of GitLab", pattern: /\bgl(?:pat|ptt|dt|rt|cbt)-[A-Za-z0-9_-]{20}/ },
  { name: "a token of Slack", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{20}/ },
  {
    name: "an address of a Slack hook",
    pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{20}/,
  },
  { name: "a key of Google", pattern: /\bAIza[A-Za-z0-9_-]{35}/ },
  { name: "a secret of Google", pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}/ },
  { name: "a key of Stripe", pattern: /\b[rs]k_live_[A-Za-z0-9]{20}/ },
  { name: "a key of Anthropic", pattern: /\bsk-ant-[A-Za-z0-9_-]{20}/ },
  {
    name: "a key of OpenAI",
    pattern: /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20}|\bsk-[A-Za-z0-9]{48}\b/,
  },
  { name: "a token of npm", pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: "a token of PyPI", pattern: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{20}/ },
  { name: "a token of crates.io", pattern: /\bcio[A-Za-z0-9]{32}\b/ },
  { name: "a token of Hugging Face", pattern: /\bhf_[A-Za-z]{34}\b/ },
  { name: "a token of DigitalOcean", pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/ },
  { name: "a key of SendGrid", pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/ },
  { name: "a token of Docker", pattern: /\bdckr_pat_[A-Za-z0-9_-]{27}/ },
  {
    name: "a secret key of AWS",
    pattern: /\baws_secret_access_key["']?\s{0,8}[:=]\s{0,8}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/i,
  },
  {
    name: "a JSON web token",
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16}/,
  },
  {
    name: "an address with a password",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`<>${}]{1,100}:[^\s/:@"'`<>${}]{3,200}@[a-z0-9[]/i,
  },
  { name: "a key of age", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/ },
];

/** Of a path, whole names: a form may tell only how a key begins. */
export function maskNamedKeys(path: string): string {
  return path
    .split("/")
    .map((part) => {
      const key = KEY_FORMS.find(({ pattern }) => pattern.test(part));
      return key === undefined ? part : `[${key.name}]`;
    })
    .join("/");
}

interface NamedKey {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Each kind of key once, at the first line with one that was not there before. */
export function namedKeysIn(before: string, after: string): readonly NamedKey[] {
  if (!KEY_FORMS.some(({ pattern }) => pattern.test(after))) return [];
  const known = new Set(
    before.split("\n").filter((line) => KEY_FORMS.some(({ pattern }) => pattern.test(line))),
  );
  const found = new Map<string, NamedKey>();
  for (const [index, line] of after.split("\n").entries()) {
    if (known.has(line)) continue;
    for (const { name, pattern } of KEY_FORMS) {
      if (!found.has(name) && pattern.test(line)) found.set(name, { name, line: index + 1 });
    }
  }
  return [...found.values()];
}
