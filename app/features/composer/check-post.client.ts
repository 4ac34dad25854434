import { parseWithZod } from "@conform-to/zod/v4";
import { i18n } from "@lingui/core";
import type { z } from "zod";
import { rulesIn } from "~/contract/messages";
import { postForm } from "~/contract/posts";
import type { FormCheck } from "~/ui/use-checked-form";

/** The check of the composer's form. */
export const checkPost: FormCheck<z.input<typeof postForm>> = (form) =>
  parseWithZod(form, { schema: postForm, formatError: rulesIn(i18n) });
