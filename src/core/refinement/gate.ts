import { compareGapIds, type GapId, parseGapId } from "../shared/gap-id.ts";
import type { ConflictId } from "../shared/issue-id.ts";
import type { Refusal } from "../shared/refusal.ts";
import type { Severity } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";
import { isLeft } from "./gap-state.ts";
import { conflictsToAcknowledge, type OpenConflict } from "./open-conflict.ts";

/** One question each to a user who ends a session with something left. */
const GATE_CLASSES = ["CRITICAL", "HIGH", "MEDIUM/LOW"] as const;

export type GateClass = (typeof GATE_CLASSES)[number];

interface GateRule {
  readonly severities: readonly Severity[];
  /** What the user must type, character by character; `null` where a confirmation is enough. */
  readonly phrase: string | null;
  readonly rationalePerGap: boolean;
}

const RULES: Record<GateClass, GateRule> = {
  CRITICAL: {
    severities: ["CRITICAL"],
    phrase: "I accept CRITICAL gaps knowing the spec may be unusable",
    rationalePerGap: true,
  },
  HIGH: { severities: ["HIGH"], phrase: "I acknowledge", rationalePerGap: true },
  "MEDIUM/LOW": { severities: ["MEDIUM", "LOW"], phrase: null, rationalePerGap: false },
};

export function gatePhrase(gateClass: GateClass): string | null {
  return RULES[gateClass].phrase;
}

/** What closing these gaps without a solution is acknowledged with: the words of the gravest one's gate. */
export function closingPhrase(gaps: readonly Gap[]): string | null {
  const levels = gaps.map((gap) => gap.severity.level);
  const gravest = GATE_CLASSES.find((gate) =>
    RULES[gate].severities.some((severity) => levels.includes(severity)),
  );
  return gravest === undefined ? null : gatePhrase(gravest);
}

/** A grave gap is not closed for good in passing. */
export function closingRefusal(gaps: readonly Gap[], phrase: string | null): Refusal | null {
  const wanted = closingPhrase(gaps);
  if (wanted === null || phrase === wanted) return null;
  const grave = gaps.filter((gap) => closingPhrase([gap]) !== null);
  const named = grave.map(({ id, severity }) => `${id} (${severity.level})`).join(", ");
  return {
    refused: "gate-phrase",
    message: `closing ${named} without a solution needs this sentence, typed exactly: ${wanted}`,
    fix: `--phrase '${wanted}'`,
  };
}

export interface Gate {
  readonly class: GateClass;
  readonly gaps: readonly GapId[];
  /** HIGH conflicts, which the HIGH gate's phrase acknowledges too. */
  readonly conflicts: readonly ConflictId[];
  readonly phrase: string | null;
  readonly rationaleFor: readonly GapId[];
}

/** The gates that apply, gravest first; none where nothing is left. */
export function gatesFor(gaps: readonly Gap[], conflicts: readonly OpenConflict[]): readonly Gate[] {
  const left = gaps.filter((gap) => isLeft(gap.state.at));
  return GATE_CLASSES.map((gateClass): Gate => {
    const { severities, phrase, rationalePerGap } = RULES[gateClass];
    const concerned = left.filter((gap) => severities.includes(gap.severity.level));
    const ids = concerned.map((gap) => gap.id).sort(compareGapIds);
    return {
      class: gateClass,
      gaps: ids,
      conflicts: gateClass === "HIGH" ? conflictsToAcknowledge(conflicts) : [],
      phrase,
      rationaleFor: rationalePerGap ? ids : [],
    };
  }).filter((gate) => gate.gaps.length + gate.conflicts.length > 0);
}

export type GateAnswer =
  | { readonly option: "back" }
  | {
      readonly option: "acknowledge";
      readonly phrase: string | null;
      readonly rationales: Readonly<Record<string, string>>;
    };

type GatePassage =
  | { readonly at: "back" }
  | { readonly at: "passed"; readonly rationales: readonly Rationale[] };

export interface Rationale {
  readonly gap: GapId;
  readonly text: string;
}

export function checkGateAnswer(gate: Gate, answer: GateAnswer): GatePassage | Refusal {
  if (answer.option === "back") return { at: "back" };
  if (gate.phrase !== null && answer.phrase !== gate.phrase) {
    return {
      refused: "gate-phrase",
      message: `the ${gate.class} gate needs a phrase typed exactly`,
      fix: `Type: ${gate.phrase}`,
    };
  }
  const given = gate.gaps.map((gap) => ({ gap, text: answer.rationales[gap]?.trim() ?? "" }));
  const rationales = given.filter(({ text }) => text !== "");
  const missing = given.filter(({ gap, text }) => text === "" && gate.rationaleFor.includes(gap));
  if (missing.length > 0) {
    return {
      refused: "gate-rationale",
      message: `a rationale is missing for ${missing.map(({ gap }) => gap).join(", ")}`,
      fix: `Say why it is acceptable to leave each: ${missing.map(({ gap }) => `--rationale ${gap}=TEXT`).join(" ")}`,
    };
  }
  return strangerRefusal(gate, answer.rationales) ?? { at: "passed", rationales };
}

/** A rationale for a gap that nobody asked about is most likely a mistyped id. */
function strangerRefusal(gate: Gate, rationales: Readonly<Record<string, string>>): Refusal | null {
  const strangers = Object.keys(rationales).filter((text) => {
    const gap = parseGapId(text);
    return gap === null || !gate.gaps.includes(gap);
  });
  if (strangers.length === 0) return null;
  return {
    refused: "gate-rationale",
    message: `the ${gate.class} gate does not ask about ${strangers.join(", ")}`,
    fix: gate.gaps.length === 0 ? "Give no rationale." : `It asks about ${gate.gaps.join(", ")}.`,
  };
}
