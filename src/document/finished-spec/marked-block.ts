// A block of the source in which marks stand.
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import type { Block } from "../markdown/blocks.ts";
import type { FatedMark } from "./mending.ts";

export interface MarkedBlock {
  readonly block: Block;
  readonly index: number;
  readonly marks: readonly (FatedMark & { readonly marker: GapMarkerPlace })[];
}
