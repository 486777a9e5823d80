import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedAnswer } from "../gap-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  return await changedAnswer(request, { do: "accept" });
}
