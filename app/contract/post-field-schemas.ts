import { ruleText } from "./messages";
import { eachPostField, postFields, postLines } from "./post-fields";
import { cleanLine, cleanText } from "./visible-text";
import { z } from "./zod";

const isLine = (field: string) => postLines.some(({ name }) => name === field);

/** The schemas of the fields that the author of a post writes. */
export const postFieldSchemas = eachPostField((name) =>
  z
    .string()
    .overwrite(isLine(name) ? cleanLine : cleanText)
    .max(postFields[name].limit, { error: ruleText(postFields[name].tooLong) }),
);

/** The fields in the view of a post. */
export const postFieldViews = eachPostField(() => z.string());
