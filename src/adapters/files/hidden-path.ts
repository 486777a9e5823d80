// What no agent gets to see of a project: our own and others' housekeeping, and files that are likely to hold a key.

const FOLDERS = new Set([
  ".git",
  ".parley",
  "node_modules",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
]);
const FILES =
  /^(?:\.env(?:\.(?!example$|sample$|template$).*|rc)?|\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?|(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|xml|properties|conf|cfg|csv))?|service-account.*\.json|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|env))$/;

/** A path from the project's root, with `/`. */
export function isHidden(path: string): boolean {
  const steps = path.toLowerCase().split("/");
  return steps.some((step) => FOLDERS.has(step)) || FILES.test(steps.at(-1) ?? "");
}
