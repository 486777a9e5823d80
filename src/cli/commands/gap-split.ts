import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedAnswer } from "../gap-lines.ts";

const PARTS_MIN = 2;

export async function run(request: Request): Promise<Answer | Failure> {
  const titles = request.arguments.slice(1);
  if (titles.length < PARTS_MIN) {
    return {
      failed: "usage",
      code: "titles",
      message: `a split needs ${PARTS_MIN} titles or more`,
      fix: "as in parley gap split GAP-FLOW-007 'When it starts' 'When it ends'",
    };
  }
  return await changedAnswer(request, { do: "split", titles });
}
