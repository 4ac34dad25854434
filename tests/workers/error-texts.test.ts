import { type MessageDescriptor, setupI18n } from "@lingui/core";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { PSEUDO } from "~/contract/languages";
import { ruleMessage } from "~/contract/messages";
import { NOT_A_FORM, TOO_MANY_ATTEMPTS } from "~/contract/texts";
import { postNotFound } from "~/domain/not-found";
import { type PageContext, pageContext } from "~/page-context";
import { member, SITE } from "./client";
import { contextOf } from "./context-of";

test("the error of a call has the code of its message and the values", async () => {
  const ada = await member();
  const { text } = postNotFound();
  const missing = await ada.send("POST", "/api/posts/none/like");
  expect([missing.status, await missing.json()]).toEqual([404, { message: "Post not found", code: text.id }]);
  const long = await ada.send("POST", "/api/chat/messages/none", { content: "x".repeat(5001) });
  const message = "A message must not be longer than 5000 characters.";
  const coded = { code: ruleMessage(message).id, values: { max: 5000 } };
  expect([long.status, await long.json()]).toEqual([
    422,
    {
      message,
      ...coded,
      errors: { content: [message] },
      codes: { content: [coded] },
    },
  ]);
});

/** Returns the context of a page in another language, whose catalog has these messages in brackets. */
function pageWith(ctx: PageContext["ctx"], ...texts: MessageDescriptor[]): RouterContextProvider {
  const messages = Object.fromEntries(texts.map(({ id, message }) => [id, [`[${message}]`]]));
  const i18n = setupI18n({ locale: PSEUDO, messages: { [PSEUDO]: messages } });
  const context = new RouterContextProvider();
  const call = { request: "", method: "POST", route: "" };
  context.set(pageContext, { call, ctx, nonce: "", secure: true, texts: { i18n, files: {} } });
  return context;
}

const posted = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

test("a form has its errors in the reader's language", async () => {
  const { action } = await import("~/routes/forgot-password");
  const submit = (ctx: PageContext["ctx"], init: RequestInit, ...texts: MessageDescriptor[]) =>
    // The arguments that the action reads.
    action({
      request: new Request(`${SITE}/forgot-password`, init),
      context: pageWith(ctx, ...texts),
    } as never);
  const { ctx } = contextOf(await member());
  const rule = ruleMessage("Please enter a valid email");
  expect(await submit(ctx, posted({ email: "x" }), rule)).toMatchObject({
    data: { result: { error: { email: ["[Please enter a valid email]"] } } },
    init: { status: 422 },
  });
  const used = { ...ctx, limits: { areOn: true, take: async () => false } };
  expect(await submit(used, posted({ email: "ada@example.com" }), TOO_MANY_ATTEMPTS)).toMatchObject({
    data: { result: { error: { "": [`[${TOO_MANY_ATTEMPTS.message}]`] } } },
    init: { status: 429 },
  });
  await expect(submit(ctx, { method: "POST", body: "{}" }, NOT_A_FORM)).rejects.toMatchObject({
    data: { message: `[${NOT_A_FORM.message}]`, code: NOT_A_FORM.id },
    init: { status: 400 },
  });
});

test("a page that fails says why in the reader's language", async () => {
  const { onPage } = await import("~/page-context");
  const { text } = postNotFound();
  const { ctx } = contextOf(await member());
  const failed = onPage(pageWith(ctx, text), () => Promise.reject(postNotFound()));
  await expect(failed).rejects.toMatchObject({
    data: { message: "[Post not found]", code: text.id },
    init: { status: 404 },
  });
});
