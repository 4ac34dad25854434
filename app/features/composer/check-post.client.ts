import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { postForm } from "~/contract/posts";
import type { FormCheck } from "~/ui/use-checked-form";

/** The check of the composer's form. */
export const checkPost: FormCheck<z.input<typeof postForm>> = (form) =>
  parseWithZod(form, { schema: postForm });
