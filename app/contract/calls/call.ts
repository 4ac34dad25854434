import type { ErrorCode } from "../errors";
import type { z } from "../zod";

/** A call of the API. Router, /api/openapi.json, typed client and tests are derived from the table of calls. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path, with parameters in braces as in OpenAPI. */
  path: `/api/${string}`;
  summary: string;
  access: "public" | "member";
  /** The JSON body; `multipart` is one file in the field `file`. */
  body?: z.ZodType | "multipart";
  /** Whether its body may name another member in fields like `userId`; in other calls they must be the caller's own. */
  namesOthers?: boolean;
  /** The names of query parameters other than those of paging. */
  query?: readonly string[];
  /** Whether `?cursor=` and `?limit=` page through the reply. The `Link` header has the next page. */
  paged?: boolean;
  status: 200 | 201 | 204;
  reply: z.ZodType | null;
  /** Error codes other than those of every call of its kind. */
  errors?: readonly ErrorCode[];
}
