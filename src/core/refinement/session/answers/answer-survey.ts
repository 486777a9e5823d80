import { type GapId, nextGapId } from "../../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { overrideSeverity } from "../../../shared/severity.ts";
import { enterGap, type Gap } from "../../gap.ts";
import { parseChoices, type SurveyChange } from "../../survey/choose-gaps.ts";
import { SURVEY_CATEGORY, type SurveyInventory } from "../../survey/join-survey.ts";
import type { Draft } from "../draft.ts";
import { gapsOf } from "../session.ts";
import { takeInventory } from "../survey.ts";
import type { AnsweredQuestion } from "./answered-question.ts";
import { putAside } from "./user-moves.ts";

export function answerSurvey(draft: Draft, { answer }: AnsweredQuestion): Refusal | null {
  const { survey } = draft.session.work;
  if (survey.at !== "asking") throw new Error("a survey was answered that nobody was asked about");
  const { inventory } = survey;
  switch (answer.option) {
    case "start":
      takeInventory(draft, inventory, `taken as it is by ${answer.by}`);
      return null;
    case "lint-only":
      draft.emit("SurveySettled", { outcome: "dropped", detail: `left aside by ${answer.by}` });
      return null;
    case "choose":
      return choose(draft, inventory, { text: answer.text ?? "", by: answer.by });
    default:
      throw new Error(`a survey question has no option ${answer.option}`);
  }
}

interface Choice {
  readonly text: string;
  readonly by: string;
}

function choose(draft: Draft, inventory: SurveyInventory, { text, by }: Choice): Refusal | null {
  const listed = [...inventory.gaps, ...gapsOf(draft.session)].map(({ id }) => id);
  const changes = parseChoices(text, new Set(listed));
  if (isRefusal(changes)) return changes;
  const own = (gap: GapId) => changes.filter((change) => change.do !== "add" && change.gap === gap);
  const kept = inventory.gaps.flatMap((gap) => applySurveyChanges(gap, own(gap.id)));
  const added = addedGaps(changes, draft.session.ledger.gapIds);
  takeInventory(draft, { ...inventory, gaps: [...kept, ...added] }, `changed by ${by}: ${text.trim()}`);
  const surveyed = new Set(inventory.gaps.map(({ id }) => id));
  for (const change of changes) {
    if (change.do === "add" || surveyed.has(change.gap)) continue;
    const refused = changeLinted(draft, change, by);
    if (refused !== null) return refused;
  }
  return null;
}

type GapChange = Exclude<SurveyChange, { readonly do: "add" }>;

function applySurveyChanges(gap: Gap, changes: readonly SurveyChange[]): readonly Gap[] {
  let changed = gap;
  for (const change of changes) {
    if (change.do === "drop") return [];
    if (change.do === "defer")
      changed = { ...changed, state: { at: "USER_DEFERRED", reason: change.reason } };
    // Whoever rates a gap anew wants it worked on.
    if (change.do === "rate")
      changed = {
        ...changed,
        severity: overrideSeverity(changed.severity, change.severity),
        state: { at: "OPEN" },
      };
  }
  return [changed];
}

/** What the linter found is a gap already: it is put off or rated as by the commands for gaps. */
function changeLinted(draft: Draft, change: GapChange, by: string): Refusal | null {
  if (change.do === "rate") {
    const severity = overrideSeverity(draft.gap(change.gap).severity, change.severity);
    draft.emit("GapRated", { gap: change.gap, severity, round: 0 });
    return null;
  }
  if (change.do === "drop")
    return {
      refused: "answer-form",
      message: `${change.gap} is marked in the specification, so it cannot be dropped`,
      fix: `Write \`defer ${change.gap}: why it can wait\`, or close it with \`parley gap close\`.`,
    };
  return putAside(draft, { gaps: [change.gap], by, to: "USER_DEFERRED", reasonFor: () => change.reason });
}

function addedGaps(changes: readonly SurveyChange[], taken: readonly GapId[]): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const change of changes) {
    if (change.do !== "add") continue;
    const { place = "" } = change.gap;
    const id = nextGapId(SURVEY_CATEGORY, [...taken, ...gaps.map((gap) => gap.id)]);
    if (isRefusal(id)) break;
    const path = place === "" ? [] : place.split(" > ");
    gaps.push({
      ...enterGap(change.gap, { id, origin: { from: "survey", line: 1, path }, round: 0 }),
      foundBy: ["user"],
    });
  }
  return gaps;
}
