// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code.

/** One line of defence, taken out. */
export interface Mutant {
  file: string;
  /** Occurs exactly once in the file; a test checks it. */
  text: string;
  replacement: string;
  /** The file of the tests that must fail, below tests/ and without its ending. */
  test: string;
}

type Row = [text: string, replacement: string, test: string];

/** The mutants of a file. To add one is a row: the text, what replaces it, the tests that must notice it. */
const rows: Record<string, Row[]> = {
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
    ['if (url.searchParams.has("token"))', "if (false)", "attacks/weaken-a-page"],
    ['headers.set("Cache-Control", "private, no-store")', "{}", "attacks/weaken-a-page"],
    ['if (!headers.has("Content-Security-Policy")) {', "if (true) {", "workers/media"],
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
    ["session, writeLimit, renewPass", "session, renewPass", "workers/limits"],
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
    ["if (!session) return c.json({ message: LOG_IN_FIRST }, 401);", "", "workers/edge"],
    ["headers.set(MEMBER_HEADER, session.id);", "", "workers/hub"],
  ],
  "workers/middleware/media-pass.ts": [
    ["return expiry !== null && expiry > now.getTime();", "return expiry !== null;", "workers/media-pass"],
    ["return isValid ? Number(expiry) : null;", "return Number(expiry);", "workers/media-pass"],
    ["\\n${sessionId}\\n${expiry}`", "\\n${expiry}`", "workers/media-pass"],
  ],
  "workers/middleware/errors.ts": [
    ["c.json({ message: INTERNAL_ERROR }, 500)", "c.json({ message: String(error) }, 500)", "workers/faults"],
  ],
  "workers/middleware/drain-body.ts": [
    ["if (raw.body && !raw.bodyUsed) await drain(raw.body);", "", "workers/edge"],
  ],
  "workers/media.ts": [
    ["if (!viewer) throw unauthenticated();", 'if (!viewer) return "";', "workers/media"],
    ["\"sandbox; default-src 'none'\"", '""', "workers/media"],
  ],
  "workers/api/call.ts": [
    ['call.access === "member" ? asMember(ctx) : ctx', "ctx", "workers/edge"],
    ["!namesOthers && namesOther(body", "false && namesOther(body", "workers/edge"],
    ["if (call.limit) await takeFromNetwork(ctx, call.limit);", "", "workers/limits"],
    ['access === "public" ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES', "1e9", "attacks/stop-the-server"],
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
  "app/platform/log.ts": [
    ['if ("query" in error && "params" in error)', "if (false)", "unit/log"],
    ['.replace(/\\S+@\\S+/g, "…")', "", "unit/log"],
    ['.replace(/[\\w+/=-]{24,}/g, "…")', "", "unit/log"],
    ['.replace(/\\n.*/s, "")', "", "unit/log"],
    ["stack.slice(start + message.length)", "stack", "unit/log"],
  ],
  "app/platform/network.ts": [
    ['slice(0, 4).join(":")}::/64', 'join(":")}', "unit/network"],
    ['if (wrapped) return wrapped.flatMap(bytesOf).join(".");', "", "unit/network"],
  ],
  "app/platform/mail.ts": [
    ["if (fields.some((field) => CONTROL.test(field)))", "if (false)", "unit/mail/mail-port"],
  ],
  "app/platform/turnstile.ts": [
    ["return reply.success && reply.action === action;", "return reply.success;", "unit/accounts/turnstile"],
  ],
  "app/platform/password-lists.ts": [
    ["&& Number(count) > 0", "", "unit/accounts/breached-passwords"],
    ["hash.slice(0, PREFIX_LENGTH)", "hash", "unit/accounts/breached-passwords"],
    [".toLowerCase());", ");", "unit/accounts/common-passwords"],
  ],
  "app/platform/webauthn.ts": [
    ["client.type === purpose && ", "", "workers/passkeys"],
    ["client.origin === origin && ", "", "workers/passkeys"],
    [" && client.crossOrigin !== true", "", "workers/passkeys"],
    ["|| !bytes.subarray(0, FLAGS_AT).equals(sha256(rpId))", "", "workers/passkeys"],
    ["|| !(flags & USER_VERIFIED)", "", "workers/passkeys"],
    ["if (!isSignedBy(key, signed, bytesOf(response.signature))) return null;", "", "workers/passkeys"],
    ["return hasGrown ? data.counter : null;", "return data.counter;", "workers/passkeys"],
  ],
  "app/platform/cookies.ts": [
    ['secure ? "__Host-afterglow" : "afterglow"', '"afterglow"', "attacks/weaken-a-page"],
    [
      'secure ? "__Host-afterglow-browser" : "afterglow-browser"',
      '"afterglow-browser"',
      "attacks/weaken-a-page",
    ],
    [
      'secure ? "__Host-afterglow-passkey" : "afterglow-passkey"',
      '"afterglow-passkey"',
      "attacks/weaken-a-page",
    ],
  ],
  "app/platform/media/inspect.ts": [
    ["if (width * height > IMAGE_MAX_PIXELS) throw tooManyPixels();", "", "unit/media/inspect"],
    ["if (Math.max(width, height) > IMAGE_MAX_SIDE) throw sideTooLong();", "", "unit/media/inspect"],
    ["if (width === 0 || height === 0) throw unreadable();", "", "unit/media/inspect"],
  ],
  "app/platform/media/attachment-type.ts": [
    [" && !/[\\u0000-\\u0008\\u000e-\\u001a\\u001c-\\u001f]/.test(text)", "", "unit/media/attachment-type"],
    ['startsWith(file, Buffer.from("%PDF-"))', 'file.includes("%PDF-")', "attacks/disguise-a-file"],
    ['!file.includes("vbaProject.bin")', "true", "attacks/disguise-a-file"],
  ],
  "workers/middleware/write-limit.ts": [
    ['!(await ctx.limits.take("write", ctx.viewer.id))', "false", "workers/limits"],
  ],
  "app/domain/rate-limit.ts": [["if (allowed.includes(false))", "if (false)", "workers/limits"]],
  "app/domain/accounts/password-attempts.ts": [
    ["most: WRONG_PASSWORDS_PER_DAY,", "most: 1e9,", "attacks/guess-a-password"],
  ],
  "app/domain/quota.ts": [
    ["most: ctx.limits.areOn ? most : null }", "most: null }", "workers/quotas"],
    ['...("ceiling" in use ? [isOn(use.ceiling)] : []),', "", "workers/ceilings"],
  ],
  "app/domain/safety/mute.ts": [
    ["< ${MUTED_MEMBERS_MAX}\n", "< 1000000\n", "workers/mutes"],
    ["json_array_length(muted_words) < ${MUTED_WORDS_MAX}", "TRUE", "workers/mutes"],
  ],
  "app/domain/explore/follow-tag.ts": [["< ${FOLLOWED_TAGS_MAX}\n", "< 1000000\n", "workers/explore"]],
  "app/platform/request-body.ts": [
    [
      'if (Number(headers.get("Content-Length") ?? 0) > maxBytes)',
      "if (false)",
      "unit/platform/request-body",
    ],
    ["if (size > maxBytes) {", "if (false) {", "attacks/stop-the-server"],
    ["> FORM_FIELDS_MAX + 1) {", "> 1e9) {", "attacks/stop-the-server"],
  ],
  "app/form-action.ts": [
    ["await take();", "", "attacks/stop-the-server"],
    [
      "const hidden = [...hideFields, ...longFields(form)];",
      "const hidden = hideFields;",
      "attacks/stop-the-server",
    ],
  ],
  "app/db/client.ts": [
    [
      "if (session === null || (!coversReads && statements.every(({ reads }) => reads))) return [];",
      "if (true) return [];",
      "attacks/write-after-log-out",
    ],
  ],
  "app/domain/context.ts": [["ctx.guard.session = ctx.viewer.sessionId;", "", "attacks/write-after-log-out"]],
  "app/domain/accounts/renew-session.ts": [
    [
      "UPDATE sessions SET expires_at = ${until}, verified_at = NULL",
      "UPDATE sessions SET id = id",
      "attacks/reuse-an-old-session-token",
    ],
  ],
  "app/domain/accounts/attempts.ts": [
    ["used >= ${limit.most} AND", "FALSE AND", "attacks/lock-a-member-out"],
  ],
  "app/domain/accounts/second-factor.ts": [
    ["most: CODE_ATTEMPTS_PER_DAY,", "most: 1e9,", "attacks/lock-a-member-out"],
    ["most: RECOVERY_CODE_ATTEMPTS_PER_HOUR,", "most: 1e9,", "attacks/lock-a-member-out"],
  ],
  "app/domain/accounts/forget-unproved.ts": [
    ['"passkeys", "totp_secrets"', '"totp_secrets"', "attacks/own-a-strangers-account"],
    ['"totp_secrets", "recovery_codes"', '"recovery_codes"', "attacks/own-a-strangers-account"],
  ],
  "app/domain/mail/send-mail.ts": [
    ["if (!limits.areOn) return sql`TRUE`;", "if (true) return sql`TRUE`;", "attacks/flood-a-mailbox"],
    [
      "iif(${isUnconfirmed(memberId)}, ${UNCONFIRMED_ALERTS_PER_DAY}, ${day})",
      "${day}",
      "attacks/flood-a-mailbox",
    ],
    ["letterOf(counted.isUnconfirmed === 0)", "letterOf(true)", "attacks/flood-a-mailbox"],
  ],
  "app/domain/mail/quoted-name.ts": [
    ['line === "" || LINK.test(', 'line === "" || /^$/.test(', "unit/mail/quoted-name"],
    ['.replace(FORMATTING, "")', "", "unit/mail/quoted-name"],
  ],
  "app/domain/studio/reserve-use.ts": [
    ["!isRefused && !hasReplied(error)", "!isRefused", "attacks/spend-the-operators-money"],
    [
      "AND failed\n    ) < ${AI_FAILURES_PER_DAY}",
      "AND failed\n    ) < 1000000",
      "attacks/spend-the-operators-money",
    ],
  ],
  "app/contract/attachment-name.ts": [
    [
      "extensions.includes(extension.toLowerCase()) ? extension : extensions[0]",
      "extension || extensions[0]",
      "attacks/disguise-a-file",
    ],
    ['.replace(HIDDEN, "")', "", "attacks/disguise-a-file"],
  ],
  "app/domain/safety/report.ts": [['[{ quota: "reports", count: 1 }]', "[]", "attacks/drown-the-moderators"]],
  "app/platform/push-hosts.ts": [
    ["return hosts.some((host)", "return true || hosts.some((host)", "unit/push/push-hosts"],
    ['protocol !== "https:" || port !== ""', 'port !== ""', "unit/push/push-hosts"],
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
  "workers/user-hub.ts": [
    ["if (!this.#sockets.isClosed(socket)) await", "await", "workers/hub"],
    [
      "if (this.#knownMember()) await this.#presence.checkSessions(Date.now());",
      "",
      "attacks/write-after-log-out",
    ],
  ],
  "workers/operator.ts": [[' || request.headers.has("Origin")', "", "attacks/write-after-log-out"]],
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
  "app/contract/text-links.ts": [
    ["return username || password ? host : text;", "return text;", "unit/contract/text-links"],
    [
      ".slice(0, LINKS_MAX);\n}\n\n/**\n * Returns the distinct usernames",
      ";\n}\n\n/**\n * Returns the distinct usernames",
      "unit/contract/text-links",
    ],
  ],
};

export const mutants: Mutant[] = Object.entries(rows).flatMap(([file, all]) =>
  all.map(([text, replacement, test]) => ({ file, text, replacement, test })),
);
