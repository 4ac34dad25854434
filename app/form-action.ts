import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { AppError } from "~/contract/errors";

interface FormAction<S extends z.ZodType> {
  schema: S;
  /** What happens with a form that keeps the rules. Throws AppError to refuse. */
  run: (value: z.output<S>) => Promise<Response>;
  /** Fields that are never sent back, such as passwords and files. */
  hideFields?: string[];
}

/**
 * One form's action: the schema's words at their fields with a 422, a refusal of the use case as the form's own error
 * with its status, and nothing typed is lost either way.
 */
export async function formAction<S extends z.ZodType>(
  request: Request,
  { schema, run, hideFields = [] }: FormAction<S>,
) {
  const submission = parseWithZod(await request.formData(), { schema });
  if (submission.status !== "success")
    return data({ result: submission.reply({ hideFields }) }, { status: 422 });
  try {
    return await run(submission.value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const result = submission.reply({
      formErrors: [error.message],
      ...(error.fields ? { fieldErrors: error.fields } : {}),
      hideFields,
    });
    return data({ result }, { status: error.status });
  }
}
