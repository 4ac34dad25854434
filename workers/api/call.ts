import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { Hono } from "hono";
import type { z } from "zod";
import type { Call } from "~/contract/calls";
import { isMembersOnly, statusOf } from "~/contract/calls/call";
import { AppError } from "~/contract/errors";
import { namesOther } from "~/contract/identity";
import { parseJson } from "~/contract/json";
import { ruleMessage } from "~/contract/messages";
import {
  BODY_MAX_BYTES,
  ISSUES_SHOWN,
  JSON_BODY_MAX_BYTES,
  PUBLIC_BODY_MAX_BYTES,
} from "~/contract/request-limits";
import { IMAGE_TOO_LARGE } from "~/contract/texts";
import { type Page, type PageRequest, pageLimit } from "~/db/cursor";
import { orSessionEnded } from "~/domain/accounts/session-ended";
import { asMember, type Ctx, type MemberCtx } from "~/domain/context";
import { takeFromNetwork } from "~/domain/rate-limit";
import { readBody } from "~/platform/request-body";
import type { AppContext, AppEnv } from "../context";
import { secureReply } from "../middleware/security-headers";
import { type FinishedReply, finisherOf } from "./finished-reply";

type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
type CtxOf<C extends Call> = C extends { access: "public" } ? Ctx : MemberCtx;
type ReplyOf<C extends Call> = C extends { reply: infer R extends z.ZodType }
  ? C extends { paged: true }
    ? Page<z.output<R> extends (infer Item)[] ? Item : never>
    : z.output<R>
  : // Such a call has no body: what its use case returns is dropped.
    unknown;

export interface CallRequest<C extends Call> {
  ctx: CtxOf<C>;
  body: BodyOf<C>;
  page: PageRequest;
  /** Returns a parameter of the path. */
  param: (name: string) => string;
  c: AppContext;
}

/** Registers one call of the contract: checks access and body, runs the use case, sends the reply. */
export function serve<C extends Call>(
  app: Hono<AppEnv>,
  call: C,
  handle: (request: CallRequest<C>) => Promise<ReplyOf<C>>,
): void {
  const finish = finisherOf(call);
  app.on(call.method, honoPath(call.path), async (c) => {
    const { ctx, cachedReply } = c.get("edge");
    if (cachedReply?.call === call) return send(c, call, cachedReply.reply);
    if (call.limit) await takeFromNetwork(ctx, call.limit);
    const request = {
      // The conditional types above derive these types from the call's `access` and `body`.
      ctx: (isMembersOnly(call) ? asMember(ctx) : ctx) as CtxOf<C>,
      body: (await jsonBody(c, call)) as BodyOf<C>,
      page: pageRequest(c),
      param: (name: string) => c.req.param(name) ?? "",
      c,
    };
    const result = await handle(request).catch((error: unknown) => {
      throw orSessionEnded(ctx, error);
    });
    return finish ? send(c, call, finish(result)) : c.body(null, 204);
  });
}

/** Sends the reply to a call, with the address of the next page in the `Link` header. */
function send(c: AppContext, call: Call, { text, next }: FinishedReply): Response {
  const edge = c.get("edge");
  const headers = {
    "Content-Type": "application/json",
    ...(next === null ? {} : { Link: linkTo(next, edge.url) }),
  };
  // Other replies may have cookies, which the context has.
  return edge.cachedReply ? secureReply(edge, text, headers) : c.body(text, statusOf(call) as 200, headers);
}

function linkTo(next: string, { pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.set("cursor", next);
  return `<${pathname}?${query}>; rel="next"`;
}

/** Returns the page of a list that the query's `cursor` and `limit` ask for. */
export function pageRequest(c: AppContext): PageRequest {
  return { cursor: c.req.query("cursor") ?? null, limit: pageLimit(c.req.query("limit")) };
}

/** Returns the path of a call in Hono's syntax: `/api/posts/:id` for `/api/posts/{id}`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Reads and checks the JSON body. Checks the named origin of calls without a body schema too. */
async function jsonBody(c: AppContext, call: Call): Promise<unknown> {
  const { method, body: schema, namesOthers } = call;
  if (method === "GET" || schema === "multipart") return undefined;
  const text = new TextDecoder().decode(await readBody(c.req.raw, limitOf(call)));
  if (text === "" && (!schema || schema.isOptional())) return undefined;
  const body = jsonOf(text);
  const { viewer } = c.get("edge").ctx;
  if (isMembersOnly(call) && !namesOthers && namesOther(body, viewer?.id ?? "")) {
    throw new AppError("forbidden", msg`A call can only come from the member who is signed in.`);
  }
  if (!schema) return undefined;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw bodyError(body, parsed.error);
}

/** Returns the limit of a call's body (docs/product.md#limits). */
function limitOf(call: Call) {
  if (call.hasFile) return { maxBytes: JSON_BODY_MAX_BYTES, tooLarge: IMAGE_TOO_LARGE };
  return { maxBytes: isMembersOnly(call) ? BODY_MAX_BYTES : PUBLIC_BODY_MAX_BYTES };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new AppError("malformed", msg`The request body is not JSON.`);
  }
}

/** Returns 400 for a wrong type, and 422 with the message of a broken rule (docs/product.md#validation). */
function bodyError(body: unknown, error: z.ZodError): AppError {
  const isShapeless = error.issues.some(
    (issue) => issue.code === "invalid_type" && valueAt(body, issue.path) !== undefined,
  );
  const fields: Record<string, MessageDescriptor[]> = {};
  // A list of wrong items breaks a rule with each.
  for (const issue of error.issues.slice(0, ISSUES_SHOWN)) {
    const field = issue.path.join(".");
    fields[field] = [...(fields[field] ?? []), ruleMessage(issue.message)];
  }
  if (isShapeless) return new AppError("malformed", msg`The request body has the wrong shape.`, fields);
  return new AppError(
    "invalid",
    error.issues[0] ? ruleMessage(error.issues[0].message) : msg`The request breaks a rule.`,
    fields,
  );
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}
