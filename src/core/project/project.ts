// The stream `project`: what holds for every session of a project. At present its configuration, so that
// a stored command that names a config's hash can always be decided again with those very values.
import { assertNever } from "../shared/assert-never.ts";
import type { Decider, Fact } from "../shared/decider.ts";

export const PROJECT_STREAM = "project";

export type ProjectCommand = {
  readonly type: "RecordConfig";
  readonly v: 1;
  /** The effective values as a blob: defaults, user and project joined. */
  readonly data: { readonly configSha256: string };
};

export type ProjectEvent = {
  readonly type: "ConfigChanged";
  readonly v: 1;
  readonly data: { readonly configSha256: string };
};

export type Project = { readonly at: "new" } | { readonly at: "configured"; readonly configSha256: string };

export const projectDecider: Decider<ProjectCommand, Project, ProjectEvent> = {
  initial: { at: "new" },

  decide({ data }, project) {
    const known = project.at === "configured" && project.configSha256 === data.configSha256;
    return known ? [] : [{ type: "ConfigChanged", v: 1, data }];
  },

  evolve(_project, event) {
    switch (event.type) {
      case "ConfigChanged":
        return { at: "configured", configSha256: event.data.configSha256 };
      default:
        return assertNever(event.type);
    }
  },

  upcast(fact: Fact): ProjectEvent {
    const { configSha256 } = fact.data;
    if (fact.type !== "ConfigChanged" || fact.v !== 1 || typeof configSha256 !== "string") {
      throw new Error(`unknown project event ${fact.type} v${fact.v}`);
    }
    return { type: "ConfigChanged", v: 1, data: { configSha256 } };
  },
};
