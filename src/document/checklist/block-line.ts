const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HTML_BLOCK =
  /^[ \t]*<\/?(?:details|summary|div|p|hr|table|ul|ol|section|article|aside|center|h[1-6])(?:[\s/>]|$)/i;

/** A line across the page. */
export function isRule(line: string): boolean {
  return RULE.test(line);
}

/** A line that no paragraph above it goes on with, even where no blank line parts them. */
export function endsParagraph(line: string): boolean {
  return isRule(line) || HTML_BLOCK.test(line);
}
