// Fields of events that may be missing or of an odd shape; then they count as not said.
import * as z from "zod";

export const text = z.string().optional().catch(undefined);
export const amount = z.number().min(0).optional().catch(undefined);
export const index = z.int().min(0).optional().catch(undefined);
