import { parseJson } from "./json";
import { z } from "./zod";

/** A schema for JSON in a form's field, of at most 70,000 characters. @param message the error of invalid JSON */
export const jsonText = (message: string) =>
  z
    .string()
    .max(70_000)
    .transform((text, ctx): unknown => {
      try {
        return parseJson(text);
      } catch {
        ctx.addIssue({ code: "custom", message });
        return z.NEVER;
      }
    });
