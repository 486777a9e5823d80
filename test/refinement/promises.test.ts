// What prompts say that parley does: each promise by a short name, and the scene that shows it kept.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { answerPrompt } from "../../src/prompts/answer-prompt.ts";
import { engineerPrompt } from "../../src/prompts/engineer-prompt.ts";
import type { Prompt } from "../../src/prompts/prompt-facts.ts";
import { retryPrompt } from "../../src/prompts/retry.ts";
import { reviewerPrompt } from "../../src/prompts/reviewer-prompt.ts";
import { disagreeBlock, disagreementAnswers, responses } from "../support/disagreement-texts.ts";
import { answerFacts, engineerFacts, plainly, retryFacts, reviewerFacts } from "../support/example-facts.ts";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const [GAP, OTHER_GAP] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;

interface Scene {
  /** What follows the text of round 2 on the gap. */
  readonly said?: string;
  /** What follows the approval of round 2. */
  readonly reviewed?: string;
  readonly answered?: string;
  readonly first?: string;
  /** It says the same in every round that follows. */
  readonly stubborn?: boolean;
}

const DISAGREES = `${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" })}\n${disagreeBlock({ issue: ISSUE })}`;
const OBJECTIONS = `${objection(GAP)}\n${objection(GAP, { id: OTHER, title: "No pause" })}`;

/** Two issues of round 1 are answered in round 2. */
async function scene(about: Scene = {}): Promise<Stage> {
  const { said = DISAGREES, reviewed = "", answered = "", first = OBJECTIONS, stubborn = false } = about;
  const options: StageOptions = {
    gaps: [sourceGap(GAP, { severity: "HIGH" }), sourceGap(OTHER_GAP, { severity: "LOW" })],
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
    engineer: ({ purpose, round }, _, gaps) => {
      if (purpose === "answer-issue") return answered;
      const text = resolution(gaps, { text: `In round ${round} the caller waits a second more.` });
      const isSaid = round === 2 || (round > 2 && stubborn);
      return isSaid && gaps.some((gap) => gap === GAP) ? `${text}\n${said}` : text;
    },
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      return round === 1 ? first : round === 2 ? `${approval(gaps)}\n${reviewed}` : approval(gaps);
    },
  };
  const stage = await Stage.open(options);
  await stage.untilRounds(1);
  return stage;
}

/** A CRITICAL issue that the document of round 2 has no answer to, as the user is asked about it. */
async function silence(about: Scene): Promise<Stage> {
  const first = objection(GAP, { severity: "CRITICAL" });
  const reviewed = `## Prior Issues\n\n| Issue | Status |\n|---|---|\n| ${ISSUE} | UNRESOLVED |\n`;
  const stage = await scene({ said: "", first, reviewed, ...about });
  await stage.untilAsked("implicit");
  return stage;
}

const prompt = (stage: Stage, key: string): string =>
  stage.prompts.get(`s/${key}/-/1/1`) ?? expect.fail(`no prompt ${key}`);
const reviewsOf = (stage: Stage): readonly string[] =>
  [...stage.prompts].filter(([key]) => key.includes("/reviewer/")).map(([, text]) => text);
const stateOf = (stage: Stage, issue: string) => stage.session.work.issues[issue as never]?.issue.state;

interface Promise_ {
  readonly name: string;
  /** As a prompt says it. */
  readonly words: string;
  readonly kept: (() => Promise<void>) | { readonly in: string; readonly by: string };
}

const PROMISES: readonly Promise_[] = [
  {
    name: "answers are shown, and which issues have none",
    words: "The Reviewer is shown your answers, and which issues have none.",
    kept: async () => {
      const stage = await scene({ said: responses({ [OTHER]: "ADDRESSED | the pause is a second" }) });
      await stage.until(() => stage.prompts.has("s/2.0/reviewer/-/1/1"));
      const shown = prompt(stage, "2.0/reviewer");
      expect(shown).toContain("the pause is a second");
      expect(shown).toContain("`No limit on retries` (the Engineer gave no answer to it)");
    },
  },
  {
    name: "the next review of the gap is shown the block",
    words: "The next review of the gap is shown the block and may withdraw the issue, which closes it.",
    kept: async () => {
      const stage = await scene({ reviewed: disagreementAnswers({ [ISSUE]: ["WITHDRAW", "agreed"] }) });
      await stage.until(({ work }) => work.issues[ISSUE as never]?.issue.state.at === "CLOSED");
      expect(prompt(stage, "2.0/reviewer")).toContain("The server closes the connection by itself.");
      expect(stage.session.work.conflicts).toEqual({});
      expect(stage.session.work.questions).toEqual([]);
    },
  },
  {
    name: "if it stands, the user decides between both positions",
    words: "If it stands, the user decides between both positions, and the decision binds you both;",
    kept: async () => {
      const stage = await scene({
        reviewed: disagreementAnswers({ [ISSUE]: ["STAND", "no limit is named"] }),
      });
      await stage.untilAsked("conflict");
      const { evidence, options } = stage.question("conflict");
      const texts = evidence.map(({ text }) => text).join("\n");
      expect(texts).toContain("Reviewer: name a limit");
      expect(texts).toContain("Engineer: No limit is needed.");
      expect(options.map(({ id }) => id)).toEqual(expect.arrayContaining(["a", "b"]));
      await stage.answer(stage.question("conflict"), { option: "a" });
      await stage.until(() => stage.prompts.has("s/3.0/reviewer/-/1/1"));
      for (const role of ["engineer", "reviewer"])
        expect(prompt(stage, `3.0/${role}`)).toContain(`on ${ISSUE}, option A`);
    },
  },
  {
    name: "the user is shown the Reviewer's reason",
    words: "then the user decides between both positions, is shown your reason",
    kept: async () => {
      const stage = await scene({
        reviewed: disagreementAnswers({ [ISSUE]: ["STAND", "no limit is named"] }),
      });
      await stage.untilAsked("conflict");
      const { evidence } = stage.question("conflict");
      expect(evidence.map(({ text }) => text).join("\n")).toContain("no limit is named");
    },
  },
  {
    name: "a decision is not argued again",
    words: "it is not argued again.",
    kept: async () => {
      const stage = await scene({ stubborn: true });
      await stage.untilAsked("conflict");
      await stage.answer(stage.question("conflict"), { option: "a" });
      await stage.until(({ work }) => work.questions.some(({ kind }) => kind === "escalation"));
      const retry = [...stage.prompts.values()].find((text) => text.includes("RE_ARGUED_CONFLICT"));
      expect(retry).toContain("Carry the decisions out in your text");
    },
  },
  {
    name: "a missing or other answer leaves it open",
    words: "STAND leaves it open, as does a row that is missing or says anything else:",
    kept: async () => {
      for (const reviewed of ["", disagreementAnswers({ [ISSUE]: ["WITHDRAW unless it loops", "-"] })]) {
        const stage = await scene({ reviewed });
        await stage.untilAsked("conflict");
        expect(stateOf(stage, ISSUE)).toEqual({ at: "OPEN", decision: null });
      }
    },
  },
  {
    name: "what is raised again is not withdrawn",
    words: "An issue that you raise again is not withdrawn, whatever its row says.",
    kept: async () => {
      const again = `${objection(GAP, { id: "ISSUE-R2-001" })}\n${disagreementAnswers({ [ISSUE]: ["WITHDRAW", "agreed"] })}`;
      const stage = await scene({ reviewed: again });
      await stage.untilAsked("conflict");
      expect(stateOf(stage, ISSUE)).toEqual({ at: "OPEN", decision: null });
    },
  },
  {
    name: "WITHDRAW closes the issue",
    words: "WITHDRAW closes the issue:",
    kept: async () => {
      const prior = `## Prior Issues\n\n| Issue | Status |\n|---|---|\n| ${OTHER} | RESOLVED |\n`;
      const answers = disagreementAnswers({ [ISSUE]: ["WITHDRAW", "agreed"] });
      const stage = await scene({ reviewed: `${prior}\n${answers}` });
      await stage.untilRounds(2);
      expect(stateOf(stage, ISSUE)).toMatchObject({ at: "CLOSED" });
      expect(stage.states()[GAP]).toBe("ACCEPTED");
    },
  },
  {
    name: "a place is looked up, and what is not there comes back",
    words: "The words are looked up, and what is not there comes back to you.",
    kept: {
      in: "test/refinement/grounds.test.ts",
      by: "then it goes back, and the retry says what is wrong",
    },
  },
  {
    name: "the user sees what it rests on",
    words: "The user sees which.",
    kept: async () => {
      for (const restsOn of ["judgement", 'spec.md:5 "what happens in case 1?"']) {
        const block = disagreeBlock({ issue: ISSUE, restsOn });
        const rows = responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" });
        const stage = await scene({ said: `${rows}\n${block}` });
        await stage.untilAsked("conflict");
        const texts = stage.question("conflict").evidence.map(({ text }) => text);
        expect(texts.join("\n")).toContain(`Rests on: ${restsOn.split(" ")[0]}`);
      }
    },
  },
  {
    name: "a justification is shown with what stands",
    words: "It is shown to the user with the disagreements that stand.",
    kept: async () => {
      const ids = Array.from({ length: 6 }, (_, at) => `ISSUE-R1-00${at + 1}`);
      const first = ids.map((id) => objection(GAP, { id, title: `Point ${id}` })).join("\n");
      const blocks = ids.map((issue) => disagreeBlock({ issue, concern: "say it" })).join("\n");
      const rows = responses(Object.fromEntries(ids.map((id) => [id, "DISAGREE | below"])));
      const said = `${rows}\n${blocks}\n## Justification\n\nAll six ask for what the server does.\n`;
      const stage = await scene({ first, said });
      await stage.untilAsked("disagree-rate");
      const { evidence } = stage.question("disagree-rate");
      expect(evidence.map(({ text }) => text)).toContain(
        "Justification: All six ask for what the server does.",
      );
    },
  },
  {
    name: "too many are taken with a justification",
    words: "the document is then taken with all of them",
    kept: {
      in: "test/refinement/gate.test.ts",
      by: "given six, then they are too many, unless a section justifies them",
    },
  },
  {
    name: "a dropped disagreement, a repeated one, and the justification before the user",
    words: "the disagreement is dropped, and the issue stays open for your next text.",
    kept: {
      in: "test/refinement/answers-to-the-user.test.ts",
      by: "given one is dropped, then its conflict is withdrawn, and the other goes to the user with the justification",
    },
  },
  {
    name: "what is repeated stands as a conflict",
    words: "What you repeat stands as a conflict that the user decides, with your justification before them:",
    kept: {
      in: "test/refinement/answers-to-the-user.test.ts",
      by: "given one is dropped, then its conflict is withdrawn, and the other goes to the user with the justification",
    },
  },
  {
    name: "an answer to the user is kept beside the document",
    words: "What you write is kept beside your document of the round;",
    kept: {
      in: "test/refinement/answers-to-the-user.test.ts",
      by: "given it passed, then it has a file of its own, and the round's engineer.md shows it after the document",
    },
  },
  {
    name: "an answer to the user changes no text",
    words: "a `## Gap Resolution:` in this document is left aside.",
    kept: async () => {
      const rows = responses({ [ISSUE]: "ADDRESSED | the text", [OTHER]: "ADDRESSED | the pause" });
      const stage = await scene({
        said: `${responses({ [ISSUE]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}`,
        answered: `${resolution([GAP], { text: "Something else entirely." })}\n${rows}`,
      });
      await stage.untilAsked("disagree-rate");
      const before = stage.session.work.proposals[GAP as never];
      await stage.answer(stage.question("disagree-rate"), { option: "revise" });
      await stage.until(({ work }) => work.answering.length === 0);
      expect(stage.session.work.proposals[GAP as never]).toEqual(before);
      expect(stage.session.work.conflicts).toMatchObject({ [ISSUE]: { state: { at: "withdrawn" } } });
    },
  },
  {
    name: "the newest answer is shown to the next review of the gap",
    words: "The next review of the gap is shown your newest answer to each issue",
    kept: async () => {
      const stage = await scene({
        said: `${responses({ [ISSUE]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}`,
        answered: responses({ [ISSUE]: "PARTLY | the first sentence, without a number" }),
      });
      await stage.untilAsked("disagree-rate");
      await stage.answer(stage.question("disagree-rate"), { option: "revise" });
      await stage.until(({ work }) => work.answering.length === 0);
      await stage.until(({ work }) => work.answering.length === 0);
      await stage.until(() => reviewsOf(stage).some((text) => text.includes("later answer to the user")));
      const shown = reviewsOf(stage).findLast((text) => text.includes("later answer to the user"));
      expect(shown).toContain("PARTLY: the first sentence, without a number");
    },
  },
  {
    name: "a new disagreement in an answer goes to the next review, then to the user",
    words:
      "A disagreement that you state now is put to the next review, and if the issue stands, to the user:",
    kept: async () => {
      const stage = await silence({
        answered: `${responses({ [ISSUE]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}`,
      });
      await stage.answer(stage.question("implicit"), { option: "request" });
      await stage.until(({ work }) => work.answering.length === 0);
      expect(stage.session.work.disagreements).toMatchObject({ [ISSUE]: { round: 3 } });
      await stage.until(() => reviewsOf(stage).some((text) => text.includes(`holds against ${ISSUE}`)));
      await stage.until(({ work }) => work.conflicts[ISSUE as never]?.state.at === "open");
    },
  },
  {
    name: "a grave issue that is put off without the user's word is no answer",
    words: "without such a decision the row counts as no answer, and the user may be asked about it.",
    kept: async () => {
      const stage = await silence({ said: responses({ [ISSUE]: "DEFERRED | later" }) });
      expect(stage.question("implicit").subject).toMatchObject({ of: "flag", issue: ISSUE });
    },
  },
  {
    name: "what is needed is asked for",
    words: "The user is then asked for exactly that.",
    kept: async () => {
      const stage = await Stage.open({
        gaps: [sourceGap(GAP)],
        engineer: () => `BLOCKED_NEEDS_INPUT: ${GAP} - how many rows?`,
        reviewer: (_, __, gaps) => approval(gaps),
      });
      await stage.untilAsked("blocked");
      const { why, evidence } = stage.question("blocked");
      expect(`${why} ${JSON.stringify(evidence)}`).toContain("how many rows?");
    },
  },
  {
    name: "who is uncertain gets more to go by",
    words: "You then get more material.",
    kept: async () => {
      const stage = await Stage.open({
        gaps: [sourceGap(GAP)],
        engineer: ({ attempt }, _, gaps) =>
          attempt === 1 ? `UNCERTAINTY: ${GAP} - which case is meant?` : resolution(gaps),
        reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
      });
      await stage.untilRounds(1);
      expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain("## More to go by");
    },
  },
  {
    name: "a grave issue keeps a gap from being accepted, another does not",
    words: "An open CRITICAL or HIGH issue keeps a gap from being accepted; MEDIUM and LOW do not.",
    kept: async () => {
      for (const [severity, state] of [
        ["HIGH", "NEEDS_REVISION"],
        ["LOW", "ACCEPTED"],
      ] as const) {
        const verdict = severity === "HIGH" ? "NEEDS_REVISION" : "APPROVED";
        const first = objection(GAP, { severity }).replace("NEEDS_REVISION", verdict);
        expect((await scene({ first })).states()[GAP]).toBe(state);
      }
    },
  },
  {
    name: "each edit is shown",
    words: "Each edit is shown as before and after.",
    kept: { in: "src/prompts/reviewer-prompt.test.ts", by: "an edit before" },
  },
  {
    name: "losses come back",
    words: "What is lost and not named there comes back to you.",
    kept: { in: "test/refinement/question-options.test.ts", by: "loss" },
  },
  {
    name: "remarks come back once",
    words: "all come back to the Engineer once, before the end;",
    kept: {
      in: "test/refinement/remarks-round.test.ts",
      by: "given MEDIUM remarks on accepted gaps, then they are handed over together and closed as usual",
    },
  },
  {
    name: "open remarks are listed in the finished specification",
    words: "what is still open then is listed in the finished specification.",
    kept: {
      in: "test/refinement/open-remarks.test.ts",
      by: "given MEDIUM and LOW issues on an accepted gap, then the summary and the finished spec list them",
    },
  },
  {
    name: "one text for several gaps comes back as a whole",
    words: "it is accepted or comes back as a whole;",
    kept: {
      in: "test/refinement/sections-as-one.test.ts",
      by: "given a grave issue on one of them, then both come back as one task with the issue of either",
    },
  },
  {
    name: "a run that changes the project is thrown away",
    words: "a run that does is thrown away with all it says.",
    kept: {
      in: "test/refinement/agent-outcomes.test.ts",
      by: "given one that trespassed, then nothing of what it wrote is kept",
    },
  },
  {
    name: "what the user decides binds both",
    words: "What the user decides binds both of you.",
    kept: {
      in: "test/refinement/conflicts.test.ts",
      by: "then the issue stays open with its decision, and the next prompts of both carry it",
    },
  },
  {
    name: "what was written and decided in an undone round does not count",
    words: "what was written and decided in it does not count, unless it stands here.",
    kept: {
      in: "test/refinement/rollback.test.ts",
      by: "given a completed round, when it is undone with the same prompt, then the session stands as before it",
    },
  },
  {
    name: "a round was undone, and this says why",
    words: "It was undone",
    kept: {
      in: "test/refinement/rollback.test.ts",
      by: "given a reason, then both roles hear that the round is done again, and why; nobody does in other rounds",
    },
  },
  {
    name: "what the analysis suggests is not the user's word",
    words: "An automatic look at the undone documents suggests the following.",
    kept: {
      in: "test/refinement/rollback.test.ts",
      by: "given what the analysis suggests, then the Engineer is told who suggests it and how sure that is, and nobody takes it for the user's word",
    },
  },
  {
    name: "an amendment with something grave is dropped",
    words: "an amendment with a CRITICAL or HIGH issue is dropped, and the accepted text stands.",
    kept: {
      in: "test/refinement/remarks-round.test.ts",
      by: "given the review finds something grave in one, then its earlier text stands and the gap stays accepted",
    },
  },
  {
    name: "what is open after the round for remarks is listed",
    words: "What is still open after this round is listed in the finished specification.",
    kept: {
      in: "test/refinement/open-remarks.test.ts",
      by: "given MEDIUM and LOW issues on an accepted gap, then the summary and the finished spec list them",
    },
  },
  {
    name: "what is open at the end is listed",
    words: "what is still open at the end is listed in the finished specification.",
    kept: {
      in: "test/refinement/open-remarks.test.ts",
      by: "given MEDIUM and LOW issues on an accepted gap, then the summary and the finished spec list them",
    },
  },
  {
    name: "remarks that the Final Review leaves open are listed with what is left",
    words: "Those that are still open are listed with the finished specification:",
    kept: {
      in: "test/refinement/open-remarks.test.ts",
      by: "given a Final Review that says what became of them, then settled ones are closed, and the others tell what is left",
    },
  },
  {
    name: "a blocker becomes a gap",
    words: "Each blocker becomes a gap that is worked on, so name one problem each, with its place.",
    kept: {
      in: "test/refinement/decider.test.ts",
      by: "given blockers, then they become gaps, the session goes on, and is reviewed again at its end",
    },
  },
  {
    name: "what the Final Review finds left to guess is listed",
    words: "What does not block is listed with the finished specification.",
    kept: async () => {
      const table =
        "## Sections\n\n| Section | Answer |\n| --- | --- |\n| Calls | which clock counts the second |\n";
      const stage = await Stage.open({
        gaps: [sourceGap(GAP)],
        engineer: (_, __, gaps) => resolution(gaps),
        reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? `${READY}\n${table}` : approval(gaps)),
      });
      await stage.untilQuiet();
      expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
      expect(stage.files.get("summary.md")).toContain("which clock counts the second");
    },
  },
  {
    name: "a draft is put to the user as option C",
    words: "It is put to the user as option C, beside the two positions.",
    kept: {
      in: "test/refinement/drafter.test.ts",
      by: "given two drafts that agree, then the first is option C, marked as drafted",
    },
  },
  {
    name: "the gravest holes are worked on, in their order",
    words: "gravest are worked on, in your order where they are equally grave, so put first what hurts most;",
    kept: {
      in: "test/refinement/survey.test.ts",
      by: "given two hundred holes, then the gravest thirty are taken, the rest is counted and shown",
    },
  },
  {
    name: "holes beyond the limit are shown",
    words: "what goes beyond that is shown to the user.",
    kept: {
      in: "test/refinement/survey.test.ts",
      by: "given two hundred holes, then the gravest thirty are taken, the rest is counted and shown",
    },
  },
  {
    name: "a section without an answer sends the survey back",
    words: "Each of these sections needs an answer:",
    kept: {
      in: "test/refinement/survey.test.ts",
      by: "given a hole that is placed at the title, then that is no answer for the sections below it",
    },
  },
  {
    name: "a place that is shown with a disagreement was looked up",
    words: "which rests on a place that was looked up and says what is quoted",
    kept: {
      in: "test/refinement/grounds.test.ts",
      by: "then it goes back, and the retry says what is wrong",
    },
  },
  ...["document", "answer", "file"].map(
    (place): Promise_ => ({
      name: `only the ${place} counts`,
      words: `What is not in the ${place} does not count.`,
      kept: async () => {
        const stage = await Stage.open({
          gaps: [sourceGap(GAP), sourceGap(OTHER_GAP)],
          engineer: () => resolution([GAP]),
          reviewer: (_, __, gaps) => approval(gaps),
        });
        await stage.untilRounds(1);
        expect(stage.states()).toMatchObject({ [GAP]: "ACCEPTED" });
        expect(stage.states()[OTHER_GAP]).not.toBe("ACCEPTED");
      },
    }),
  ),
  {
    name: "a review without its scope does not count",
    words: "without it the review does not count.",
    kept: { in: "test/refinement/gate.test.ts", by: "given a bare approval, then the scope is missing" },
  },
  {
    name: "a person's withdrawal closes the issue",
    words: "A disagreement is answered by WITHDRAW, which closes the issue, or",
    kept: async () => {
      const stage = await scene({ reviewed: disagreementAnswers({ [ISSUE]: ["WITHDRAW", "agreed"] }) });
      await stage.until(({ work }) => work.issues[ISSUE as never]?.issue.state.at === "CLOSED");
    },
  },
  {
    name: "more to go by: the specification and similar gaps",
    words: "What the specification says there is shown below, with sections that you named,",
    kept: { in: "src/prompts/retry.test.ts", by: "UNCERTAINTY" },
  },
  {
    name: "other gaps are worked on by themselves",
    words: "These are on record and will be worked on by themselves.",
    kept: async () => {
      const stage = await scene({ said: "" });
      await stage.until(() => stage.prompts.has("s/2.0/engineer/-/1/1"));
      const shown = prompt(stage, "1.0/engineer");
      const listed = shown.slice(shown.indexOf("will be worked on by themselves"));
      expect(listed).toContain(OTHER_GAP);
      await stage.until(() =>
        [...stage.prompts].some(
          ([key, text]) => key.includes("/engineer/") && text.includes(`## The passage of ${OTHER_GAP}`),
        ),
      );
    },
  },
  {
    name: "a decided dispute binds the coder",
    words: "; this binds",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a resolution for the %s, then the task is begun anew by its notes",
    },
  },
  {
    name: "a coder whose work is in conflict sees what is in the way",
    words: "the former change is shown.",
    kept: {
      in: "test/build/ways.test.ts",
      by: 'toContain("both changed src/page.ts")',
    },
  },
  {
    name: "what a coder lacks is asked for",
    words: "The user is asked for exactly that.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a coder that lacks something, then a person is asked at once",
    },
  },
  {
    name: "a disputed task rests, and the others go on",
    words: "The task then rests until the user decides, and the other tasks go on;",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a reviewer's dispute, then green code lands, the coder is asked once, and the next task goes on",
    },
  },
  {
    name: "a position is asked for once",
    words: "'s is missing, and is asked for once.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a reviewer's dispute, then green code lands, the coder is asked once, and the next task goes on",
    },
  },
  {
    name: "what keeps being rejected is asked about",
    words: "The user is asked what should be done, and you draft what they might say to the Coder.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given ever more of them, then a person is asked at 2, 5 and 9 while the work goes on, and 15 are the end",
    },
  },
  {
    name: "drafted guidance binds nobody",
    words: "Nothing of what you write binds anybody unless the user makes it their own.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a drafter, then its draft is kept as one and binds nobody; what the user says does",
    },
  },
  {
    name: "disputed code lands by the settings, and one about security does not",
    words: "and the user decides whether it stays",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given a reviewer's dispute, then green code lands, the coder is asked once, and the next task goes on",
    },
  },
  {
    name: "remarks of a review are shown to the coder and the user",
    words: "The Coder is shown the remarks if the task goes on, and the user.",
    kept: {
      in: "src/prompts/build/build-prompts.test.ts",
      by: "the coder is told what the Reviewer remarked",
    },
  },
  {
    name: "after the last attempt at a form the user is asked",
    words: "the user is asked how to go on.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given documents that are not in their form, then a person is asked after so many, and the next task goes on",
    },
  },
  {
    name: "weaker tests are asked about",
    words: "the user is asked about it.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: '["tests-weakened", "weakened"],',
    },
  },
  {
    name: "what is red comes back",
    words: "What is red comes back to you.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: "given checks that stay red, then a person is asked after so many, and no reviewer saw it",
    },
  },
  {
    name: "work that leaves its place comes back",
    words: "Work that does comes back.",
    kept: {
      in: "src/core/build/build.test.ts",
      by: '["link-out", "back"],',
    },
  },
];

/** Every kind of prompt that disagreement is spoken of in, with all its parts. */
const SHOWN: readonly Prompt[] = [
  engineerPrompt(engineerFacts(plainly)),
  reviewerPrompt(reviewerFacts(plainly)),
  answerPrompt(answerFacts(plainly)),
  answerPrompt(answerFacts(plainly, { because: "rate" })),
  ...(
    ["INVALID_DISAGREE_REF", "MALFORMED_DISAGREE", "RE_ARGUED_CONFLICT", "TOO_MANY_DISAGREES"] as const
  ).map(
    (because) => retryPrompt(engineerPrompt(engineerFacts(plainly)), retryFacts(plainly, { because })).prompt,
  ),
];

/** Everything that holds words of a prompt: no branch of it escapes for not being shown above. */
const SOURCES = [
  ...readdirSync("src/prompts", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.endsWith("canonical-documents.ts"))
    .map((name) => `src/prompts/${name}`),
  "src/adapters/agent-api/api-agent.ts",
  "src/adapters/agent-process/cli/opencode.ts",
];

/** The texts of a source, with an ellipsis for what is put in. */
function literalsOf(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

const WRITTEN = SOURCES.flatMap(literalsOf);

describe("a promise in a prompt", () => {
  it.each(PROMISES)("is made in these words: $name", ({ words }) => {
    const texts = [...SHOWN.map(({ text }) => text), ...WRITTEN];
    expect(texts.some((text) => text.includes(words))).toBe(true);
  });

  it.each(PROMISES)("is kept: $name", async ({ kept }) => {
    if (typeof kept === "function") await kept();
    else expect(readFileSync(kept.in, "utf8")).toContain(kept.by);
  });

  it("has its place here wherever a prompt says what is shown, asked, closed, decided or comes back", () => {
    const texts = [...SHOWN.map(({ text }) => text), ...WRITTEN];
    const sentences = texts.flatMap(spokenSentences).filter((one) => SAYS.test(one));
    const unkept = sentences.filter(
      (one) => !PROMISES.some(({ words }) => one.includes(words) || words.includes(one)) && !ASIDE.has(one),
    );
    expect([...new Set(unkept)]).toEqual([]);
  });
});

/** Words by which a prompt says what happens next. */
const SAYS =
  /\b(?:(?:is|are|be|was) (?:then )?(?:shown|asked|closed|dropped|looked up|listed|thrown away|put to|left aside|worked on|undone)|comes? back|binds|closes|becomes a gap|does not count|suggests|needs an answer|the user (?:decides|sees))\b/i;

/** What they say of the prompt itself, or ask of the agent. */
const ASIDE: ReadonlySet<string> = new Set([
  "Do not raise again what is listed here.",
  "Do not raise again what is listed here;",
  "The block or the row about this issue cannot be put to anyone;",
  "The Engineer was asked to name what is gone on purpose:",
  "It is too long to be shown whole.",
  "Where open remarks are listed, at the end a row for each of them:",
  "`### Responses` with a row for each issue you are asked about:",
  "What is listed as a known limitation is known, and no blocker for being there.",
  "Keep to the terms and the facts of the passage, and to every decision that binds.",
  "Where something is marked as open already, it is listed with the task.",
  "a finding that comes back under another name, two that cannot both be met, a task that asks for more than one thing, something the specification does not say.",
  "Where they leave it open, say in Why that the user decides something new here.",
]);

/** Outside of fences, which hold what others wrote or the form. */
function spokenSentences(text: string): readonly string[] {
  return text
    .replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
    .split(/(?<=[.:;])\s+|\n/)
    .map((sentence) => sentence.replace(/^- /, "").trim());
}
