import type { Access } from "../shared/access.ts";

/**
 * Who takes a turn. The survey and the Final Review Pass are turns of their own, by the Reviewer's agent; a second
 * survey is by the Engineer's.
 */
export const ROLES = [
  "engineer",
  "answer-issue",
  "reviewer",
  "draft",
  "final",
  "survey",
  "second-survey",
] as const;

export type Role = (typeof ROLES)[number];

interface RoleFacts {
  /** As people read it. */
  readonly title: string;
  /** Whose agent, whose spend. */
  readonly agent: AgentRole;
  /** The document it writes, without its ending. */
  readonly stem: string;
  /** Who judges has nothing to write but an answer. */
  readonly access: Access;
}

const FACTS: Record<Role, RoleFacts> = {
  engineer: { title: "Engineer", agent: "engineer", stem: "engineer", access: "write" },
  "answer-issue": {
    title: "Engineer's answer",
    agent: "engineer",
    stem: "engineer.addendum",
    access: "read-only",
  },
  reviewer: { title: "Reviewer", agent: "reviewer", stem: "reviewer", access: "read-only" },
  draft: { title: "Drafter", agent: "drafter", stem: "draft", access: "read-only" },
  final: { title: "Final Review", agent: "reviewer", stem: "final_review", access: "read-only" },
  survey: { title: "Survey", agent: "reviewer", stem: "survey", access: "read-only" },
  "second-survey": { title: "Second survey", agent: "engineer", stem: "second_survey", access: "read-only" },
};

/** Roles of the whole specification, outside the rounds. */
export type SurveyRole = Extract<Role, "survey" | "second-survey">;

export function isSurveyRole(role: Role): role is SurveyRole {
  return role === "survey" || role === "second-survey";
}

/** A turn that is about gaps, and has nothing to do once they are taken away. */
export function isAboutGaps(role: Role): role is Side {
  return role === "engineer" || role === "reviewer";
}

export function roleTitle(role: Role | AgentRole): string {
  return FACTS[role === "drafter" ? "draft" : role].title;
}

export function agentRoleOf(role: Role): AgentRole {
  return FACTS[role].agent;
}

export function accessOf(role: Role): Access {
  return FACTS[role].access;
}

/** Who argues. */
export const SIDES = ["engineer", "reviewer"] as const;
export type Side = (typeof SIDES)[number];

/** The drafter is optional, and takes no side. */
export const AGENT_ROLES = [...SIDES, "drafter"] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];

export function isSide(role: AgentRole): role is Side {
  return role !== "drafter";
}

/** `engineer.md`, `engineer.GAP-FLOW-001.md`, `engineer.attempt-2.md`. */
export function documentName(role: Role, lane: string, attempt: number | null = null): string {
  const parts = [FACTS[role].stem, lane === "-" ? "" : lane, attempt === null ? "" : `attempt-${attempt}`];
  return `${parts.filter((part) => part !== "").join(".")}.md`;
}

/** The name under which a role is given to a person: whoever sits down first writes. */
export const PERSON = "human";
