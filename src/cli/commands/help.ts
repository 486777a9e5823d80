import type { Failure } from "../../app/failure.ts";
import { type Answer, findSubject, type Request } from "../command.ts";
import { helpAnswer } from "../help.ts";
import { unknownCommand } from "../parse-arguments.ts";

export async function run({ arguments: words, program, version }: Request): Promise<Answer | Failure> {
  const subject = findSubject(program, words);
  const [unknown] = subject.rest;
  return unknown === undefined
    ? helpAnswer(program, subject, version)
    : unknownCommand(program, subject, unknown);
}
