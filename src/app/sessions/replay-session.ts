import type { SessionSettings } from "../../core/refinement/session/settings.ts";
import { Documents } from "../../engine/documents.ts";
import { replay } from "../../engine/replay.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import type { ReplayView } from "../wire/session.ts";
import { workplace } from "../work/workplace.ts";
import { findSession, streamOf } from "./find-session.ts";
import { systemHash, systemUtf8 } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

/** Settings that another value may be assumed for. */
const ASSUMABLE: Record<string, (settings: SessionSettings, value: number) => SessionSettings> = {
  stallThreshold: (settings, value) => ({
    ...settings,
    thresholds: { ...settings.thresholds, stallThreshold: value },
  }),
  divergenceThreshold: (settings, value) => ({
    ...settings,
    thresholds: { ...settings.thresholds, divergenceThreshold: value },
  }),
  gapsPerRound: (settings, value) => ({ ...settings, limits: { ...settings.limits, gapsPerRound: value } }),
  maxRounds: (settings, value) => ({ ...settings, limits: { ...settings.limits, maxRounds: value } }),
};

export async function replaySession(
  context: CommandContext,
  wanted: string | undefined,
  assumed: string | undefined,
): Outcome<ReplayView> {
  const assume = assumed === undefined ? null : parseAssumption(assumed);
  if (isFailure(assume)) return assume;
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, wanted);
    if (isFailure(listed)) return listed;
    const documents = new Documents({ blobs: store, hash: systemHash, utf8: systemUtf8 });
    const beside = workplace === undefined ? {} : { workplace };
    const request = { log: store, documents, stream: streamOf(listed), ...beside };
    const replayed = await replay(assume === null ? request : { ...request, assume });
    return { ...replayed, session: listed.session };
  });
}

function parseAssumption(text: string): ((settings: SessionSettings) => SessionSettings) | Failure {
  const [name = "", number = ""] = text.split("=");
  const key = name.replace(/^refine\./, "");
  const change = ASSUMABLE[key];
  const value = Number(number);
  if (change !== undefined && Number.isInteger(value) && value > 0)
    return (settings) => change(settings, value);
  const keys = Object.keys(ASSUMABLE);
  const fix = `as in --assume stallThreshold=4; one of ${keys.join(", ")}`;
  return change === undefined
    ? usageFailure("assume", `nothing else can be assumed for ${name}`, suggestOr(key, keys, fix))
    : usageFailure("assume", `${number} is not a whole number from 1`, fix);
}
