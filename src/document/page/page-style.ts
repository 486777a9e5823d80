// How a page looks: light and dark, on a telephone and on paper.
import { html } from "./html.ts";

export const PAGE_STYLE = html`<style>
:root {
  color-scheme: light dark;
  --text: #1d2126; --quiet: #59626c; --back: #ffffff; --soft: #f4f5f7; --line: #d8dce1; --accent: #0b62b0;
  --good: #1c7a3e; --bad: #b3261e; --warn: #8a5300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7eb; --quiet: #a3adb8; --back: #14171b; --soft: #1e2329; --line: #39414a; --accent: #7ab8f5;
    --good: #6fcf8f; --bad: #ff8a80; --warn: #f2b866;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 48rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
}
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 .5em; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .2em; }
.spec h3 { font-size: 1.5em; } .spec h4 { font-size: 1.25em; } .spec h5 { font-size: 1.1em; }
a { color: var(--accent); }
.small, figcaption { color: var(--quiet); font-size: .85rem; }
.why { margin: -.7em 0 1em; text-align: right; }
.target { color: var(--quiet); overflow-wrap: anywhere; }
nav { background: var(--soft); border-radius: .4rem; padding: .5rem 1rem; }
nav h2 { border: 0; font-size: 1rem; margin: .3em 0; }
nav ol, nav ul { margin: .2em 0; padding-left: 1.3em; }
ul + ul, ol + ol { margin-top: -1em; }
nav ul { margin: 0; }
pre { background: var(--soft); border-radius: .3rem; font-size: .85rem; padding: .6rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
code { background: var(--soft); border-radius: .2rem; font-size: .9em; padding: .05em .25em; overflow-wrap: anywhere; }
blockquote { border-left: 3px solid var(--line); margin: .5em 0; padding: .1em 0 .1em .9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border: 1px solid var(--line); padding: .25em .5em; text-align: left; vertical-align: top; }
figure { margin: 1em 0; }
svg { display: block; max-width: 38rem; width: 100%; height: auto; }
svg text { fill: var(--quiet); font-size: 9px; }
.grid { stroke: var(--line); stroke-width: .5; }
.open { fill: none; stroke: var(--accent); stroke-width: 1.8; stroke-linejoin: round; }
.dot { fill: var(--accent); }
.new { fill: var(--warn); opacity: .55; }
article { margin-bottom: 2.2rem; }
article + article { border-top: 1px solid var(--line); }
blockquote > :first-child { margin-top: .3em; } blockquote > :last-child { margin-bottom: .3em; }
article h3 { margin-top: .8em; }
.argument { list-style: none; margin: 1em 0; padding: 0; }
.argument > li { border-left: 3px solid var(--line); margin: 0 0 .8em; padding-left: .9em; }
.argument > li > p:first-child { margin: 0 0 .2em; }
.argument .proposal { border-color: var(--accent); }
.argument .issue, .argument .disagreement { border-color: var(--warn); }
.argument .decision { border-color: var(--good); }
.labelled > .small { margin: .4em 0 0; }
.labelled > p { margin-top: 0; }
.accepted { background: var(--soft); border-left: 3px solid var(--good); padding: .1em .9em; }
.accepted h4 { font-size: .9rem; margin: .5em 0; }
.severity { font-weight: 600; }
.severity.critical, .severity.high { color: var(--bad); }
.severity.medium { color: var(--warn); }
@media print {
  :root {
    --text: #000; --quiet: #444; --back: #fff; --soft: #f4f4f4; --line: #bbb; --accent: #000;
    --good: #1c7a3e; --bad: #900; --warn: #640;
  }
  body { font-size: 10.5pt; max-width: none; padding: 0; }
  a { text-decoration: none; }
  h2, h3, h4 { break-after: avoid; }
  pre, blockquote, figure, tr { break-inside: avoid; }
  #gaps, #decisions, #convergence { break-before: page; }
}
</style>`;
