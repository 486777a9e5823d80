// Fields of events that may be missing or of an odd shape; then they count as not said.
import * as z from "zod";

/** For a schema that most commands load and do not use: it is made when the first line comes. */
export function lazySchema<Schema>(make: () => Schema): () => Schema {
  let made: Schema | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const text = z.string().optional().catch(undefined);
export const amount = z.number().min(0).optional().catch(undefined);
/** How much was used, as Anthropic's messages tell it, whoever passes them on. */
export const anthropicUsageFields = {
  input_tokens: amount,
  cache_creation_input_tokens: amount,
  cache_read_input_tokens: amount,
  output_tokens: amount,
};
export const flag = z.boolean().optional().catch(undefined);
export const index = z.int().min(0).optional().catch(undefined);
