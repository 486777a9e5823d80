// A session as one page of HTML: the spec it came to, and how that was argued. It asks for nothing from elsewhere.
import type { ConvergenceRow } from "../../core/documents/round-record.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { convergencePlot } from "./convergence-plot.ts";
import { type Html, html } from "./html.ts";
import { inlineHtml, markdownHtml } from "./markdown-html.ts";
import { PAGE_STYLE } from "./page-style.ts";

export interface SessionPage {
  readonly session: string;
  /** The file it refines. */
  readonly spec: string;
  /** How it stands, or how it ended. */
  readonly state: string;
  readonly started: string;
  readonly updated: string;
  readonly rounds: number;
  readonly engineer: string;
  readonly reviewer: string;
  /** Where the finished spec lies; `null` while there is only a draft. */
  readonly output: string | null;
  readonly text: string;
  /** The gaps that lines of the text were written for. */
  readonly lines: readonly GapLines[];
  readonly convergence: readonly ConvergenceRow[];
  readonly decisions: readonly PageDecision[];
  readonly gaps: readonly ArguedGap[];
  readonly questions: readonly { readonly id: string; readonly why: string }[];
}

/** 1-based, both included. */
interface GapLines {
  readonly from: number;
  readonly to: number;
  readonly gaps: readonly string[];
}

export interface PageDecision {
  readonly id: string;
  readonly title: string;
  readonly decision: string;
  readonly rationale: string | null;
  readonly constraints: string | null;
  readonly decidedBy: string;
  readonly at: string;
  readonly gaps: readonly string[];
}

export interface ArguedGap {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly state: string;
  /** What belongs to the state, such as what it waits for. */
  readonly detail: string | null;
  readonly description: string;
  readonly origin: string;
  /** What stood there before; `null` where nothing did. */
  readonly passage: string | null;
  /** What was supplied for it. */
  readonly inputs: readonly string[];
  readonly steps: readonly ArgumentStep[];
  /** As it stands in the text now; `null` where nothing was accepted for it. */
  readonly accepted: string | null;
}

export type ArgumentStep = { readonly round: number } & (
  | { readonly of: "proposal"; readonly confidence: string; readonly texts: readonly string[] }
  | { readonly of: "review"; readonly needsRevision: boolean }
  | {
      readonly of: "issue";
      readonly id: string;
      readonly severity: Severity;
      readonly title: string;
      readonly text: string;
      readonly fate: string;
    }
  | {
      readonly of: "disagreement";
      readonly issue: string;
      readonly position: string;
      readonly rationale: string;
      readonly alternative: string | null;
      readonly restsOn: string;
    }
  | { readonly of: "settled"; readonly issue: string; readonly words: string }
  | { readonly of: "decision"; readonly decision: PageDecision }
);

/** The first lines of every such page: a file that begins so may be written anew. */
export const PAGE_BEGINNING = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="parley">
`;

export function renderSessionPage(page: SessionPage): string {
  const { session, gaps, decisions, convergence, questions } = page;
  const body = html`<title>${session}: how the spec was argued</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${PAGE_STYLE}
</head>
<body>
${header(page)}
${contents(page)}
<main>
${specSection(page)}
${convergence.length === 0 ? null : convergenceSection(convergence)}
${questions.length === 0 ? null : questionsSection(page)}
${decisions.length === 0 ? null : decisionsSection(decisions)}
${gaps.length === 0 ? null : gapsSection(gaps)}
</main>
</body>
</html>
`;
  return `${PAGE_BEGINNING}${body.markup}`;
}

function header({
  session,
  spec,
  state,
  rounds,
  gaps,
  started,
  updated,
  engineer,
  reviewer,
}: SessionPage): Html {
  return html`<header>
<h1>${session}</h1>
<p>How <strong>${spec}</strong> was refined: ${state}, ${formatCount(rounds, "round")}, ${formatCount(gaps.length, "gap")}.</p>
<p class="small">Engineer: ${engineer}. Reviewer: ${reviewer}. From ${started} to ${updated}.</p>
</header>`;
}

function contents({ output, convergence, questions, decisions, gaps }: SessionPage): Html {
  const items = [
    html`<li><a href="#spec">${specTitle(output)}</a></li>`,
    ...(convergence.length === 0 ? [] : [html`<li><a href="#convergence">Convergence</a></li>`]),
    ...(questions.length === 0 ? [] : [html`<li><a href="#questions">Open questions</a></li>`]),
    ...(decisions.length === 0 ? [] : [html`<li><a href="#decisions">Decisions</a></li>`]),
    ...(gaps.length === 0 ? [] : [html`<li><a href="#gaps">Gaps</a>${gapList(gaps)}</li>`]),
  ];
  return html`<nav aria-label="Contents"><h2>Contents</h2><ol>${items}</ol></nav>`;
}

/** Of more, the list is unfolded by whoever wants it: what the session came to would be far down otherwise. */
const GAPS_LISTED_MAX = 25;

function gapList(gaps: readonly ArguedGap[]): Html {
  const items = gaps.map(
    ({ id, title, state }) =>
      html`<li><a href="#${id}">${title}</a> <span class="small">${stateWords(state)}</span></li>\n`,
  );
  const list = html`<ul>${items}</ul>`;
  return gaps.length <= GAPS_LISTED_MAX
    ? list
    : html`<details><summary class="small">${gaps.length} gaps</summary>${list}</details>`;
}

function specTitle(output: string | null): string {
  return output === null ? "The draft as it stands" : "The finished spec";
}

function specSection({ output, text, lines, gaps }: SessionPage): Html {
  const known = new Set(gaps.map(({ id }) => id));
  const gapsOf = (from: number, to: number): readonly string[] => {
    const own = lines.filter((entry) => entry.from <= to && from <= entry.to).flatMap((entry) => entry.gaps);
    return [...new Set(own)].filter((id) => known.has(id));
  };
  const below = (from: number, to: number): Html | null => {
    const links = gapsOf(from, to).map((id) => html` <a href="#${id}">${id}</a>`);
    return links.length === 0 ? null : html`<p class="small why">argued in${links}</p>`;
  };
  return html`<section id="spec">
<h2>${specTitle(output)}</h2>
<p class="small">${output === null ? "Nothing is final yet." : output}</p>
<div class="spec">
${markdownHtml(text, { lower: 2, below })}
</div>
</section>`;
}

function convergenceSection(rows: readonly ConvergenceRow[]): Html {
  const cells = rows.map(
    ({ round, gapsStart, resolved, created, gapsEnd, state, note }) =>
      html`<tr><td>${round}</td><td>${gapsStart}</td><td>${resolved}</td><td>${created}</td><td>${gapsEnd}</td><td>${note === null ? state : `${state} (${note})`}</td></tr>\n`,
  );
  return html`<section id="convergence">
<h2>Convergence</h2>
${convergencePlot(rows)}
<div class="wide"><table>
<thead><tr><th>Round</th><th>Open before</th><th>Resolved</th><th>New</th><th>Open after</th><th>State</th></tr></thead>
<tbody>${cells}</tbody>
</table></div>
<p class="small">A deferred gap counts a half, one that waits for input a quarter.</p>
</section>`;
}

function questionsSection({ questions }: SessionPage): Html {
  return html`<section id="questions">
<h2>Open questions</h2>
${questions.map(({ id, why }) => html`<article><h3>${id}</h3>${paragraphs(why)}</article>\n`)}
</section>`;
}

function decisionsSection(decisions: readonly PageDecision[]): Html {
  const items = decisions.map(
    (decision) =>
      html`<article id="${decision.id}"><h3>${decision.title}</h3>${decisionBody(decision)}</article>\n`,
  );
  return html`<section id="decisions">
<h2>Decisions</h2>
${items}
</section>`;
}

function decisionBody({ decision, rationale, constraints, decidedBy, at, gaps, id }: PageDecision): Html {
  const links = gaps.map((gap) => html` <a href="#${gap}">${gap}</a>`);
  return html`${markdownHtml(decision, { lower: 4 })}
${labelled("Why", rationale)}
${labelled("On condition", constraints)}
<p class="small">${id}, by ${decidedBy}, ${at}${gaps.length === 0 ? null : html`, about${links}`}</p>`;
}

function gapsSection(gaps: readonly ArguedGap[]): Html {
  return html`<section id="gaps">
<h2>Gaps</h2>
${gaps.map(gapArticle)}
</section>`;
}

function gapArticle(gap: ArguedGap): Html {
  const { id, title, severity, state, detail, description, origin, passage, inputs, steps, accepted } = gap;
  return html`<article id="${id}" class="gap">
<h3>${inlineHtml(title)}</h3>
<p class="small">${id} · <span class="severity ${severity.toLowerCase()}">${severity}</span> · ${stateWords(state)}${detail === null ? null : html` (${detail})`} · from ${origin}</p>
${description.trim() === "" || description.trim() === title.trim() ? null : html`${markdownHtml(description, { lower: 4 })}`}
${passage === null ? null : quoted("The spec said", passage)}
${inputs.map((input) => quoted("What was supplied", input))}
${steps.length === 0 ? null : html`<ol class="argument">${steps.map(stepItem)}</ol>`}
${accepted === null ? null : html`<div class="accepted"><h4>Accepted text</h4>${markdownHtml(accepted, { lower: 4 })}</div>`}
</article>
`;
}

function stepItem(step: ArgumentStep): Html {
  return html`<li class="${step.of}"><p class="small">Round ${step.round} · ${stepWords(step)}</p>${stepBody(step)}</li>\n`;
}

function stepWords(step: ArgumentStep): Html {
  switch (step.of) {
    case "proposal":
      return html`The Engineer proposes (confidence ${step.confidence})`;
    case "review":
      return step.needsRevision ? html`The Reviewer asks for a revision` : html`The Reviewer approves`;
    case "issue":
      return html`The Reviewer objects: <span class="severity ${step.severity.toLowerCase()}">${step.severity}</span> ${step.id}, ${step.fate}`;
    case "disagreement":
      return html`The Engineer disagrees with ${step.issue}`;
    case "settled":
      return html`${step.issue}`;
    case "decision":
      return html`Decided`;
  }
}

function stepBody(step: ArgumentStep): Html | null {
  switch (step.of) {
    case "proposal":
      return html`${step.texts.map((text) => html`<blockquote>${markdownHtml(text, { lower: 4 })}</blockquote>`)}`;
    case "review":
      return null;
    case "issue":
      return html`<p><strong>${inlineHtml(step.title)}</strong></p>${markdownHtml(step.text, { lower: 4 })}`;
    case "disagreement":
      return html`${markdownHtml(step.position, { lower: 4 })}
${labelled("Why", step.rationale)}
${labelled("Instead", step.alternative)}
${labelled("Evidence", step.restsOn)}`;
    case "settled":
      return html`<p>${step.words}</p>`;
    case "decision":
      return html`<p><strong>${step.decision.title}</strong></p>${decisionBody({ ...step.decision, gaps: [] })}`;
  }
}

function labelled(label: string, text: string | null): Html | null {
  return text === null || text.trim() === ""
    ? null
    : html`<div class="labelled"><p class="small">${label}</p>${markdownHtml(text, { lower: 4 })}</div>`;
}

function quoted(label: string, text: string): Html {
  return html`<p class="small">${label}</p><blockquote>${markdownHtml(text, { lower: 4 })}</blockquote>`;
}

function paragraphs(text: string): readonly Html[] {
  return text.split("\n").map((line) => html`<p>${line}</p>`);
}

/** `BLOCKED_EXTERNAL` reads as two words. */
function stateWords(state: string): string {
  return state.toLowerCase().replaceAll("_", " ");
}

function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
