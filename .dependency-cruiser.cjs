// The arrows between the rooms. What is not listed here as allowed is refused.
const MAY_IMPORT = {
  core: [],
  document: ["core"],
  lint: ["core", "document"],
  prompts: ["core", "document"],
  engine: ["core", "document", "lint", "prompts"],
  adapters: ["core", "engine"],
  runner: ["core", "engine"],
  app: ["core", "document", "lint", "prompts", "engine", "adapters", "runner"],
  mcp: ["app"],
  cli: ["app", "mcp"],
};
const PURE_ROOMS = ["core", "document", "lint", "prompts", "engine"];
const MARKDOWN = "(^|/)node_modules/(?:@types/)?(micromark|mdast|unist|decode-named|unified|hast)";

const arrows = Object.entries(MAY_IMPORT).map(([room, targets]) => ({
  name: `${room}-imports-only-${targets.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: "\\.test\\.ts$" },
  to: { path: "^src/", pathNot: `^src/(${[room, ...targets].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: "pure-rooms-import-no-packages",
      severity: "error",
      from: { path: `^src/(${PURE_ROOMS.join("|")})/`, pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^src/", MARKDOWN] },
    },
    {
      name: "markdown-parser-only-in-document",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/document/", "\\.test\\.ts$"] },
      to: { path: MARKDOWN },
    },
    {
      name: "adapters-do-not-know-their-siblings",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/adapters/", pathNot: "^src/adapters/($1|shared)/" },
    },
    {
      name: "adapters-see-only-the-ports-of-the-engine",
      severity: "error",
      from: { path: "^src/adapters/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/engine/", pathNot: "^src/engine/(build-)?ports\\.ts$" },
    },
    {
      name: "mcp-has-one-door",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/mcp/", "^src/cli/commands/mcp\\.ts$", "\\.test\\.ts$"] },
      to: { path: "^src/mcp/" },
    },
    {
      name: "mcp-is-entered-by-its-door",
      severity: "error",
      from: { path: "^src/cli/commands/mcp\\.ts$" },
      to: { path: "^src/mcp/", pathNot: "^src/mcp/serve-mcp\\.ts$" },
    },
    {
      name: "mcp-protocol-only-in-mcp",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/mcp/", "\\.test\\.ts$"] },
      to: { path: "(^|/)node_modules/@modelcontextprotocol/" },
    },
    {
      name: "wire-types-need-only-core",
      severity: "error",
      from: { path: "^src/app/wire/" },
      to: { pathNot: "^src/(core|app/wire)/" },
    },
    {
      name: "wire-types-are-types-alone",
      severity: "error",
      from: { path: "^src/app/wire/" },
      to: { dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nothing-shipped-imports-tests",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^test/", "^bench/", "\\.test\\.ts$"] },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: ["^src/cli/parley\\.ts$", "\\.test\\.ts$"] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(test|bench)/\\.build/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types"] },
  },
};
