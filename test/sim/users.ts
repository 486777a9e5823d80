// The users of the simulation. Whatever they say is either taken exactly once or refused without a trace.
import type { Gap } from "../../src/core/refinement/gap.ts";
import type {
  Question,
  QuestionAnswer,
  QuestionOption,
} from "../../src/core/refinement/questions/question.ts";
import type { Role } from "../../src/core/refinement/role.ts";
import { ROLLBACK_MODES } from "../../src/core/refinement/rollback/rollback.ts";
import {
  GAP_CHANGES,
  type GapChange,
  type GapChangeName,
  possibleChanges,
} from "../../src/core/refinement/session/gap-change.ts";
import { questionOf } from "../../src/core/refinement/session/given-answers.ts";
import { orderOf } from "../../src/core/refinement/session/owed.ts";
import { surveyTurns } from "../../src/core/refinement/session/session.ts";
import type { DocumentRef } from "../../src/core/refinement/session/session-event.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import type { Turn } from "../../src/core/refinement/session/turn.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { SEVERITIES, type Severity } from "../../src/core/shared/severity.ts";
import type { Blob } from "../../src/engine/ports.ts";
import { promptFor } from "../../src/engine/prompt-for.ts";
import type { SessionCommandInput, SessionEngine, SessionOutcome } from "../../src/engine/session-engine.ts";
import { answerDocument } from "./agents/answers.ts";
import { askedOf, type Said } from "./agents/asked.ts";
import { soundDocument } from "./agents/engineers.ts";
import { READY_FORM, reviewForm } from "./agents/reviewer-forms.ts";
import { surveyBy } from "./agents/surveys.ts";
import type { Random } from "./random.ts";

export const USER_TEMPERS = ["prompt", "late", "odd", "never"] as const;
export type UserTemper = (typeof USER_TEMPERS)[number];

/** After so many answers a user has had enough; about disagreement there is more to say. */
const ANSWERS_MAX = 7;
const DISPUTE_ANSWERS_MAX = 12;
const DISPUTES: readonly Question["kind"][] = ["conflict", "conflict-batch", "disagree-rate", "implicit"];
const PATIENCE_MAX = 2;
const CHANGES_MAX = 4;
const WAVERING_SHARE = 0.3;
const SECOND_THOUGHT_SHARE = 0.4;
const WHO = "human:sim";
const PHRASES: Partial<Record<Severity, string>> = {
  CRITICAL: "I accept CRITICAL gaps knowing the spec may be unusable",
  HIGH: "I acknowledge",
};

export class User {
  readonly #random: Random;
  readonly #temper: UserTemper;
  /** What the ids of commands begin with. */
  readonly #ids: string;
  #wishes = 0;
  #answers = 0;
  #disputeAnswers = 0;
  /** Drawn by itself, so that whoever never undoes a round is who they were. */
  readonly #rollsBack: Random;
  /** Sides with the Engineer wherever that is offered. */
  readonly #sides: boolean;
  /** Whether this one thinks again; drawn by itself, so that worlds of the others are what they were. */
  readonly #second: Random;
  readonly #wavers: boolean;
  #patience: number;
  /** Ids of commands that were acknowledged. */
  readonly taken: string[] = [];
  /** Of those that were not: they leave no trace. */
  readonly refused: string[] = [];
  readonly faults: string[] = [];

  constructor(random: Random, temper: UserTemper, ids: string) {
    this.#ids = ids;
    this.#random = random;
    this.#temper = temper;
    this.#rollsBack = random.fork("rollback");
    this.#sides = random.fork("sides").chance(0.3);
    this.#second = random.fork("second thoughts");
    this.#wavers = this.#second.chance(WAVERING_SHARE);
    this.#patience = random.int(1, PATIENCE_MAX);
  }

  /** Looks at the session, and may say something; false where nothing more is to be expected of this user. */
  async look(engine: SessionEngine): Promise<boolean> {
    await engine.refresh();
    if (engine.live.at === "ended" || this.#temper === "never" || this.#answers >= ANSWERS_MAX) return false;
    if (this.#temper === "late" && this.#patience > 0) {
      this.#patience -= 1;
      return true;
    }
    this.#patience = this.#random.int(1, PATIENCE_MAX);
    if (this.#random.chance(0.12)) await this.#command(engine);
    if (this.#rollsBack.chance(0.1)) await this.#rollBack(engine);
    if (this.#random.chance(0.4)) await this.#changeGap(engine);
    if (engine.live.at === "paused" && this.#random.chance(0.8))
      await this.#say(engine, { type: "Resume", by: WHO });
    for (const question of [...engine.live.work.questions]) {
      const tired = DISPUTES.includes(question.kind) && this.#disputeAnswers >= DISPUTE_ANSWERS_MAX;
      if (!tired && this.#random.chance(0.85)) await this.#answer(engine, question);
    }
    if (this.#wavers && this.#second.chance(SECOND_THOUGHT_SHARE)) await this.#amend(engine);
    return this.#disputeAnswers < DISPUTE_ANSWERS_MAX || this.#hasOther(engine);
  }

  /** Something that this user still has a word for. */
  #hasOther({ live }: SessionEngine): boolean {
    return live.at === "paused" || live.work.questions.some(({ kind }) => !DISPUTES.includes(kind));
  }

  async #command(engine: SessionEngine): Promise<void> {
    const type = this.#random.pick([
      "GOOD_ENOUGH",
      "USER_APPROVED",
      "STALL_EXIT",
      "MAX_ROUNDS",
      "ABANDONED",
    ] as const);
    const wishes: readonly SessionCommandInput[] = [
      { type: "Pause", by: WHO, because: "lunch" },
      { type: "Resume", by: WHO },
      { type: "RequestEnding", ending: type, trigger: "the user asked" },
      {
        type: "ChangeSettings",
        settings: this.#changed(engine.live.settings),
        because: "the user changed them",
      },
    ];
    await this.#say(engine, this.#random.pick(wishes));
  }

  /** Rounds are undone, or what was decided in them is taken up again, of their own accord. */
  async #rollBack(engine: SessionEngine): Promise<void> {
    const random = this.#rollsBack;
    const { work, ledger } = engine.live;
    const way = random.pick([null, null, "same", "narrow", "context"] as const);
    const rollback: SessionCommandInput = {
      type: "RequestRollback",
      to: random.chance(0.7) ? null : random.int(0, work.completedRounds),
      reason: random.pick(["It goes in the wrong direction.", "The texts are too vague."]),
      by: WHO,
      wish: way === null ? null : { way, text: way === "context" ? "Say who does it." : null },
      ...(random.chance(0.2) ? { mode: random.pick(ROLLBACK_MODES) } : {}),
    };
    const decisions = random.some(ledger.setAside).map(({ decision: { id } }) => ({
      id,
      text: random.chance(0.3) ? "It holds all the same." : null,
    }));
    const wishes: readonly SessionCommandInput[] = [
      rollback,
      rollback,
      rollback,
      { type: "ChangeRollbackMode", ask: random.chance(0.5), by: WHO },
      ...(decisions.length === 0 ? [] : [{ type: "RecoverDecisions", decisions, by: WHO } as const]),
    ];
    await this.#say(engine, random.pick(wishes));
  }

  /** Mostly what the gap's state allows, else whatever comes to mind. */
  async #changeGap(engine: SessionEngine): Promise<void> {
    const gap = this.#gapToChange(engine);
    const title = `The rest of ${gap.id}`;
    const changes: Record<GapChangeName, GapChange> = {
      defer: { do: "defer" },
      accept: { do: "accept" },
      close: { do: "close", ...this.#phraseFor(gap) },
      reopen: { do: "reopen" },
      severity: { do: "severity", level: this.#random.pick(SEVERITIES) },
      unblock: { do: "unblock", input: "It is three." },
      split: { do: "split", titles: ["When it begins", "Whom it concerns", title] },
      block: {
        do: "block",
        by: this.#random.some([...Object.keys(engine.live.work.gaps), "GAP-NONE-001"]) as GapId[],
      },
    };
    const possible = possibleChanges(gap);
    const sensibly = possible.length > 0 && this.#random.chance(0.8);
    const change = changes[this.#random.pick(sensibly ? possible : GAP_CHANGES)];
    const reason = this.#temper === "odd" && this.#random.chance(0.2) ? " " : "The user thought again.";
    await this.#say(engine, { type: "ChangeGap", gap: gap.id, change, reason, by: WHO });
  }

  /** Often one whose text stands in the draft: what becomes of that matters. */
  #gapToChange({ live }: SessionEngine): Gap {
    const { gaps, draft } = live.work;
    const written = draft.applied.flatMap((applied) => applied.gaps.flatMap((id) => gaps[id] ?? []));
    const among = written.length > 0 && this.#random.chance(0.6) ? written : Object.values(gaps);
    return this.#random.pick(among);
  }

  /** Mostly what is asked for. */
  #phraseFor({ severity: { level } }: Gap): { readonly phrase?: string } {
    const phrase = PHRASES[level];
    return phrase === undefined || this.#random.chance(0.2) ? {} : { phrase };
  }

  #changed(settings: SessionSettings): SessionSettings {
    const thresholds = {
      stallThreshold: this.#random.int(1, 4),
      divergenceThreshold: this.#random.int(2, 12),
    };
    return { ...settings, thresholds };
  }

  async #answer(engine: SessionEngine, question: Question): Promise<void> {
    if (engine.live.at === "ended") return;
    const odd = this.#temper === "odd";
    const options = odd ? question.options : sensible(question.options);
    const drawn = this.#random.pick(options.length === 0 ? question.options : options);
    const side = this.#sides ? question.options.find(({ id }) => id === "b") : undefined;
    const option = side ?? drawn;
    const answer =
      odd && this.#random.chance(0.3) ? this.#wrong(question) : this.#right(engine, question, option);
    const document =
      answer.option === "human" && answer.text !== "" ? await this.#write(engine, question) : null;
    if (DISPUTES.includes(question.kind)) this.#disputeAnswers += 1;
    else this.#answers += 1;
    const said = await this.#say(
      engine,
      { type: "AnswerQuestion", answer, document: document?.ref ?? null, role: document?.role ?? null },
      document === null ? [] : [document.blob],
    );
    if (said.at === "done" && this.#random.chance(0.3)) await this.#again(engine, answer);
  }

  /** Gives an answer otherwise, or tries to. */
  async #amend(engine: SessionEngine): Promise<void> {
    const { at, amendable } = engine.live;
    if (at === "ended" || amendable.length === 0) return;
    const question = questionOf(this.#second.pick(amendable));
    const options = question.options.filter(({ id }) => id !== "human");
    if (options.length === 0) return;
    const answer = this.#right(engine, question, this.#second.pick(options));
    await this.#say(engine, { type: "AmendAnswer", answer, document: null, role: null });
  }

  #right(engine: SessionEngine, question: Question, { id, needs, effect }: QuestionOption): QuestionAnswer {
    const wants = (need: QuestionOption["needs"][number]) => needs.includes(need) || this.#random.chance(0.1);
    const gaps = Object.keys(engine.live.work.gaps) as GapId[];
    const phrase = /Type exactly: (.*)$/.exec(effect)?.[1] ?? null;
    return {
      question: question.id,
      option: id,
      text: wants("text") ? this.#words(engine, question, id) : null,
      rationales: needs.includes("rationale") ? { "*": "It can wait." } : {},
      gaps: wants("gaps") ? this.#random.some(this.#random.chance(0.7) ? openOf(engine) : gaps) : [],
      phrase: this.#temper === "odd" && this.#random.chance(0.2) ? "I agree" : phrase,
      ...(needs.includes("severities") ? { severities: this.#severities(question) } : {}),
      ...(question.kind === "conflict" && this.#random.chance(0.3) ? { constraints: "Not on Sundays." } : {}),
      by: WHO,
    };
  }

  /** Of issues that the question names; now and then of one that it does not. */
  #severities({ why }: Question): Readonly<Record<string, Severity>> {
    const named = [...new Set(why.match(/ISSUE-R\d{1,2}-\d{3}/g) ?? [])];
    const strange = this.#temper === "odd" && this.#random.chance(0.2) ? ["ISSUE-R9-900"] : [];
    const rated = [...this.#random.some(named), ...strange];
    return Object.fromEntries(rated.map((issue) => [issue, this.#random.pick(SEVERITIES)]));
  }

  #words({ live }: SessionEngine, { kind, evidence }: Question, option: QuestionOption["id"]): string {
    if (kind === "rollback" && option === "several")
      return `round ${this.#random.int(0, live.work.completedRounds)}`;
    if (kind === "decisions") {
      const ids = live.ledger.setAside.map(({ decision }) => decision.id);
      const named = this.#random.some(ids).join(", ");
      return option === "edit" ? `${ids[0]}: It is four.` : named;
    }
    if (kind === "survey" && option === "choose")
      return this.#changes(evidence.flatMap(({ gap }) => (gap === undefined ? [] : [gap])));
    return this.#random.pick(["other", "nobody", "The limit is three."]);
  }

  /** A line for each change of an inventory; now and then one that is in none of the forms. */
  #changes(gaps: readonly string[]): string {
    const forms: readonly ((gap: string) => string)[] = [
      (gap) => `drop ${gap}`,
      (gap) => `defer ${gap}: it can wait`,
      (gap) => `rate ${gap} ${this.#random.pick(SEVERITIES)}`,
      () => `add ${this.#random.pick(SEVERITIES)}: Who cleans it? @ A library of things`,
      () => "add LOW: Which colour has it?",
    ];
    const wrong = this.#random.chance(0.15) ? ["drop GAP-NONE-001", "as it is"] : [];
    const lines = this.#random.some(gaps).map((gap) => this.#random.pick(forms)(gap));
    return [...lines.slice(0, CHANGES_MAX), ...wrong].join("\n");
  }

  /** An option that is not offered, a question that is not open, or an answer without what it needs. */
  #wrong({ id, options }: Question): QuestionAnswer {
    const bare = { text: null, rationales: {}, gaps: [], phrase: null, by: WHO };
    const needy = options.find(({ needs }) => needs.length > 0);
    return this.#random.pick<QuestionAnswer>([
      { ...bare, question: id, option: "rollback" as QuestionAnswer["option"] },
      { ...bare, question: "Q999" as QuestionAnswer["question"], option: "pause" },
      { ...bare, question: id, option: needy?.id ?? ("nothing" as QuestionAnswer["option"]), text: "" },
      { ...bare, question: id, option: "reopen", gaps: ["GAP-NONE-001" as GapId] },
      { ...bare, question: id, option: "narrow", gaps: ["GAP-NONE-001" as GapId] },
    ]);
  }

  /** What a person writes in an agent's place: mostly sound. */
  async #write(
    engine: SessionEngine,
    { subject }: Question,
  ): Promise<{ ref: DocumentRef; blob: Blob; role: Role } | null> {
    if (subject.of !== "turn") return null;
    const { round } = engine.live.work;
    const turns = [
      ...(round?.lanes ?? []),
      ...(round?.reviewer ? [round.reviewer] : []),
      ...surveyTurns(engine.live),
      ...engine.live.work.answering.map((one) => one.turn),
    ];
    const turn = turns.find(({ role, lane }) => role === subject.role && lane === subject.lane);
    const gaps = turn?.gaps ?? [];
    const prompted = subject.role !== "reviewer" && turn !== undefined;
    const prompt = prompted ? await taskOf(engine, turn) : null;
    const texts: Record<Role, () => string> = {
      engineer: () => (prompt === null ? "" : soundDocument(askedOf(prompt), this.#random)),
      "answer-issue": () =>
        prompt === null ? "" : answerDocument(askedOf(prompt).issues, this.#random, null),
      reviewer: () => reviewForm({ gaps, issues: [], prior: [], verdict: "APPROVED", more: [] }),
      draft: () => "",
      final: () => READY_FORM,
      survey: () => this.#survey(prompt),
      "second-survey": () => this.#survey(prompt),
    };
    const written = texts[subject.role]();
    const text = this.#random.chance(0.2) ? "I have no time." : written;
    const blob = engine.documents.blobOf(text);
    const ref = { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" } as const;
    return { ref, blob, role: subject.role };
  }

  #survey(task: Said | null): string {
    return task === null ? "" : (surveyBy("sound", askedOf(task), this.#random).document ?? "");
  }

  /** The same answer once more: under its own id it is known, under another it comes too late. */
  async #again(engine: SessionEngine, answer: QuestionAnswer): Promise<void> {
    const wish: SessionCommandInput = { type: "AnswerQuestion", answer, document: null, role: null };
    const repeated = await engine.submit(wish, { id: this.taken.at(-1) ?? "", actor: WHO });
    if (repeated.at !== "known")
      this.faults.push(`${answer.question} answered again by the same command: ${repeated.at}`);
    const late = await this.#say(engine, wish);
    if (late.at !== "refused") this.faults.push(`${answer.question} answered a second time: ${late.at}`);
  }

  async #say(
    engine: SessionEngine,
    wish: SessionCommandInput,
    blobs: readonly Blob[] = [],
  ): Promise<SessionOutcome> {
    const id = this.#nextId();
    const submitted = await engine.submit(wish, { id, actor: WHO, blobs });
    (submitted.at === "done" ? this.taken : this.refused).push(id);
    return submitted;
  }

  #nextId(): string {
    this.#wishes += 1;
    return `${this.#ids}/${this.#wishes}`;
  }
}

/** The prompt, as a person has it before them. */
/** A person remembers nothing of what the agent was told. */
async function taskOf(engine: SessionEngine, turn: Turn): Promise<Said> {
  const order = { ...orderOf(engine.live, turn), told: [] };
  const { prompt } = await promptFor(engine.live, order, engine.documents);
  return { key: order.key, prompt: prompt.text, standingChars: prompt.standingChars };
}

/** Who wants a result does not abandon, and goes back from a gate only by mistake. */
function sensible(options: readonly QuestionOption[]): readonly QuestionOption[] {
  return options.filter(({ id }) => id !== "abandon" && id !== "back" && id !== "pause");
}

function openOf(engine: SessionEngine): readonly GapId[] {
  const gaps = Object.values(engine.live.work.gaps);
  const left = gaps.filter(({ state }) => state.at !== "RESOLVED" && state.at !== "WONT_FIX");
  return (left.length === 0 ? gaps : left).map(({ id }) => id);
}
