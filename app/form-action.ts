import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { AppError } from "~/contract/errors";

interface FormAction<S extends z.ZodType, Reply> {
  schema: S;
  /** Handles a valid form. @throws AppError to show an error at the form */
  run: (value: z.output<S>) => Promise<Reply>;
  /** Fields whose values are not sent back, such as passwords and files. */
  hideFields?: string[];
}

/**
 * Handles the action of a form. A broken rule of the schema becomes a 422 with messages at the fields; an AppError of the use
 * case becomes a form error with its status. The submitted values are sent back in both cases.
 */
export async function formAction<S extends z.ZodType, Reply>(
  request: Request,
  { schema, run, hideFields = [] }: FormAction<S, Reply>,
) {
  const submission = parseWithZod(await readForm(request), { schema });
  if (submission.status !== "success")
    return data({ result: submission.reply({ hideFields }) }, { status: 422 });
  try {
    return await run(submission.value);
  } catch (error) {
    // A page of its own asks for the proof of identity (app/page-context.ts).
    if (!(error instanceof AppError) || error.code === "step_up") throw error;
    const result = submission.reply({
      formErrors: [error.message],
      ...(error.fields ? { fieldErrors: error.fields } : {}),
      hideFields,
    });
    return data({ result }, { status: error.status });
  }
}

/**
 * Reads a submitted form. Replaces CRLF by LF: browsers send line breaks as CRLF (HTML, "multipart form data").
 * @throws a 400 reply when the body is not a form
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
    // A content type that is not a form's, or a body that does not match its type.
    if (!(error instanceof TypeError)) throw error;
    throw data({ message: "The request body is not a form." }, { status: 400 });
  }
}
