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
  const submission = parseWithZod(await readForm(request), { schema });
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

/**
 * What a form came with. Browsers send a line break as CRLF (HTML, "multipart form data"); here it is the one character
 * that it is on the page.
 * @throws a 400 when the body is no form's
 */
export async function readForm(request: Pick<Request, "formData">): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await sentForm(request)) {
    if (typeof value === "string") form.append(name, value.replaceAll("\r\n", "\n"));
    else form.append(name, value);
  }
  return form;
}

async function sentForm(request: Pick<Request, "formData">): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    // Another content type than a form's, or a body that is not what its type says.
    if (!(error instanceof TypeError)) throw error;
    throw data({ message: "The request body is not a form." }, { status: 400 });
  }
}
