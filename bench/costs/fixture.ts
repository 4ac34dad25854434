import { POST_PREVIEWS_MAX } from "~/contract/limits";
import { codeHash } from "~/domain/accounts/email-mail";
import { hashPassword } from "~/domain/accounts/password";
import { tokenId } from "~/domain/accounts/session-token";
import { unsubscribeToken } from "~/domain/mail/unsubscribe";
import { fingerprintOf } from "~/platform/fingerprint";
import type { LocalBindings } from "../../scripts/local-server";
import { cookieOf, makeDataset, memberId, memberKeyOf, photoOf, postKeyOf, readerNumber } from "../dataset";

const SIZE = { posts: 1000, members: 1000 };
/** Connections of the measured member, as in the speed goals. */
const CONNECTIONS = 200;
const OWN = { posts: 40, collections: 10, messages: 60, notifications: 60, comments: 40, reports: 20 };

const me = readerNumber(CONNECTIONS);
/**
 * The reader's connections are every fourth member from the third on (bench/dataset.ts); the others are strangers.
 */
const friendAt = (n: number) => 3 + 4 * n;
const uuid = (prefix: string, n: number) => `${prefix}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const idOf = (n: number) => uuid("00000000", n);

/** The members of `notifiedCookies`. */
const NOTIFIED = [12, 13, 14];

const SECRET = "a secret of the measured server, and long enough";

/** The members, posts and sessions that the calls refer to. */
export const fixture = {
  cookie: cookieOf(CONNECTIONS),
  /** Further sessions of the same member: one to end by its row's id, one to log out of. */
  otherSession: await tokenId("another"),
  leavingCookie: "afterglow=leaving",
  /** The session of a member without a finished profile. */
  newcomerCookie: "afterglow=newcomer",
  username: `member${me}`,
  email: `member${me}@example.com`,
  password: "golden hour",
  resetToken: "a link",
  emailToken: "a link to a new address",
  emailCode: "123456",
  /** The secret of the measured server. */
  secret: SECRET,
  unsubscribeToken: unsubscribeToken({ fingerprint: (text) => fingerprintOf(SECRET, text) }, idOf(me)),
  undoToken: "a link to a former address",
  /** A log-in that waits for a code. */
  pendingCookie: "afterglow-login=pending",
  /** A browser that logs in with a passkey. */
  passkeyCookie: "afterglow-passkey=browser",
  alertToken: "a link in an alert",
  photo: photoOf(CONNECTIONS),
  friend: { id: idOf(friendAt(0)), username: `member${friendAt(0)}` },
  otherFriend: idOf(friendAt(3)),
  /** Members that one call each changes a connection with. */
  leftFriend: idOf(friendAt(1)),
  blockedFriend: idOf(friendAt(2)),
  alreadyBlocked: idOf(4),
  stranger: idOf(5),
  asked: idOf(6),
  askers: [idOf(8), idOf(9)] as const,
  ownPost: uuid("00000001", 0),
  editedPost: uuid("00000001", 1),
  deletedPost: uuid("00000001", 2),
  linkedPosts: Array.from({ length: POST_PREVIEWS_MAX }, (_, at) => uuid("00000001", 3 + at)),
  ownComment: uuid("00000002", 1),
  friendComment: uuid("00000002", 2),
  /** Collections: of most of the saved posts, and of one. */
  collection: uuid("00000005", 0),
  otherCollection: uuid("00000005", 1),
  /** Sessions of members with the same notifications, each of which one call marks as read, and the newest of these. */
  notifiedCookies: ["afterglow=notified-0", "afterglow=notified-1", "afterglow=notified-2"] as const,
  newestNotification: String(OWN.notifications),
  /** The code of an invitation, which sign-ups need, and the id of another one. */
  invitation: "an invitation",
  otherInvitation: "another invitation",
  /** The session of an admin, who has every page of the desk. */
  moderatorCookie: "afterglow=moderator",
  report: uuid("00000003", 0),
  decision: uuid("00000004", 0),
} as const;

/** Fills the feed benchmark's dataset and adds the data of an active member. */
export async function makeCostFixture(bindings: LocalBindings): Promise<void> {
  await makeDataset(bindings, SIZE);
  const run = (query: string, ...values: unknown[]) =>
    bindings.db
      .prepare(query)
      .bind(...values)
      .run();
  const each = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const id = (prefix: string, n: string) => `printf('${prefix}-0000-7000-8000-%012x', ${n})`;
  const mine = `'${idOf(me)}'`;
  const friend = memberId("3 + 4 * (i % 20)");
  const at = "'2026-01-01T00:00:00.000Z'";
  const time = Date.UTC(2026, 0, 1);
  await run(`${each(OWN.posts)} INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
    SELECT ${id("00000001", "i")}, ${mine}, 'image/webp', 1, 1080, 810, '', '#886644', ${at} FROM n`);
  await run(`${each(OWN.posts)} INSERT INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, created_at, words)
    SELECT ${id("00000001", "i")}, ${mine}, 'Evening #dusk, members', '/media/' || ${id("00000001", "i")}, ${id("00000001", "i")},
      1080, 810, '', '#886644', ${at}, ' evening dusk members ' FROM n`);
  await run(
    `${each(OWN.posts)} INSERT INTO post_hashtags (tag, post_id) SELECT 'dusk', ${id("00000001", "i")} FROM n`,
  );
  await run(`${each(OWN.collections)} INSERT INTO collections (id, member, name)
    SELECT ${id("00000005", "i")}, ${memberKeyOf(mine)}, 'Dusk' FROM n`);
  await run(`INSERT INTO post_saves (post, member, owner, saved_at, collection)
    SELECT p.key, u.key, u.key, ${time} + p.key, c.key
    FROM users u JOIN posts p ON p.user_id = u.id
      JOIN collections c ON c.id = iif(p.id = '${fixture.ownPost}', '${fixture.otherCollection}', '${fixture.collection}')
    WHERE u.id = ${mine}`);
  await run(
    `${each(OWN.comments)} INSERT INTO post_comments (post, id, member, comment, created_at)
    SELECT ${postKeyOf(`'${fixture.ownPost}'`)}, ${id("00000002", "i")}, ${memberKeyOf(`iif(i = 1, ${mine}, ${friend})`)}, 'What a sky', ${time} FROM n`,
  );
  await run(`${each(20)} INSERT INTO conversations (low_id, high_id, low, high)
    SELECT l.id, h.id, l.key, h.key FROM n, users l, users h
    WHERE l.id = min(${mine}, ${friend}) AND h.id = max(${mine}, ${friend})`);
  await run(`${each(OWN.messages)} INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
    SELECT c.key, s.key, iif(i < 40, NULL, r.key), 'c' || i, 'Hello', 1767225600000
    FROM (SELECT i, iif(i % 3, '${fixture.friend.id}', ${friend}) AS f FROM n), users s, users r, conversations c
    WHERE s.id = iif(i % 2, ${mine}, f) AND r.id = iif(i % 2, f, ${mine}) AND c.low_id = min(${mine}, f) AND c.high_id = max(${mine}, f)`);
  for (const notified of [me, ...NOTIFIED])
    await run(`${each(OWN.notifications)} INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
      SELECT ${memberKeyOf(`'${idOf(notified)}'`)}, i < 40, i + 1, ${memberKeyOf(friend)}, 'comment', '${fixture.ownPost}', ${time} FROM n`);
  const ask = `INSERT INTO connection_sides (member, accepted, other, sent, created_at)
    SELECT key, 0, ?, 1, 0 FROM users WHERE id = ?`;
  await run(ask, fixture.asked, idOf(me));
  for (const asker of fixture.askers) await run(ask, idOf(me), asker);
  await run(
    "INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', ?, ?, '2026')",
    idOf(me),
    fixture.alreadyBlocked,
  );
  const openSession = (session: string, member: string) =>
    run(
      "INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES (?, ?, '2099-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', '2025')",
      session,
      member,
    );
  await openSession(fixture.otherSession, idOf(me));
  await openSession(await tokenId("leaving"), idOf(me));
  await openSession(await tokenId("newcomer"), idOf(10));
  await openSession(await tokenId("moderator"), idOf(11));
  for (const [at, notified] of NOTIFIED.entries())
    await openSession(await tokenId(`notified-${at}`), idOf(notified));
  await run("UPDATE users SET role = 'admin' WHERE id = ?", idOf(11));
  await run(`${each(OWN.reports)} INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, reason, urgency, snapshot, created_at)
    SELECT ${id("00000003", "i")}, ${friend}, ${mine}, 'member', ${mine}, 'spam', 3, '{"username":"member","fullName":"Member","text":"Mostly dusk.","at":"2026-01-01T00:00:00.000Z"}', ${at} FROM n`);
  await run(`${each(OWN.reports)} INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, created_at)
    SELECT ${id("00000004", "i")}, 'mo', 'warn', ${mine}, 'member', 'member', ${mine}, 'spam', ${at} FROM n`);
  await run("INSERT INTO site_settings (id, sign_ups, sign_up_text) VALUES (1, 'invitation', '')");
  for (const id of [tokenId(fixture.invitation), fixture.otherInvitation])
    await run(
      "INSERT INTO invitations (id, member_id, uses, expires_at, created_at) VALUES (?, ?, 9, '2099-01-01', '2026-01-01')",
      id,
      idOf(me),
    );
  await run("UPDATE sessions SET verified_at = '2099-01-01T00:00:00.000Z'");
  await run(
    "INSERT INTO pending_log_ins (id, user_id, remembered, expires_at) VALUES (?, ?, 0, '2099')",
    await tokenId("pending"),
    idOf(me),
  );
  await run("UPDATE users SET profile_setup_at = NULL WHERE id = ?", idOf(10));
  await run("UPDATE users SET password = ? WHERE id = ?", await hashPassword(fixture.password), idOf(me));
  await run(
    "INSERT INTO password_resets (id, user_id, expires_at, created_at) VALUES (?, ?, '2099', '2025')",
    await tokenId(fixture.resetToken),
    fixture.stranger,
  );
  await run(
    "INSERT INTO email_changes (id, user_id, email, session_id, expires_at, created_at) VALUES (?, ?, 'next@example.com', '', '2099', '2025')",
    await tokenId(fixture.emailToken),
    fixture.asked,
  );
  const fingerprint = (text: string) => fingerprintOf(fixture.secret, text);
  await run(
    "INSERT INTO email_changes (id, user_id, email, session_id, code, expires_at, created_at) VALUES ('code', ?, ?, '', ?, '2099', '2025')",
    idOf(me),
    fixture.email,
    codeHash({ fingerprint }, idOf(me), fixture.emailCode),
  );
  await run(
    "INSERT INTO email_undos (id, user_id, email, expires_at, created_at) VALUES (?, ?, 'former@example.com', '2099', '2025')",
    await tokenId(fixture.undoToken),
    fixture.alreadyBlocked,
  );
  // Earlier than the undo, which voids the later ones.
  await run(
    "INSERT INTO alert_links (id, user_id, expires_at, created_at) VALUES (?, ?, '2099', '2024')",
    await tokenId(fixture.alertToken),
    fixture.alreadyBlocked,
  );
}
