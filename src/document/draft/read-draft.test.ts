import { describe, expect, it } from "vitest";
import { optionDraft } from "../../../test/support/draft-texts.ts";
import { judgeDraft } from "../../core/refinement/validation/judge-draft.ts";
import { CANONICAL_DRAFT } from "../../prompts/examples/canonical-documents.ts";
import { DRAFT_TEMPLATE } from "../../prompts/examples/templates.ts";
import { readDraft } from "./read-draft.ts";

function judged(text: string) {
  const written = { at: "text", bytes: text.length, blank: text.trim() === "" } as const;
  return judgeDraft({ written, ...readDraft(text) });
}

function failureOf(text: string): string | null {
  const { verdict, drafted } = judged(text);
  if (verdict.ok) return null;
  expect(drafted).toBeNull();
  expect(verdict.failureType).toBe("WRONG_FORMAT");
  return verdict.message;
}

describe("a draft in the form that is asked for", () => {
  it("given all fields, then each is read as written", () => {
    const { drafted } = judged(
      optionDraft({
        text: "Two ways:\n\n- files: at once\n- remote: `backoff`, at most 4 s",
        constraint: "PARTLY",
        values: "4 s; not more than 3 tries",
      }),
    );
    expect(drafted).toEqual({
      text: "Two ways:\n\n- files: at once\n- remote: `backoff`, at most 4 s",
      tradeOff: "More to document, and work to come for remote operations",
      concern: "KEPT",
      constraint: "PARTLY",
      values: "4 s; not more than 3 tries",
      facts: ["negation", "number 3", "number 4"],
    });
  });

  it("given the built-in example, then it passes", () => {
    const { verdict, drafted } = judged(CANONICAL_DRAFT);
    expect(verdict).toEqual({ ok: true, message: "option C drafted" });
    expect(drafted?.facts).toEqual(["negation", "number 1", "number 30", "number 7"]);
  });

  it("given labels close together, in a list, with the colon outside or a curly mark, then they are the same", () => {
    const text =
      "# Draft\n\n## Option C\n- **Text**: At once.\n- **Trade-off**: None that anybody sees.\n- **Reviewer’s concern:** KEPT.\n- **Engineer’s constraint:** **DROPPED**\n- **Values**: None.\n\n## Further words\n\n**Text:** no part of it\n";
    expect(judged(text).drafted).toEqual({
      text: "At once.",
      tradeOff: "None that anybody sees.",
      concern: "KEPT",
      constraint: "DROPPED",
      values: null,
      facts: [],
    });
  });

  it("given a heading of lower rank within the text, then it belongs to the text", () => {
    expect(judged(optionDraft({ text: "At once.\n\n### Files\n\nNo pause." })).drafted?.text).toBe(
      "At once.\n\n### Files\n\nNo pause.",
    );
  });
});

describe("a draft in another form", () => {
  it.each([
    ["the bare form", DRAFT_TEMPLATE, "**Reviewer's concern:** says"],
    ["nothing of it", "I would use a setting.", "no heading '## Option C'"],
    ["another title", optionDraft().replace("## Option C", "## Option D"), "no heading '## Option C'"],
    ["two options", `${optionDraft()}\n${optionDraft()}`, "several headings '## Option C'"],
    ["all of it in a fence", `Here:\n\n\`\`\`\n${optionDraft()}\`\`\`\n\nDone.`, "no heading '## Option C'"],
    ["all of it in a quote", optionDraft().replaceAll(/^/gm, "> "), "no heading '## Option C'"],
    ["all of it in a comment", `<!--\n${optionDraft()}\n-->`, "no heading '## Option C'"],
    ["no text", optionDraft({ text: "" }), "**Text:** is empty"],
    ["a text that is a comment", optionDraft({ text: "<!-- at once -->" }), "**Text:** is empty"],
    ["a text that says none", optionDraft({ text: "None." }), "**Text:** says that there is none"],
    ["no trade-off", optionDraft().replace(/\*\*Trade-off.*\n/, ""), "**Trade-off:** is missing"],
    ["a trade-off that says none", optionDraft({ tradeOff: "-" }), "**Trade-off:** says that there is none"],
    ["two texts", optionDraft({ text: "At once.\n\n**Text:** Later." }), "**Text:** stands twice"],
    [
      "two fates",
      optionDraft({ concern: "KEPT | PARTLY | DROPPED" }),
      "is one of KEPT, PARTLY, DROPPED alone",
    ],
    ["a fate with a reason", optionDraft({ constraint: "KEPT (mostly)" }), "**Engineer's constraint:** says"],
    ["a fate in small letters", optionDraft({ concern: "kept" }), "**Reviewer's concern:** says"],
    ["a fate on two lines", optionDraft({ concern: "KEPT\nDROPPED" }), "**Reviewer's concern:** says"],
    ["a fate in a comment", optionDraft({ concern: "<!-- KEPT -->" }), "**Reviewer's concern:** is empty"],
    ["no values", optionDraft({ values: "" }), "**Values:** is empty"],
    ["a text too long to choose by", optionDraft({ text: "At once. ".repeat(300) }), "may have 2000"],
  ])("given %s, then the message says what is wrong", (_, text, words) => {
    expect(failureOf(text)).toContain(words);
  });

  it.each([
    ["in a fence", "```\n**Values:** 3\n```"],
    ["in a quote", "> **Values:** 3"],
    ["in code", "`**Values:** 3`"],
    ["in mid-line", "It says **Values:** 3"],
  ])("given a label %s, then it is no field, and the text keeps it", (_, shown) => {
    const { drafted } = judged(optionDraft({ text: `At once.\n\n${shown}` }));
    expect(drafted?.values).toBeNull();
    expect(drafted?.text).toBe(`At once.\n\n${shown}`);
  });

  it("given numbers and negations in dress, then they are compared as what they say", () => {
    const facts = (text: string, values = "None.") => judged(optionDraft({ text, values })).drafted?.facts;
    expect(facts("At most 1,000.")).toEqual(facts("At most `1000`."));
    expect(facts("It isn't tried again.")).toEqual(facts("It is never tried again."));
    expect(facts("~~5~~ 6 tries")).toEqual(facts("6 tries"));
    expect(facts("Tries.", "6")).toEqual(facts("6 tries"));
  });
});
