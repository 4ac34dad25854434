import { parseWithZod } from "@conform-to/zod/v4";
import { i18n } from "@lingui/core";
import type { z } from "zod";
import { profileForm } from "~/contract/accounts";
import { rulesIn } from "~/contract/messages";
import type { FormCheck } from "~/ui/use-checked-form";

/** The check of the profile's form. */
export const checkProfile: FormCheck<z.input<typeof profileForm>> = (form) =>
  parseWithZod(form, { schema: profileForm, formatError: rulesIn(i18n) });
