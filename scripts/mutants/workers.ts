// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code.

import type { MutantRows } from "./mutant";

/** The mutants of `workers`. */
export const workersMutants: MutantRows = {
  "workers/middleware/security-headers.ts": [
    ['"X-Content-Type-Options": "nosniff",', "", "attacks/weaken-a-page"],
    ['"Referrer-Policy": "strict-origin-when-cross-origin",', "", "attacks/weaken-a-page"],
    ['"Cross-Origin-Resource-Policy": "same-origin",', "", "unit/static-headers"],
    ['"Strict-Transport-Security": "max-age=63072000; includeSubDomains",', "", "unit/static-headers"],
    ['"Cross-Origin-Opener-Policy": "same-origin",', "", "attacks/weaken-a-page"],
    [
      '"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",',
      "",
      "attacks/weaken-a-page",
    ],
    ["\"default-src 'self'\",", "", "attacks/weaken-a-page"],
    ["`script-src 'self' 'nonce-${nonce}'${check}`,", "", "attacks/weaken-a-page"],
    ["`style-src 'self' 'nonce-${nonce}'`,", "", "attacks/weaken-a-page"],
    ["\"object-src 'none'\",", "", "attacks/weaken-a-page"],
    ["\"base-uri 'none'\",", "", "attacks/weaken-a-page"],
    ["\"form-action 'self'\",", "", "attacks/weaken-a-page"],
    ["\"frame-ancestors 'none'\",", "", "attacks/weaken-a-page"],
    ["\"default-src 'none'; frame-ancestors 'none'\"", '""', "attacks/weaken-a-page"],
    ["require-trusted-types-for 'script'; ", "", "attacks/weaken-a-page"],
    ['url.searchParams.has("token")', "false", "attacks/weaken-a-page"],
    ['"Cache-Control": "private, no-store",', "", "attacks/weaken-a-page"],
    ["!OF_ROUTES.has(name) || !headers.has(name)", "true", "workers/media"],
  ],
  "workers/once-rendered.ts": [
    [' && !headers.has("Cookie")', "", "workers/once-rendered"],
    [" || known.size >= DOCUMENTS_MAX", "", "workers/once-rendered"],
  ],
  "workers/middleware/renew-pass.ts": [
    ['c.res.headers.append("Set-Cookie", passCookie("", secure, 0));', "", "workers/accounts"],
    ['c.res.headers.set("Clear-Site-Data", \'"cache"\');', "", "attacks/weaken-a-page"],
  ],
  "workers/middleware/request-log.ts": [
    ["edge.call.route = routeOf(c);", "edge.call.route = edge.url.pathname;", "attacks/read-the-logs"],
    ["member: viewer ? memberHash(viewer.id) : null,", "member: viewer?.id,", "attacks/read-the-logs"],
  ],
  "workers/hub/handle-frame.ts": [
    ["{ unknownFrame: true }", "{ unknownFrame: named.type }", "attacks/read-the-logs"],
    ["if (namesSomeoneElse(frame, memberId)) {", "if (false) {", "workers/hub"],
  ],
  "workers/csp-reports.ts": [
    ["if (!isOwnOrigin(c.req.raw))", "if (false)", "attacks/weaken-a-page"],
    ['!(await ctx.limits.take("report", ctx.address))', "false", "attacks/weaken-a-page"],
    [".slice(0, CSP_REPORTS_LOGGED)", "", "attacks/weaken-a-page"],
    ["maxSize: CSP_REPORT_MAX_BYTES,", "maxSize: 1e9,", "attacks/weaken-a-page"],
    ["directives.has(name) ? name", "name ? name", "attacks/weaken-a-page"],
    ["new URL(blocked).host : ", "blocked : ", "attacks/weaken-a-page"],
  ],
  "workers/middleware/own-host.ts": [
    ['if (environment === "local" && !isOwn(', "if (false && !isOwn(", "attacks/forge-a-host"],
    ["/(^|\\.)localhost$/", "/localhost/", "attacks/forge-a-host"],
    ["/^127\\.\\d+\\.\\d+\\.\\d+$/", "/^127\\./", "attacks/forge-a-host"],
  ],
  "workers/edge.ts": [
    ['app.get("/ws", ownHost, openSocket);', 'app.get("/ws", openSocket);', "attacks/forge-a-host"],
    ["app.use(originCheck, setBookmark,", "app.use(setBookmark,", "workers/edge"],
    ["readOnly, writeLimit, renewPass", "readOnly, renewPass", "workers/limits"],
    ["session, readOnly,", "session,", "workers/read-only"],
    ["ownHost, urlLimit);", "ownHost);", "attacks/stop-the-server"],
  ],
  "workers/middleware/origin.ts": [
    ["if (origin !== null) return origin === new URL(request.url).origin;", "", "workers/edge"],
    ["return origin === new URL(request.url).origin", "return true", "workers/edge"],
    ["return site === null;", "return true;", "workers/edge"],
    ["if (!READS.has(c.req.method) && !isOwnOrigin(c.req.raw)) {", "if (false) {", "workers/edge"],
  ],
  "workers/socket.ts": [
    ['raw.headers.get("Origin") === null || ', "", "workers/edge"],
    ["|| !isOwnOrigin(raw)", "", "workers/edge"],
    ["if (!session) return c.json(bodyOf(LOG_IN_FIRST), 401);", "", "workers/edge"],
    ["headers.set(MEMBER_HEADER, session.id);", "", "workers/hub"],
  ],
  "workers/middleware/media-pass.ts": [
    ["return expiry !== null && expiry > now.getTime();", "return expiry !== null;", "workers/media-pass"],
    [
      'if (!timingSafeEqual(Buffer.from(mac, "base64url"), macOf(secret, sessionId, expiry))) return null;',
      "",
      "workers/media-pass",
    ],
    ["\\n${sessionId}\\n${expiry}`", "\\n${expiry}`", "workers/media-pass"],
  ],
  "workers/middleware/errors.ts": [
    ["c.json(bodyOf(INTERNAL_ERROR), 500)", "c.json({ message: String(error) }, 500)", "workers/faults"],
  ],
  "workers/middleware/drain-body.ts": [
    ["if (raw.body && !raw.bodyUsed) await drain(raw.body);", "", "workers/edge"],
  ],
  "workers/media.ts": [
    ["if (!viewer) throw unauthenticated();", 'if (!viewer) return "";', "workers/media"],
    ["\"sandbox; default-src 'none'\"", '""', "workers/media"],
  ],
  "workers/api/call.ts": [
    ["isMembersOnly(call) ? asMember(ctx) : ctx", "ctx", "workers/edge"],
    ["!namesOthers && namesOther(body", "false && namesOther(body", "workers/edge"],
    ["if (call.limit) await takeFromNetwork(ctx, call.limit);", "", "workers/limits"],
    ["isMembersOnly(call) ? BODY_MAX_BYTES : PUBLIC_BODY_MAX_BYTES", "1e9", "attacks/stop-the-server"],
    [".slice(0, ISSUES_SHOWN)", "", "attacks/stop-the-server"],
  ],
  "workers/settings.ts": [
    ["if (limitsOff && !isLocal)", "if (false)", "workers/edge"],
    [
      "if (address !== undefined && isSiteAddress(address)) return address;",
      'return address ?? "";',
      "workers/edge",
    ],
    ['(env.MEDIA_PASS_KEY ?? "").length < KEY_LENGTH', "false", "workers/edge"],
  ],
  "workers/middleware/write-limit.ts": [
    ['!(await ctx.limits.take("write", ctx.viewer.id))', "false", "workers/limits"],
  ],
  "workers/hub/send-windows.ts": [
    [
      "if (unacknowledged(window) + bytes > SOCKET_BYTES_UNACKNOWLEDGED) return false;",
      "",
      "attacks/exhaust-a-hub",
    ],
    ["return total <= HUB_BYTES_UNACKNOWLEDGED;", "return total >= 0;", "attacks/exhaust-a-hub"],
  ],
  "workers/hub/sockets.ts": [["this.open().length >= SOCKETS_MAX ||", "", "workers/hub"]],
  "workers/run-sweeps.ts": [
    ["&& cost.subrequests < SUBREQUESTS", "", "attacks/stop-the-hourly-run"],
    ["cost.statements < STATEMENTS &&", "", "workers/sweeps"],
  ],
  "workers/hub/socket-frames.ts": [["if (!sockets.isClosed(socket)) await", "await", "workers/hub"]],
  "workers/operator.ts": [
    ["if (!Object.hasOwn(realtime, method))", "if (false)", "attacks/write-after-log-out"],
    [' || request.headers.has("Origin")', "", "attacks/write-after-log-out"],
  ],
  "workers/hub/frame-bucket.ts": [
    ["Math.min(FRAMES_AT_ONCE, tokens + refill) - 1", "FRAMES_AT_ONCE", "workers/hub"],
  ],
  "workers/hub/frames-in-flight.ts": [
    [
      "if (ofSocket > SOCKET_BYTES_IN_FLIGHT || this.#total + bytes > HUB_BYTES_IN_FLIGHT) return false;",
      "",
      "workers/hub",
    ],
  ],
};
