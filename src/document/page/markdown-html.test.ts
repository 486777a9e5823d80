import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { html } from "./html.ts";
import { inlineHtml, markdownHtml } from "./markdown-html.ts";

function markupOf(text: string): string {
  return markdownHtml(text, { lower: 0 })
    .map(({ markup }) => markup)
    .join("");
}

/** Every element that a text can bring about, without any attribute but that of our own classes and of a list's number. */
const OWN_TAG =
  /<\/?(?:p|h[1-6]|em|strong|del|code|pre|br|hr|blockquote|ul|ol|li|div|table|thead|tbody|tr|th|td|span)(?: (?:class="(?:wide|target)"|start="\d+"))?>/g;

function strangeMarkup(markup: string): string {
  return markup.replaceAll(OWN_TAG, "").replaceAll(/&(?:amp|lt|gt|quot|#39);/g, "");
}

describe("what a text says is text", () => {
  test.each([
    ["<script>alert(1)</script>", "&lt;script&gt;"],
    ["a <img src=x onerror=alert(1)> b", "&lt;img src=x onerror=alert(1)&gt;"],
    ["<svg onload=alert(1)>", "&lt;svg onload=alert(1)&gt;"],
    ["<style>@import url(http://x.y)</style>", "&lt;style&gt;"],
    ["[click](javascript:alert(1))", "(javascript:alert(1))"],
    ["![pixel](http://x.y/p.png)", "![pixel](http://x.y/p.png)"],
    ["<http://x.y>", "http://x.y"],
    ["[a]: http://x.y\n\n[a]", "[a]: http://x.y"],
    ['| a | b |\n|---|---|\n| <b onclick=x> | " onmouseover=x |', "&quot; onmouseover=x"],
    ["```html\n</pre><script>\n```", "&lt;/pre&gt;&lt;script&gt;"],
    ["> <iframe src=//x.y>", "&lt;iframe src=//x.y&gt;"],
    ["<!-- <script> -->", "&lt;!-- &lt;script&gt; --&gt;"],
    ["a \u202e b", "\\u202e"],
    ["# <b>'\"", "&lt;b&gt;"],
  ])("%j", (text, shown) => {
    const markup = markupOf(text);
    expect(markup).toContain(shown);
    expect(strangeMarkup(markup)).not.toMatch(/[<>&]/);
  });

  test("any text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(strangeMarkup(markupOf(text))).not.toMatch(/[<>&]/);
        expect(strangeMarkup(inlineHtml(text).markup)).not.toMatch(/[<>&]/);
        expect(strangeMarkup(html`<p>${text}</p>`.markup)).not.toMatch(/[<>&]/);
      }),
    );
  });
});

describe("Markdown reads as it is meant", () => {
  test.each([
    ["# A *b*", "<h1>A <em>b</em></h1>"],
    ["a **b** `c` ~~d~~", "<p>a <strong>b</strong> <code>c</code> <del>d</del></p>"],
    ["- a\n- b", "<ul><li>a</li></ul>\n<ul><li>b</li></ul>"],
    ["3. a\n   - b", '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>'],
    [
      "| a | b |\n|---|---|\n| 1 | `2` |",
      '<div class="wide"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
    ],
    ["```js\nlet a;\n```", "<pre>let a;</pre>"],
    ["> a\n> - b", "<blockquote><p>a</p>\n<ul><li>b</li></ul>\n</blockquote>"],
    ["---\ntitle: a\n---\nb", "<pre>---\ntitle: a\n---</pre><p>b</p>"],
    ["[a](b.md)", '<p>a <span class="target">(b.md)</span></p>'],
  ])("%j", (text, expected) => {
    expect(markupOf(text).trim()).toBe(expected);
  });

  test("headings are lowered, and what belongs to lines stands below them", () => {
    const below = (from: number, to: number) => html`<p>${from} to ${to}</p>`;
    const markup = markdownHtml("# A\n\nb\nc", { lower: 2, below }).map((part) => part.markup.trim());
    expect(markup).toEqual(["<h3>A</h3><p>1 to 1</p>", "<p>b\nc</p><p>3 to 4</p>"]);
  });
});
