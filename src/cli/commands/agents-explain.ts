import { type ExplainedAgent, type ExplainedTimer, explainAgent } from "../../app/agents/explain-agent.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { durationWords } from "../live/amounts.ts";
import { beside, columnFor, type Line, painted, wrapped } from "../text.ts";

export async function run({ surroundings, io, arguments: given }: Request): Promise<Answer | Failure> {
  const explained = await explainAgent(surroundings, { name: given[0] ?? "", program: io.programFile });
  if (isFailure(explained)) return explained;
  return { data: explained, lines: (width) => lines(explained, width) };
}

function lines(agent: ExplainedAgent, width: number): readonly Line[] {
  const { starts, environment, folders, timers, isolation, outcomes } = agent;
  const words = (texts: readonly string[]): Line[] => texts.flatMap((text) => item(text, width));
  return [
    ...headLines(agent, width),
    ...section("started", startLines(starts, width)),
    ...section("sees of your environment", words(listed(environment.passed))),
    ...section("is told by parley", words(listed(environment.told))),
    ...section(
      "folders",
      rows(
        folders.map(({ path, holds }) => [path, holds]),
        width,
      ),
    ),
    ...section(
      "timers",
      rows(
        timers.map(({ timer, ms }) => [durationWords(ms), TIMER_WORDS[timer]]),
        width,
      ),
    ),
    ...section("kept to its work by", words(isolation)),
    ...section("price", words([priceWords(agent)])),
    ...section(
      "after each outcome",
      rows(
        outcomes.map(({ outcome, next, because }) => [outcome, `${next}: ${because}`]),
        width,
      ),
    ),
  ];
}

function headLines(
  { name, kind, unusable, file, model, provider, address }: ExplainedAgent,
  width: number,
): Line[] {
  const about = [
    kind,
    ...(file === null ? [] : [file]),
    model === null ? "no model named" : `model ${model}`,
    ...(provider === null ? [] : [`limits shared with all agents at ${provider}`]),
    ...(address === null ? [] : [`requests go to ${address}`]),
  ];
  return [
    [painted("bold", name)],
    ...wrapped(about.join(" · "), width),
    ...(unusable === null
      ? []
      : beside(painted("red", "cannot be used:"), `${unusable.message}; ${unusable.fix}`, {
          term: 16,
          width,
        })),
  ];
}

function section(title: string, body: readonly Line[]): readonly Line[] {
  return body.length === 0 ? [] : ["", [painted("cyan", title)], ...body];
}

const INDENT = "  ";

function item(text: string, width: number): Line[] {
  return beside(`${INDENT}-`, text, { term: INDENT.length + 2, width });
}

/** A command to copy is broken nowhere. */
function startLines(starts: ExplainedAgent["starts"], width: number): readonly Line[] {
  return starts.flatMap(({ role, access, document, argv }): Line[] => {
    const handsIn = access === "write" ? `writes ${document}` : "answers with its document";
    const head: Line = [INDENT, painted("bold", role), `: ${access}, ${handsIn}, the prompt on its input`];
    if (argv !== null) return [head, `${INDENT}${INDENT}${argv.map(quoted).join(" ")}`];
    return wrapped(`${role}: answers with its document`, width - INDENT.length).map(
      (line) => `${INDENT}${line}`,
    );
  });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const NAMES_A_LINE = 6;

function listed(names: readonly string[]): readonly string[] {
  const sorted = names.toSorted();
  const count = Math.ceil(sorted.length / NAMES_A_LINE);
  return Array.from({ length: count }, (_, line) =>
    sorted.slice(line * NAMES_A_LINE, (line + 1) * NAMES_A_LINE).join(", "),
  );
}

const TERM_MAX = 40;

function rows(pairs: readonly (readonly [string, string])[], width: number): readonly Line[] {
  const term =
    INDENT.length +
    columnFor(
      pairs.map(([left]) => left),
      TERM_MAX,
    );
  return pairs.flatMap(([left, right]) => beside(`${INDENT}${left}`, right, { term, width }));
}

const TIMER_WORDS: Record<ExplainedTimer["timer"], string> = {
  wall: "for a whole run, where limits.run.minutes says nothing",
  idle: "without output",
  "after-result": "between its result and its end",
  grace: "between each of: interrupt, terminate, kill",
};

function priceWords({ price, model }: ExplainedAgent): string {
  if (price !== null) {
    const { input, output, cachedInput } = price;
    const cached = cachedInput === undefined ? "" : `, $${cachedInput} for what was at hand`;
    return `a million tokens of ${model}: $${input} in${cached}, $${output} out`;
  }
  const set = model === null ? "a model and its price" : `prices of ${model}`;
  return `what it tells itself; where it tells nothing the cost is unknown, until the settings hold ${set}`;
}
