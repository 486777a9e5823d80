// What somebody who watches a run may want to know of its session: where it stands, and what an event is about.
import { blocksAcceptance } from "../../core/refinement/issue.ts";
import type { Question } from "../../core/refinement/questions/question.ts";
import { roundsOf } from "../../core/refinement/records/round-log.ts";
import { openConflictsOf } from "../../core/refinement/session/disputed.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import type { SpendCap } from "../../core/refinement/session/settings.ts";
import { gistOf } from "../../document/spec/gist.ts";
import type { Blobs } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { SessionView } from "../wire/session.ts";
import { sessionState } from "./session-state.ts";
import { systemUtf8 } from "./system-ports.ts";

export interface RunView extends SessionView {
  readonly spendCap: SpendCap;
  /** Weighted open gaps at the end of each round. */
  readonly openAtEnds: readonly number[];
  /** What events name and do not tell. */
  readonly story: RunStory;
}

export interface KnownIssue {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly gaps: readonly string[];
  readonly round: number;
  /** Only the user can settle it. */
  readonly inConflict: boolean;
}

export interface RunStory {
  issue(id: string): KnownIssue | null;
  /** What keeps a proposal for the gap from being accepted. */
  issuesHolding(gap: string): readonly KnownIssue[];
  /** One that was asked, also where it is answered by now. */
  question(id: string): Question | null;
  /** What the proposed texts come to, in a sentence; `null` where they say nothing in words. */
  gist(proposal: ProposedTexts): string | null;
}

type ProposedTexts = Pick<SessionEventOf<"ProposalMade">["data"], "gap" | "edits">;

/** Looks at a session while it runs. It hears each event once that was told: what is asked and proposed may be gone later. */
export class RunViewer {
  readonly #engine: SessionEngine;
  readonly #blobs: Pick<Blobs, "getAtOnce">;
  readonly #asked: Map<string, Question>;
  /** The texts last proposed for each gap. */
  readonly #proposed: Map<string, ProposedTexts>;

  constructor(engine: SessionEngine, blobs: Pick<Blobs, "getAtOnce">) {
    this.#engine = engine;
    this.#blobs = blobs;
    this.#asked = new Map(engine.live.work.questions.map((question) => [question.id, question]));
    this.#proposed = new Map(Object.entries(engine.live.work.proposals));
  }

  hear({ type, data }: SessionEvent): void {
    if (type === "QuestionAsked") this.#asked.set(data.question.id, data.question);
    if (type === "ProposalMade") this.#proposed.set(data.gap, data);
  }

  look(): RunView {
    const { live } = this.#engine;
    return {
      ...sessionState(live),
      spendCap: live.settings.spend.session,
      openAtEnds: roundsOf(live.work).flatMap(({ convergence }) =>
        convergence === null ? [] : [convergence.gapsEnd],
      ),
      story: {
        issue: (id) => knownIssues(live).find((issue) => issue.id === id) ?? null,
        issuesHolding: (gap) => issuesHolding(live, gap),
        question: (id) => this.#asked.get(id) ?? null,
        gist: (proposal) => this.#gist(proposal),
      },
    };
  }

  #gist(proposal: ProposedTexts): string | null {
    const before = this.#proposed.get(proposal.gap);
    const earlier = [
      this.#text(this.#engine.live.spec.sha256),
      ...(before === undefined ? [] : this.#texts(before)),
    ];
    const gists = this.#texts(proposal).map((text) => gistOf(text, earlier));
    return gists.find((gist) => gist !== null) ?? null;
  }

  #texts({ edits }: ProposedTexts): readonly string[] {
    return (edits ?? []).map(({ text }) => this.#text(text));
  }

  #text(sha256: string): string {
    const bytes = this.#blobs.getAtOnce(sha256);
    return bytes === null ? "" : systemUtf8.decode(bytes);
  }
}

function knownIssues(session: LiveSession): readonly KnownIssue[] {
  const disputed = new Set(openConflictsOf(session).map(({ conflict }) => conflict.id));
  return Object.values(session.work.issues).map(({ issue: { id, severity, gaps, round }, title }) => ({
    ...{ id, severity, title, gaps, round },
    inConflict: disputed.has(id),
  }));
}

function issuesHolding(session: LiveSession, gap: string): readonly KnownIssue[] {
  const { issues } = session.work;
  const holding = Object.values(issues).filter(
    ({ issue }) => blocksAcceptance(issue) && issue.gaps.some((one) => one === gap),
  );
  const ids = new Set<string>(holding.map(({ issue }) => issue.id));
  return knownIssues(session).filter(({ id }) => ids.has(id));
}
