import { DraftText, type Texts } from "./draft-text.ts";
import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, turnOf } from "./ledger.ts";
import { lossesUnsaid } from "./losses-unsaid.ts";
import type { Report, Rule } from "./rule.ts";
import { RETRIES_MAX } from "./tables.ts";

type Proposal = DataOf<"ProposalMade">;
type Origin = DataOf<"GapEntered">["gap"]["origin"];

/** What is found in a text, as a linter finds it. */
export interface Found {
  readonly rule: string;
  readonly subject: string;
  readonly offset: number;
}

export interface DraftFacts {
  /** Filled before the events that name them are taken. */
  readonly texts: Texts;
  find(text: string): readonly Found[];
}

type Subject = Pick<Found, "rule" | "subject">;

const ASKED_LOSSES: readonly string[] = ["number", "negation", "requirement"];
const PUT_ASIDE: readonly string[] = ["USER_DEFERRED", "WONT_FIX"];

const TAKEN_AWAY: readonly string[] = ["OPEN", "IN_PROGRESS", "BLOCKED_EXTERNAL", "SUPERSEDED", ...PUT_ASIDE];

/** Texts enter the draft when they are accepted, once, where they say; nothing else changes the source. */
export class DraftRule implements Rule {
  readonly name = "draft";
  readonly #facts: DraftFacts | null;
  #source = "";
  #draft: DraftText | null = null;
  readonly #proposals = new Map<string, Proposal>();
  /** Texts that would take the place of accepted ones, as long as nobody has said whether they do. */
  readonly #amendments = new Map<string, Proposal>();
  readonly #origins = new Map<string, Origin>();
  /** By gap: the key of the proposal whose losses the user has allowed. */
  readonly #allowed = new Map<string, string>();
  /** By turn: how many retries are used up. */
  readonly #retries = new Map<string, number>();
  /** Gaps with a text that the plain rule placed. */
  readonly #plain = new Set<string>();
  #published: { readonly version: number; readonly sha256: string } | null = null;

  constructor(facts: DraftFacts | null) {
    this.#facts = facts;
  }

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault = (message: string) => report(event.version, message);
    switch (event.type) {
      case "SessionStarted":
        for (const { id, origin } of event.data.gaps) this.#origins.set(id, origin);
        this.#source = this.#facts?.texts.get(event.data.spec.sha256) ?? "";
        if (this.#facts !== null) this.#draft = new DraftText(this.#source, this.#facts.texts);
        return;
      case "GapEntered":
        this.#origins.set(event.data.gap.id, event.data.gap.origin);
        return;
      case "RoundStarted":
        this.#retries.clear();
        return;
      case "TurnRestarted":
        if (!event.data.launchAgain) this.#retries.set(turnOf(event.data), event.data.retries);
        return;
      case "ProposalMade":
        this.#propose(event.data, ledger, fault);
        return;
      case "AmendmentSettled":
        this.#settleAmendment(event.data);
        return;
      case "QuestionAnswered":
        this.#answer(event.data.answer, ledger);
        return;
      case "GapMoved":
        this.#checkSentBack(event.data, ledger, fault);
        return;
      case "DraftEdited":
        this.#edit(event.data.gaps, ledger, fault);
        return;
      case "DraftRestored":
        checkPutAside(event.data.gaps, ledger, fault);
        if (this.#draft?.takeBack(event.data.gaps) === false)
          fault(`the text of ${event.data.gaps.join(", ")} cannot be taken back`);
        return;
      case "SpecPublished":
        this.#published = { version: event.version, sha256: event.data.sha256 };
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const version = command.at(-1)?.version ?? 0;
    this.#checkAcceptance(command, ledger, report);
    this.#checkRestored(command, ledger, report);
    for (const { kind, subject, id } of ledger.questions.values()) {
      const state = subject.of === "gap" ? ledger.gaps.get(subject.gap)?.state.at : undefined;
      if (kind === "loss" && state === "ACCEPTED")
        report(version, `${id} is open, though its gap is accepted`);
    }
    for (const { data } of ofType(command, "SessionEnded"))
      this.#checkEnd(data.type, ledger, report, version);
    if (this.#published !== null) this.#checkPublished(this.#published, report);
    this.#published = null;
  }

  #propose(proposal: Proposal, ledger: Ledger, fault: (message: string) => void): void {
    const { gap, edits, losses, key, together, amends } = proposal;
    (amends === true ? this.#amendments : this.#proposals).set(gap, proposal);
    this.#allowed.delete(gap);
    if (edits === null) {
      fault(`the proposal for ${gap} has no texts`);
      return;
    }
    if (edits.length === 0) fault(`the proposal for ${gap} is no edit`);
    if (!together.includes(gap)) fault(`${gap} is not among the gaps that its text settles`);
    const call = ledger.calls.get(key);
    const retries = call === undefined ? 0 : (this.#retries.get(turnOf(call)) ?? 0);
    const plain = edits.some(({ target }) => target === "plain");
    if (plain && retries < RETRIES_MAX)
      fault(`the text for ${gap} is placed by the plain rule in try ${retries + 1}`);
    this.#checkApplies(proposal, fault);
    if (this.#draft === null || plain) return;
    const document = this.#facts?.texts.get(proposal.document) ?? "";
    const unsaid = lossesUnsaid({
      edits: edits.map((edit) => ({
        replaced: this.#draft?.replacedText(edit) ?? "",
        pieces: edit.replaces,
        text: this.#facts?.texts.get(edit.text) ?? "",
      })),
      marks: together.flatMap((id) => {
        const origin = this.#origins.get(id);
        return origin?.from === "source" && origin.mark !== undefined
          ? [{ ...origin.mark, whole: origin.rule === "gap-entry" }]
          : [];
      }),
      document,
      losses,
    });
    if (unsaid.length > 0) fault(`the text for ${gap} loses ${unsaid.join(", ")}, and nobody says so`);
  }

  /** One that is not taken leaves the accepted text what it was. */
  #settleAmendment({ gap, taken }: DataOf<"AmendmentSettled">): void {
    const amendment = this.#amendments.get(gap);
    this.#amendments.delete(gap);
    if (taken && amendment !== undefined) this.#proposals.set(gap, amendment);
  }

  /** What is proposed fits the draft as it is. */
  #checkApplies({ gap, edits }: Proposal, fault: (message: string) => void): void {
    const copy = this.#draft?.copy();
    for (const edit of edits ?? []) {
      const why = copy?.isApplied(edit) === true ? null : (copy?.apply(edit, [gap]) ?? null);
      if (why !== null) fault(`the proposal for ${gap} does not apply: ${why}`);
    }
  }

  /**
   * The Mediator sends a proposal back only where its text has no place any more, settles what was taken away, or takes the
   * mark of a gap away that is open.
   */
  #checkSentBack(
    { gap, from, state, actor }: DataOf<"GapMoved">,
    ledger: Ledger,
    fault: (message: string) => void,
  ): void {
    const proposal = this.#proposals.get(gap);
    if (from !== "PROPOSED" || state.at !== "NEEDS_REVISION" || actor !== "Mediator") return;
    if (proposal === undefined || this.#draft === null) return;
    const copy = this.#draft.copy();
    const applies = (proposal.edits ?? []).every(
      (edit) => copy.isApplied(edit) || copy.apply(edit, [gap]) === null,
    );
    const kept = proposal.together.every(
      (other) => !TAKEN_AWAY.includes(ledger.gaps.get(other)?.state.at ?? ""),
    );
    const taken = this.#marksTaken(
      { before: this.#draft.text, after: copy.text, gaps: proposal.together },
      ledger,
    );
    if (applies && kept && taken.length === 0) fault(`${gap} is sent back, though its text has its place`);
  }

  #answer({ question, option }: DataOf<"QuestionAnswered">["answer"], ledger: Ledger): void {
    const asked = ledger.questions.get(question);
    if (asked?.kind !== "loss" || option !== "allow" || asked.subject.of !== "gap") return;
    const proposal = this.#proposals.get(asked.subject.gap);
    for (const gap of proposal?.together ?? []) this.#allowed.set(gap, proposal?.key ?? "");
  }

  #edit(gaps: readonly string[], ledger: Ledger, fault: (message: string) => void): void {
    const before = this.#draft?.text ?? "";
    const seen = new Set<string>();
    for (const gap of gaps) {
      const proposal = this.#proposals.get(gap);
      const state = ledger.gaps.get(gap)?.state.at;
      // What amends a text takes its place also once the gap is resolved.
      if (state !== "ACCEPTED" && !(state === "RESOLVED" && proposal?.amends === true))
        fault(`the text of ${gap} enters the draft before it is accepted`);
      for (const edit of proposal?.edits ?? []) {
        if (edit.target === "plain") this.#plain.add(gap);
        if (seen.has(edit.id) || this.#draft?.isApplied(edit) === true) continue;
        seen.add(edit.id);
        const why = this.#draft?.apply(edit, gaps) ?? null;
        if (why !== null) fault(`the text of ${gap} is accepted: ${why}`);
      }
    }
    const taken = this.#marksTaken({ before, after: this.#draft?.text ?? "", gaps }, ledger);
    for (const ids of taken) fault(`the text of ${gaps.join(", ")} takes the mark of ${ids.join(", ")} away`);
  }

  /** What marks another gap is to stay marked; each entry has the gaps that one sentence marks. */
  #marksTaken(
    {
      before,
      after,
      gaps,
    }: { readonly before: string; readonly after: string; readonly gaps: readonly string[] },
    ledger: Ledger,
  ): readonly (readonly string[])[] {
    if (this.#facts === null) return [];
    const [was, is] = [countOf(this.#facts.find(before)), countOf(this.#facts.find(after))];
    const settled = countOf(gaps.flatMap((gap) => this.#findingOf(gap) ?? []));
    const open = new Map<string, string[]>();
    for (const { id, state } of ledger.gaps.values()) {
      const found = this.#findingOf(id);
      // An empty section that somebody writes into is just no longer empty.
      if (found === null || found.rule === "empty-section") continue;
      if (isSettled(state.at) || gaps.includes(id)) continue;
      open.set(keyOf(found), [...(open.get(keyOf(found)) ?? []), id]);
    }
    return [...open].flatMap(([key, ids]) => {
      const due = Math.min(ids.length, (was.get(key) ?? 0) - (settled.get(key) ?? 0));
      return (is.get(key) ?? 0) < due ? [ids] : [];
    });
  }

  #findingOf(gap: string): Subject | null {
    const origin = this.#origins.get(gap);
    if (origin?.from !== "source" || origin.rule === undefined || origin.subject === undefined) return null;
    return { rule: origin.rule, subject: origin.subject };
  }

  /** Accepted with its texts, together with whatever they settle, and with the user's word where they lose something. */
  #checkAcceptance(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const accepted = ofType(command, "GapMoved").filter(({ data }) => data.state.at === "ACCEPTED");
    const ids = new Set<string>(accepted.map(({ data }) => data.gap));
    const entered = ofType(command, "DraftEdited").flatMap(({ data }) => data.gaps as readonly string[]);
    for (const { version, data } of accepted) {
      const proposal = this.#proposals.get(data.gap);
      if (proposal === undefined) continue;
      const times = entered.filter((gap) => gap === data.gap).length;
      if (times !== 1)
        report(version, `the text of ${data.gap} enters the draft ${times} times as it is accepted`);
      const alone = proposal.together.filter(
        (other) => !ids.has(other) && this.#isSameText(proposal, other, ledger),
      );
      if (alone.length > 0) report(version, `${data.gap} is accepted without ${alone.join(", ")}`);
      const asked = proposal.losses.filter(({ kind, named }) => !named && ASKED_LOSSES.includes(kind));
      if (data.actor !== "User" && asked.length > 0 && this.#allowed.get(data.gap) !== proposal.key)
        report(version, `${data.gap} is accepted, but nobody has allowed what its text loses`);
    }
    for (const { version, data } of ofType(command, "DraftEdited")) {
      const amended = ofType(command, "AmendmentSettled").filter((event) => event.data.taken);
      const others = data.gaps.filter(
        (gap) => !ids.has(gap) && !amended.some((event) => event.data.gap === gap),
      );
      if (others.length > 0)
        report(version, `the text of ${others.join(", ")} enters the draft, though it is not accepted now`);
    }
  }

  /** Whether the other gap waits for the same text. */
  #isSameText({ key, substance }: Proposal, other: string, ledger: Ledger): boolean {
    const theirs = this.#proposals.get(other);
    const state = ledger.gaps.get(other)?.state.at;
    return (
      theirs?.key === key &&
      theirs.substance === substance &&
      (state === "PROPOSED" || state === "NEEDS_REVISION")
    );
  }

  /** What is put aside reads as before, unless other texts rest on it. */
  #checkRestored(command: readonly Happened[], ledger: Ledger, report: Report): void {
    for (const { version, data } of ofType(command, "GapMoved")) {
      if (!PUT_ASIDE.includes(data.state.at) || this.#draft === null) continue;
      const aside = [...ledger.gaps.values()]
        .filter(({ state }) => PUT_ASIDE.includes(state.at))
        .map(({ id }) => id);
      const own = this.#draft.applied.filter(({ gaps }) => gaps.includes(data.gap));
      const members = [...new Set(own.flatMap(({ gaps }) => gaps))].filter((gap) => aside.includes(gap));
      const left = this.#draft.standingOf(members);
      if (left.length > 0 && this.#draft.copy().takeBack(members))
        report(version, `${data.gap} is put aside, and its text stays in the draft`);
    }
  }

  #checkEnd(type: string, ledger: Ledger, report: Report, version: number): void {
    if (this.#facts === null || this.#draft === null || type === "ABANDONED") return;
    const { characters, applied } = this.#draft;
    const plain = new Set<string>(applied.flatMap(({ edit }) => (edit.target === "plain" ? [edit.id] : [])));
    // What such a text repeats is listed, and nobody's fault.
    const left = countOf(
      this.#facts.find(this.#draft.text).filter(({ offset }) => !plain.has(characters[offset]?.of ?? "")),
    );
    const allowed = new Map<string, number>();
    const resolved = new Map<string, string[]>();
    for (const { id, state } of ledger.gaps.values()) {
      const found = this.#findingOf(id);
      if (found === null) continue;
      const key = keyOf(found);
      if (state.at === "RESOLVED" && !this.#plain.has(id))
        resolved.set(key, [...(resolved.get(key) ?? []), id]);
      else allowed.set(key, (allowed.get(key) ?? 0) + 1);
    }
    for (const [key, ids] of resolved) {
      if ((left.get(key) ?? 0) > (allowed.get(key) ?? 0))
        report(version, `${ids.join(", ")} is resolved, but its finding is left in the draft`);
    }
  }

  #checkPublished(
    { version, sha256 }: { readonly version: number; readonly sha256: string },
    report: Report,
  ): void {
    const text = this.#facts?.texts.get(sha256);
    if (text === undefined || this.#draft === null) return;
    const draft = this.#draft.text;
    if (!text.startsWith(draft)) report(version, "the finished spec does not begin with the draft");
    const rest = text.slice(draft.length).replaceAll("\r\n", "\n");
    if (rest.trim() !== "" && !CLOSING.test(rest))
      report(
        version,
        `between the draft and the closing sections stands ${JSON.stringify(rest.slice(0, 80))}`,
      );
    const covered = new Set(
      this.#draft.applied.flatMap(({ edit }) =>
        edit.replaces
          .filter(({ of }) => of === "source")
          .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
      ),
    );
    const missing = missingLine(this.#source, covered, text);
    if (missing !== null) report(version, `the line ${JSON.stringify(missing)} of the source is lost`);
  }
}

function checkPutAside(gaps: readonly string[], ledger: Ledger, fault: (message: string) => void): void {
  const others = gaps.filter((gap) => !PUT_ASIDE.includes(ledger.gaps.get(gap)?.state.at ?? ""));
  if (others.length > 0) fault(`the text of ${others.join(", ")} is taken back, though it is not put aside`);
}

/** Whatever the draft left open is closed first; then a heading of one of the two sections. */
const CLOSING = /^(?:(?!#).*\n)*#{1,6} (?:\d+\.? )?(?:Decisions|Known Limitations)/;

/** Every line that no edit has touched comes in the finished text, in the same order. */
function missingLine(source: string, covered: ReadonlySet<number>, text: string): string | null {
  const lines = text.split("\n");
  let [at, offset] = [0, 0];
  for (const line of source.split("\n")) {
    const touched = Array.from({ length: line.length + 1 }, (_, index) => offset + index);
    offset += touched.length;
    // With its line end, as a blank line is nothing else.
    if (touched.some((index) => covered.has(index))) continue;
    // The last one gets a line end where it had none.
    const isLast = offset > source.length;
    const found = lines.findIndex(
      (other, index) => index >= at && (other === line || (isLast && other === `${line}\r`)),
    );
    if (found < 0) return line;
    at = found + 1;
  }
  return null;
}

function isSettled(state: string): boolean {
  return ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"].includes(state);
}

/** The same sentence may be marked twice: then the second has a number. */
function keyOf({ rule, subject }: Subject): string {
  return `${rule} ${subject.replace(/ #\d+$/, "")}`;
}

function countOf(found: readonly Subject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}
