import type { ErrorCode } from "../errors";
import type { z } from "../zod";

/** The rate limits of a network address for calls and forms without a log-in. */
export type NetworkLimit = "loginAddress" | "signup" | "reset";

/** A call of the API. Router, /api/openapi.json, typed client and tests are derived from the table of calls. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path, with parameters in braces as in OpenAPI. */
  path: `/api/${string}`;
  summary: string;
  /** Whether visitors may call it too; else only members. */
  access?: "public";
  /** The JSON body; `multipart` is one file in the field `file`. */
  body?: z.ZodType | "multipart";
  /** The limit of a network address that it takes from, before the body is read. */
  limit?: NetworkLimit;
  /** Whether its JSON may have a file, as a data URL; other bodies are smaller (docs/product.md#limits). */
  hasFile?: boolean;
  /** Whether its body may name another member in fields like `userId`; in other calls they must be the caller's own. */
  namesOthers?: boolean;
  /** The names of query parameters other than those of paging. */
  query?: readonly string[];
  /** Whether `?cursor=` and `?limit=` page through the reply. The `Link` header has the next page. */
  paged?: boolean;
  /** 201 when the call creates something; else 200, or 204 without a reply. */
  status?: 201;
  reply?: z.ZodType;
  /** Error codes other than those of every call of its kind. */
  errors?: readonly ErrorCode[];
}

/** Returns the status of a call's reply. */
export const statusOf = ({ status, reply }: Call): 200 | 201 | 204 => status ?? (reply ? 200 : 204);

/** Returns whether only members may make a call. */
export const isMembersOnly = ({ access }: Call): boolean => access !== "public";
