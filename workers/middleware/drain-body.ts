import { createMiddleware } from "hono/factory";
import { JSON_BODY_MAX_BYTES } from "~/contract/request-limits";
import type { AppEnv } from "../context";

/** Twice the largest body that a call accepts: a file that is a little too large still gets its 413. */
const DRAINED_MAX_BYTES = 2 * JSON_BODY_MAX_BYTES;
/** A slower client gets its reply without the rest of its body being read. */
export const DRAIN_TIMEOUT_MS = 5000;

/**
 * Reads the rest of a request's body before a reply that did not need it, such as a refusal. workerd closes a
 * connection whose request was not read to its end, without `Connection: close`, which a Worker cannot set; the
 * client's next request on it would fail.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  await next();
  if (raw.body && !raw.bodyUsed) await drain(raw.body);
});

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  // Ends the pending read.
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_TIMEOUT_MS);
  try {
    for (let left = DRAINED_MAX_BYTES; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has closed the connection.
  } finally {
    clearTimeout(timer);
  }
}
