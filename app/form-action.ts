import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { data } from "react-router";
import type { NetworkLimit } from "~/contract/calls/call";
import { AppError, bodyOf, eachField } from "~/contract/errors";
import { messageIn, rulesIn } from "~/contract/messages";
import { FORM_KEPT_MAX, FORM_MAX_BYTES } from "~/contract/request-limits";
import { z } from "~/contract/zod";
import { takeFromNetwork } from "~/domain/rate-limit";
import { readFormBody } from "~/platform/request-body";
import { pageContext, type RouteContext } from "./page-context";

export interface FormAction<S extends z.ZodType, Reply> {
  schema: S;
  /** Handles a valid form. @throws AppError to show an error at the form */
  run: (value: z.output<S>) => Promise<Reply>;
  /** Fields whose values are not sent back, such as passwords and files. */
  hideFields?: string[];
}

/**
 * Fields that pages add to a form: its name, by which a page also finds the form of a result, the member whose draft is
 * deleted afterwards, and that the form needs cookies.
 */
const ADDED_FIELDS = ["intent", "memberId", "cookies"];

/**
 * Handles a submitted form, or the request with it. A broken rule of the schema becomes a 422 with messages at the
 * fields; an AppError of the use case becomes a form error with its status. Both return the submitted values.
 * @throws a 400 or 413 reply as `readForm` and `fieldsOf`
 */
export async function formAction<S extends z.ZodType, Reply>(
  context: RouteContext,
  sent: Request | FormData,
  { schema, run, hideFields = [] }: FormAction<S, Reply>,
) {
  const { i18n } = context.get(pageContext).texts;
  const all = sent instanceof FormData ? sent : await readForm(context, sent);
  const form = fieldsOf(context, all, kindsOf(schema));
  const hidden = [...hideFields, ...longFields(form)];
  const submission = parseWithZod(form, { schema, formatError: rulesIn(i18n) });
  if (submission.status !== "success")
    return data({ result: submission.reply({ hideFields: hidden }) }, { status: 422 });
  const { refusal } = context.get(pageContext);
  try {
    if (refusal) throw refusal;
    return await run(submission.value);
  } catch (error) {
    // A page of its own asks for the proof of identity (app/page-context.ts).
    if (!(error instanceof AppError) || error.code === "step_up") throw error;
    const show = textsOf(context);
    const result = submission.reply({
      formErrors: [show(error.text)],
      ...(error.fields ? { fieldErrors: eachField(error.fields, show) } : {}),
      hideFields: hidden,
    });
    return data({ result }, { status: error.status, headers: error.headers });
  }
}

interface Saved {
  saved: FormDataEntryValue | null;
  result?: undefined;
}

/** Handles a choice that is saved at once: returns its intent, and the page shows "Saved" beside it. */
export function choiceAction<S extends z.ZodType>(
  context: RouteContext,
  form: FormData,
  schema: S,
  save: (value: z.output<S>) => Promise<unknown>,
) {
  const run = async (value: z.output<S>): Promise<Saved> => {
    await save(value);
    return { saved: form.get("intent") };
  };
  return formAction(context, form, { schema, run });
}

/**
 * Handles a form of a page that has several: runs the one that the pressed button names by its `intent`.
 * @param formsOf returns what each form does with the submitted fields, by its intent
 * @param maxBytes the most bytes of any of them
 * @throws a 400 reply when there is no such form, or as `readForm`
 */
export async function intentAction<Forms extends Record<string, () => unknown>>(
  context: RouteContext,
  request: Request,
  formsOf: (form: FormData) => Forms,
  maxBytes = FORM_MAX_BYTES,
) {
  const form = await readForm(context, request, maxBytes);
  const forms = formsOf(form);
  const intent = form.get("intent");
  if (typeof intent !== "string" || !Object.hasOwn(forms, intent))
    throw refused(context, msg`There is no such form.`);
  const { refusal } = context.get(pageContext);
  // Some of these have no fields, and no `formAction`.
  if (refusal) return refusedForm(context, refusal, { intent });
  // The object has the name, and a function returns what its type says.
  return forms[intent]?.() as ReturnType<Forms[keyof Forms]>;
}

/**
 * Handles the form of a page without a log-in: counts a use of the network's limit, then reads the body.
 * @returns the form with the error of a limit that is used up, without values: they were not read
 */
export async function limitedFormAction<Reply>(
  context: RouteContext,
  request: Request,
  limit: NetworkLimit,
  handle: (form: FormData) => Promise<Reply>,
) {
  try {
    await takeFromNetwork(context.get(pageContext).ctx, limit);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusedForm(context, error);
  }
  return handle(await readForm(context, request));
}

/** Returns a form with an error, without the values that were sent. */
function refusedForm(context: RouteContext, error: AppError, initialValue: Record<string, string> = {}) {
  const result: SubmissionResult<string[]> = {
    status: "error",
    initialValue,
    error: { "": [textsOf(context)(error.text)] },
  };
  return data({ result }, { status: error.status, headers: error.headers });
}

/**
 * Reads a submitted form. Replaces CRLF by LF: browsers send line breaks as CRLF (HTML, "multipart form data").
 * @param maxBytes more for a form with an image
 * @throws a 400 reply when the body is not a form or has over 64 fields, a 413 reply when it is too large
 */
export async function readForm(
  context: RouteContext,
  request: Request,
  maxBytes = FORM_MAX_BYTES,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await sentForm(context, request, maxBytes)) {
    if (typeof value === "string") form.append(name, value.replaceAll("\r\n", "\n"));
    else form.append(name, value);
  }
  return form;
}

async function sentForm(context: RouteContext, request: Request, maxBytes: number): Promise<FormData> {
  try {
    return await readFormBody(request, { maxBytes });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw data(error.bodyIn(context.get(pageContext).texts.i18n), { status: error.status });
  }
}

type FieldKind = "text" | "texts" | "file";

/** Returns what each field of a form may be. Forms are flat: no name stands for a path. */
function kindsOf(schema: z.core.$ZodType): Map<string, FieldKind> {
  if (schema instanceof z.ZodPipe) return kindsOf(schema.in);
  if (!(schema instanceof z.ZodObject)) throw new TypeError("The schema of a form is an object.");
  const kinds = new Map<string, FieldKind>(ADDED_FIELDS.map((name) => [name, "text"]));
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) kinds.set(name, kindOf(field));
  return kinds;
}

function kindOf(field: z.core.$ZodType): FieldKind {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return kindOf(field.def.innerType);
  if (field instanceof z.ZodFile) return "file";
  return field instanceof z.ZodArray ? "texts" : "text";
}

/**
 * Returns the fields of the schema, before a parser sees their names: conform takes `a[9999999]` and `a.b.c` for paths,
 * and creates their arrays and objects.
 * @throws a 400 reply for another field, for a field twice that is no list, and for a file in place of text
 */
function fieldsOf(context: RouteContext, sent: FormData, kinds: Map<string, FieldKind>): FormData {
  const fields = new FormData();
  for (const [name, value] of sent) {
    const kind = kinds.get(name);
    if (kind === undefined) throw refused(context, msg`This form has a field that does not belong to it.`);
    if (fields.has(name) && kind !== "texts") throw refused(context, msg`This form has a field twice.`);
    if (typeof value === "string") fields.append(name, value);
    else if (kind === "file") fields.append(name, value);
    else throw refused(context, msg`This form has a file in place of a text.`);
  }
  return fields;
}

function refused(context: RouteContext, text: MessageDescriptor) {
  return data({ ...bodyOf(text), message: textsOf(context)(text) }, { status: 400 });
}

/** Returns the function that returns messages in the reader's language. */
function textsOf(context: RouteContext): (text: MessageDescriptor) => string {
  const { i18n } = context.get(pageContext).texts;
  return (text) => messageIn(i18n, text);
}

/** Returns the fields over the characters that a refused form gets back: escaped, a text can be ten times as long. */
function longFields(form: FormData): string[] {
  let left = FORM_KEPT_MAX;
  return [...form].flatMap(([name, value]) => {
    const length = value instanceof File ? 0 : value.length;
    if (length > left) return [name];
    left -= length;
    return [];
  });
}
