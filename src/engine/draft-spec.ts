import { isSettledByText } from "../core/refinement/gap-state.ts";
import { gapsOf, type LiveSession } from "../core/refinement/session/session.ts";
import type { Documents } from "./documents.ts";

/** The source, and after it what was accepted for each gap: what a Final Review looks at. */
export async function draftSpec(session: LiveSession, documents: Documents): Promise<string> {
  const source = await documents.text(session.spec.sha256);
  const resolved = gapsOf(session).filter((gap) => isSettledByText(gap.state.at));
  const texts = await Promise.all(
    resolved.map(async ({ id, title }) => {
      const proposal = session.proposals[id];
      if (proposal === undefined) return [];
      const document = await documents.engineer(proposal.document);
      const sections = document?.resolutions.filter(({ gaps }) => gaps.includes(id)) ?? [];
      const text = sections.map(({ specText, body }) => (specText?.text ?? body).trim()).join("\n\n");
      return text.trim() === "" ? [] : [`### ${id}: ${title}\n\n${text.trim()}`];
    }),
  );
  const parts = texts.flat();
  return parts.length === 0 ? source : `${source.trimEnd()}\n\n## Resolutions\n\n${parts.join("\n\n")}\n`;
}
