// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code.

import type { MutantRows } from "./mutant";

/** The mutants of `app`. */
export const appMutants: MutantRows = {
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
  "app/contract/inspect-photo.ts": [
    ["if (width * height > IMAGE_MAX_PIXELS) throw tooManyPixels(width * height);", "", "unit/media/inspect"],
    [
      "if (Math.max(width, height) > IMAGE_MAX_SIDE) throw sideTooLong(Math.max(width, height));",
      "",
      "unit/media/inspect",
    ],
    ["if (width === 0 || height === 0) throw unreadable();", "", "unit/media/inspect"],
  ],
  "app/platform/media/attachment-type.ts": [
    [" && !/[\\u0000-\\u0008\\u000e-\\u001a\\u001c-\\u001f]/.test(text)", "", "unit/media/attachment-type"],
    ['startsWith(file, Buffer.from("%PDF-"))', 'file.includes("%PDF-")', "attacks/disguise-a-file"],
    ['!file.includes("vbaProject.bin")', "true", "attacks/disguise-a-file"],
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
    ["await takeFromNetwork(context.get(pageContext).ctx, limit);", "", "attacks/stop-the-server"],
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
  "app/domain/moderation/act-on-member.ts": [
    ["if (row.mayAct) return row;", "return row;", "workers/member-desk"],
    ['if (memberActions[input.action] === "admin") await', "if (false) await", "workers/member-desk"],
  ],
  "app/domain/accounts/sign-up.ts": [["        admission.first,\n", "", "workers/sign-up-modes"]],
  "app/domain/accounts/admission.ts": [
    [
      "waiting ? sql`${signUpMode} IN ('open', 'approval')`",
      "true ? sql`${signUpMode} IN ('open', 'approval')`",
      "workers/sign-up-modes",
    ],
    [
      ",\n  sql`INSERT INTO suspensions (member_id, decision_id, reason) VALUES (${id}, ${WAITING}, 'other')`",
      "",
      "workers/waiting-members",
    ],
    [" AND i.used < i.uses", "", "workers/invitations"],
    [" AND i.expires_at > ${now().toISOString()}", "", "workers/invitations"],
    [
      "AND NOT EXISTS (SELECT 1 FROM suspensions s WHERE s.member_id = i.member_id)",
      "",
      "workers/invitations",
    ],
  ],
  "app/domain/accounts/create-invitation.ts": [
    ["${grantedBy(mine)} + ${uses} <= ${INVITED_MAX}", "TRUE", "workers/invitations"],
    ['standingOf(ctx) !== "full"', "false", "workers/invitations"],
  ],
  "app/domain/moderation/sign-ups.ts": [["${isAdmin(viewer.id)} AND", "TRUE AND", "workers/sign-up-modes"]],
  "app/domain/moderation/as-moderator.ts": [
    ['if (asModerator(ctx).viewer.role !== "admin")', "if (false)", "workers/sign-up-modes"],
  ],
  "app/domain/site/change-site.ts": [["${isAdmin(viewer.id)} AND", "TRUE AND", "workers/site"]],
  "app/domain/accounts/check-username.ts": [
    ["await takeFromLimits(ctx, { username: [ctx.viewer.id] }, TOO_FAST);", "", "workers/limits"],
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
    ["letterOf(i18n, counted.isUnconfirmed === 0)", "letterOf(i18n, true)", "attacks/flood-a-mailbox"],
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
  "app/contract/text-links.ts": [
    ["return username || password ? host : text;", "return text;", "unit/contract/text-links"],
    [
      ".slice(0, LINKS_MAX);\n}\n\n/**\n * Returns the distinct usernames",
      ";\n}\n\n/**\n * Returns the distinct usernames",
      "unit/contract/text-links",
    ],
  ],
};
