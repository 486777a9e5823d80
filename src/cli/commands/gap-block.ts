import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedAnswer } from "../gap-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const named = request.lists.get("--by") ?? [];
  // The shell has no list: further ones may follow the first.
  const by = [...named, ...(named.length === 0 ? [] : request.arguments.slice(1))].flatMap((one) =>
    one.split(",").filter((word) => word.trim() !== ""),
  );
  if (by.length === 0) {
    return {
      failed: "usage",
      code: "by",
      message: "what the gap waits for is missing",
      fix: "as in parley gap block GAP-FLOW-007 --by GAP-FLOW-002",
    };
  }
  return await changedAnswer(request, { do: "block", by });
}
