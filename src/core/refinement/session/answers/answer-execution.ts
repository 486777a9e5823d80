import type { Refusal } from "../../../shared/refusal.ts";
import { agentRoleOf } from "../../role.ts";
import { launchAgain } from "../agent-call.ts";
import type { Draft } from "../draft.ts";
import { enterPause } from "../halt.ts";
import { type AnsweredQuestion, turnOf } from "./answered-question.ts";
import { supplyDocument } from "./supply-document.ts";

export function answerExecution(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { question, answer } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "retry":
      launchAgain(draft, turn, "the user said to try again");
      return null;
    case "other-agent": {
      const agent = (answer.text ?? "").trim();
      draft.emit("AgentChosen", { role: agentRoleOf(turn.role), agent });
      launchAgain(draft, turn, `the user chose ${agent}`);
      return null;
    }
    case "human":
      return supplyDocument(draft, turn, answering);
    case "pause":
      launchAgain(draft, turn, "again after a pause");
      enterPause(draft, answer.by, `${question.id} answered pause`);
      return null;
    default:
      throw new Error(`an execution question has no option ${answer.option}`);
  }
}
