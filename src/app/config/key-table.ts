import { type KnownKey, knownKeys } from "./key-tree.ts";

/** All settings as a Markdown table, for the documentation. */
export function renderKeyTable(): string {
  const rows = knownKeys().map(({ key, node }) => {
    const cells = [`\`${key}\``, node.words, defaultOf({ key, node }), node.description];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  return ["| key | type | default | meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
}

function defaultOf({ node }: KnownKey): string {
  if (node.required) return "required";
  if (node.kind === "list") return "none";
  if (node.derived !== null) return "derived";
  return node.default === undefined ? "unset" : `\`${String(node.default)}\``;
}

function escapeCell(cell: string): string {
  return cell
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replace(/^`(.*)`$/, (code) => code.replaceAll("&lt;", "<"));
}
