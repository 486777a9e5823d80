// The commands of a build, each with what decides it.
import type { Draft } from "../../board/draft.ts";
import type { Refusal } from "../../shared/refusal.ts";
import type { BuildCommandOf, BuildCommandType } from "../build-command.ts";
import { answerBoardQuestion } from "./answers.ts";
import { beginBuild, noteClosed, noteWorktree, takeTask } from "./begin.ts";
import { finishCall, sealCall, startCall } from "./calls.ts";
import { noteChecks, noteInspection } from "./inspect.ts";
import { noteBranch, noteLanding, notePush } from "./land.ts";

type Deciders = {
  readonly [Type in BuildCommandType]: (draft: Draft, command: BuildCommandOf<Type>) => Refusal | null;
};

export const BUILD_DECIDERS: Deciders = {
  BeginBuild: beginBuild,
  TakeTask: takeTask,
  NoteWorktree: noteWorktree,
  StartCall: startCall,
  SealCall: sealCall,
  FinishCall: finishCall,
  NoteInspection: noteInspection,
  NoteChecks: noteChecks,
  NoteLanding: noteLanding,
  NotePush: notePush,
  NoteBranch: noteBranch,
  NoteClosed: noteClosed,
  AnswerBoardQuestion: answerBoardQuestion,
};
