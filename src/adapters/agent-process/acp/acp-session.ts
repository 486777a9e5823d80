// A session with an ACP agent, from the first word to the prompt: each answer is waited for only so long.
import { type ClientContext, methods, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import * as z from "zod";
import { text } from "../../shared/loose-fields.ts";
import type { TurnFailure } from "./acp-line.ts";
import type { AcpOrder } from "./acp-order.ts";

/** Why there is no turn. */
export class SessionProblem extends Error {
  readonly failure: TurnFailure;

  constructor(failure: TurnFailure) {
    super(failure.message);
    this.name = "SessionProblem";
    this.failure = failure;
  }
}

interface OpenSession {
  readonly id: string;
  readonly resumed: boolean;
}

/** What the agent says of itself. Its answers are not trusted to have the shape they should. */
interface AgentIntroduction {
  readonly name: string;
  readonly canLoad: boolean;
  readonly canResume: boolean;
  readonly takesSystemPrompt: boolean;
}

const initializeSchema = z.object({
  protocolVersion: z.number(),
  agentInfo: z.object({ name: text, version: text }).nullish().catch(undefined),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().optional().catch(undefined),
      sessionCapabilities: z
        .object({ resume: z.unknown(), systemPrompt: z.unknown() })
        .partial()
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/** Neither files nor terminals are offered: an agent works in its folder by itself, or not at all. */
export async function introduce(agent: ClientContext, handshakeMs: number): Promise<AgentIntroduction> {
  const params = {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "parley", version: "1" },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  };
  const asked = agent.request(methods.agent.initialize, params);
  const told = initializeSchema.safeParse(await answerWithin(asked, handshakeMs, "initialize")).data;
  if (told === undefined) throw new SessionProblem({ message: "its answer to initialize cannot be read" });
  if (told.protocolVersion !== PROTOCOL_VERSION) {
    const message = `it speaks version ${told.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}`;
    throw new SessionProblem({ message });
  }
  const { resume = null, systemPrompt = null } = told.agentCapabilities?.sessionCapabilities ?? {};
  return {
    name: told.agentInfo?.name ?? "an agent without a name",
    canLoad: told.agentCapabilities?.loadSession ?? false,
    canResume: resume !== null,
    takesSystemPrompt: systemPrompt !== null,
  };
}

const optionSchema = z.object({
  id: z.string(),
  type: z.string(),
  category: text,
  options: z
    .array(
      z.object({
        value: text,
        options: z
          .array(z.object({ value: text }))
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
});

const sessionSchema = z.object({
  sessionId: text,
  modes: z
    .object({ currentModeId: text, availableModes: z.array(z.object({ id: z.string() })).catch([]) })
    .nullish()
    .catch(undefined),
  configOptions: z.array(optionSchema.nullable().catch(null)).nullish().catch(undefined),
});

type SessionShape = z.output<typeof sessionSchema>;

export async function openSession(
  agent: ClientContext,
  introduced: AgentIntroduction,
  { order, view, standing }: { readonly order: AcpOrder; readonly view: string; readonly standing: string },
): Promise<OpenSession> {
  const { handshakeMs } = order.bounds;
  const setUp: SessionSetUp = {
    ...{ cwd: view, mcpServers: [] },
    ...(introduced.takesSystemPrompt && standing !== "" ? systemPrompt(standing) : {}),
  };
  const opened =
    order.resume === null
      ? await newSession(agent, setUp, handshakeMs)
      : await resumeSession(agent, introduced, { id: order.resume, setUp, handshakeMs });
  const { id } = opened;
  if (order.model !== null) await choose(agent, opened, { kind: "model", value: order.model, handshakeMs });
  if (order.mode !== null) await choose(agent, opened, { kind: "mode", value: order.mode, handshakeMs });
  return { id, resumed: opened.resumed };
}

interface OpenedSession extends OpenSession {
  readonly shape: SessionShape;
}

interface SessionSetUp {
  readonly cwd: string;
  readonly mcpServers: [];
}

/** Beside the agent's own, by the draft of the protocol: not every agent that takes one lets its own be replaced. */
function systemPrompt(text: string): object {
  return { systemPrompt: { mode: "append", content: [{ type: "text", text }] } };
}

async function newSession(
  agent: ClientContext,
  setUp: SessionSetUp,
  handshakeMs: number,
): Promise<OpenedSession> {
  const asked = agent.request(methods.agent.session.new, { ...setUp });
  const shape = sessionSchema.safeParse(await answerWithin(asked, handshakeMs, "session/new")).data;
  const id = shape?.sessionId;
  if (shape === undefined || id === undefined) throw new SessionProblem({ message: "it names no session" });
  return { id, resumed: false, shape };
}

/** One that cannot, or will not any more, is not asked: what it would be told now builds on what it was told before. */
async function resumeSession(
  agent: ClientContext,
  { canResume, canLoad }: AgentIntroduction,
  {
    id,
    setUp,
    handshakeMs,
  }: { readonly id: string; readonly setUp: SessionSetUp; readonly handshakeMs: number },
): Promise<OpenedSession> {
  if (!(canResume || canLoad)) throw new SessionProblem({ message: "it can go on with no session" });
  const method = canResume ? methods.agent.session.resume : methods.agent.session.load;
  const asked = agent.request(method, { sessionId: id, ...setUp });
  try {
    const shape = sessionSchema.safeParse(await answerWithin(asked, handshakeMs, method)).data;
    return { id, resumed: true, shape: shape ?? {} };
  } catch (error) {
    if (!(error instanceof SessionProblem)) throw error;
    throw new SessionProblem({ message: `its session cannot be gone on with: ${error.message}` });
  }
}

interface Choice {
  readonly kind: "model" | "mode";
  readonly value: string;
  readonly handshakeMs: number;
}

/** What the session is set to, by one of the two ways the protocol has; what is not offered is not gone on without. */
async function choose(
  agent: ClientContext,
  { id: sessionId, shape }: OpenedSession,
  { kind, value, handshakeMs }: Choice,
): Promise<void> {
  const modes = shape.modes?.availableModes.map((mode) => mode.id) ?? [];
  const option = (shape.configOptions ?? []).find(
    (offered) => offered?.type === "select" && (offered.category === kind || offered.id === kind),
  );
  const values = (option?.options ?? []).flatMap((one) => [one, ...(one.options ?? [])]);
  if (kind === "mode" && modes.includes(value)) {
    const asked = agent.request(methods.agent.session.setMode, { sessionId, modeId: value });
    await answerWithin(asked, handshakeMs, "session/set_mode");
  } else if (option != null && values.some((one) => one.value === value)) {
    const chosen = { sessionId, configId: option.id, value };
    const asked = agent.request(methods.agent.session.setConfigOption, chosen);
    await answerWithin(asked, handshakeMs, "session/set_config_option");
  } else {
    const offered = [...(kind === "mode" ? modes : []), ...values.flatMap((one) => one.value ?? [])];
    const words = offered.length === 0 ? "it offers none" : `it offers ${offered.slice(0, 20).join(", ")}`;
    throw new SessionProblem({ message: `it has no ${kind} ${value}: ${words}`, code: "refusal" });
  }
}

async function answerWithin<T>(asked: Promise<T>, ms: number, method: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `it did not answer ${method} within ${ms} ms`;
    timer = setTimeout(() => reject(new SessionProblem({ message })), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (error instanceof RequestError) throw new SessionProblem(failureOf(error, method));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The protocol's word for somebody who must log in first. */
const AUTH_REQUIRED = -32_000;
const DETAIL_CHARS_MAX = 1_000;

/** Some give the status of their model server for a code, some tell it in what goes along. */
export function failureOf({ code, message, data }: RequestError, method: string): TurnFailure {
  const detail =
    data === undefined || data === null ? "" : `: ${JSON.stringify(data).slice(0, DETAIL_CHARS_MAX)}`;
  const told = detailSchema.safeParse(data).data;
  const status = told?.statusCode ?? told?.status ?? code;
  return {
    message: `${method}: ${message}${detail}`,
    ...(status >= 400 && status < 600 ? { status } : {}),
    ...(code === AUTH_REQUIRED ? { code: "authentication" } : {}),
  };
}

const detailSchema = z.object({
  statusCode: z.number().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
});
