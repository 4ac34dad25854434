import { t } from "@lingui/core/macro";
import type { z } from "zod";
import type { Call, calls } from "~/contract/calls";
import type { ErrorBody } from "~/contract/errors";
import { TAB_HEADER, TAB_ID } from "~/contract/tab";
import { clearPageCache } from "~/ui/router/page-cache";
import { inPageLanguage } from "./page-language";

/**
 * The browser's typed client of this site's own API (docs/product.md#api). Keys, parameters, bodies and replies are
 * derived from the contract's table of calls by a type-only import, so no schema reaches the bundle. Cookies are sent
 * along; bodies are JSON.
 */

type AnyCall = (typeof calls)[keyof typeof calls];
type KeyOf<C extends Call> = C extends Call ? `${C["method"]} ${C["path"]}` : never;

/** Method and path of a call as the contract writes them: `"POST /api/posts/{id}/like"`. */
export type ApiKey = KeyOf<AnyCall>;

type CallOf<K extends ApiKey, C = AnyCall> = C extends Call ? (KeyOf<C> extends K ? C : never) : never;

/** Keys of the calls whose reply is a page of a list. */
export type PagedApiKey = KeyOf<Extract<AnyCall, { paged: true }>>;

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type ParamsOf<C extends Call> = [ParamNames<C["path"]>] extends [never]
  ? { params?: never }
  : { params: Record<ParamNames<C["path"]>, string> };

type QueryNames<C> =
  | (C extends { query: readonly (infer Name extends string)[] } ? Name : never)
  | (C extends { paged: true } ? "cursor" | "limit" : never);
type QueryOf<C extends Call> = [QueryNames<C>] extends [never]
  ? { query?: never }
  : { query?: Partial<Record<QueryNames<C>, string | number | null>> };

type BodyOf<C extends Call> = C extends { body: infer Body }
  ? Body extends z.ZodType
    ? undefined extends z.input<Body>
      ? { body?: z.input<Body> }
      : { body: z.input<Body> }
    : { body: FormData }
  : { body?: never };

type RequestOf<C extends Call> = C extends Call
  ? ParamsOf<C> & QueryOf<C> & BodyOf<C> & { signal?: AbortSignal }
  : never;

/** Parameters of the path, query, body and abort signal of a call. */
export type ApiRequest<K extends ApiKey> = RequestOf<CallOf<K>>;

type ReplyOf<C> = C extends { reply: infer Reply extends z.ZodType }
  ? z.output<Reply>
  : Record<string, never>;

/** The parsed reply of a call; an empty object where the contract has none (204). */
export type ApiReply<K extends ApiKey> = ReplyOf<CallOf<K>>;

type ItemOf<K extends PagedApiKey> = ApiReply<K> extends readonly (infer Item)[] ? Item : never;

/** One page of a list, and the cursor of the next page; null on the last. */
export interface Page<T> {
  items: readonly T[];
  next: string | null;
}

/** The arguments after the key: optional when the call needs none. */
type Rest<K extends ApiKey> =
  Record<never, never> extends ApiRequest<K> ? [request?: ApiRequest<K>] : [request: ApiRequest<K>];

/** A reply whose status is not 2xx. Its message is `"404: {…}"`: status and body text (docs/product.md#errors). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly text: string,
    /** The parsed error body, in the page's language; null if not the API's, for example a proxy's error page. */
    readonly body: ErrorBody | null = errorIn(text),
  ) {
    super(`${status}: ${text}`);
  }

  /** The id of the server's message. */
  get messageCode(): string | undefined {
    return this.body?.code;
  }

  /** The server's message for the member, else the body text. */
  get reason(): string {
    return this.body?.message ?? this.text;
  }
}

function errorIn(text: string): ErrorBody | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    // Every error reply of the API has this form; `message` distinguishes it from a proxy's reply.
    return typeof body?.message === "string" ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}

/**
 * Calls the API and returns its reply.
 * @throws ApiError when the status is not 2xx; TypeError when the network fails; `AbortError` when aborted
 */
export async function api<K extends ApiKey>(key: K, ...[request]: Rest<K>): Promise<ApiReply<K>> {
  // The contract tests validate every reply against the schema that this type is derived from.
  return (await replyOf(await send(key, request))) as ApiReply<K>;
}

/**
 * Fetches one page of a list; `query.cursor` is the `next` of the page before.
 * @throws as `api` does
 */
export async function apiPage<K extends PagedApiKey>(
  key: K,
  ...[request]: Rest<K>
): Promise<Page<ItemOf<K>>> {
  const response = await send(key, request);
  // The cast is safe as in `api`.
  return { items: (await replyOf(response)) as ItemOf<K>[], next: nextCursor(response) };
}

interface AnyRequest {
  params?: Record<string, string>;
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls that leave the page cache as it is: cached posts have likes and saves, and read notifications are known. */
const leavesPageCache = /^GET |^\w+ \/api\/(posts\/\{id\}\/(like|save)|notifications\b.*)$/;

function send(key: ApiKey, { params, query, body, signal }: AnyRequest = {}): Promise<Response> {
  if (!leavesPageCache.test(key)) clearPageCache();
  const [method = "", path = ""] = key.split(" ");
  const content = contentOf(body);
  const headers = new Headers(content.headers);
  if (TAB_ID && method !== "GET") headers.set(TAB_HEADER, TAB_ID);
  return fetch(urlOf(path, params, query), { method, signal, ...content, headers });
}

function urlOf(path: string, params: AnyRequest["params"] = {}, query: AnyRequest["query"] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const present = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

function contentOf(body: unknown): Pick<RequestInit, "body" | "headers"> {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

async function replyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) {
    const body = errorIn(text);
    throw new ApiError(response.status, text || response.statusText, body && (await inPageLanguage(body)));
  }
  // WebKit reads an interrupted reply as an empty one. Replies that are empty have no type.
  if (text === "" && !isJson(response)) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t`Invalid JSON response from server`);
  }
}

const isJson = ({ headers }: Response) =>
  headers.get("Content-Type")?.startsWith("application/json") ?? false;

/** The cursor in the `Link` header's `rel="next"` (RFC 8288). */
function nextCursor(response: Response): string | null {
  const next = /<[^>]*[?&]cursor=([^>&]+)[^>]*>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  return next === undefined ? null : decodeURIComponent(next);
}
