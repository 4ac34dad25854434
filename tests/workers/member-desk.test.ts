import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "~/contract/errors";
import {
  type FindBy,
  type MemberAction,
  type MemberActionInput,
  memberActionNames,
  memberActions,
} from "~/contract/member-actions";
import type { Role } from "~/contract/moderation";
import { tokenId } from "~/domain/accounts/session-token";
import type { MemberCtx } from "~/domain/context";
import { actOnMember } from "~/domain/moderation/act-on-member";
import { createMember } from "~/domain/moderation/create-member";
import { findMembers } from "~/domain/moderation/find-members";
import { readMember } from "~/domain/moderation/read-member";
import { admin, logOf } from "./admin-command";
import { member } from "./client";
import { contextOf } from "./context-of";
import { tokenOf } from "./sessions";

/** Returns the context of a new member with a role, who has just proved their identity. */
async function viewerAs(role: Role): Promise<MemberCtx> {
  const one = await member("mo", role);
  return contextOf({ ...one, sessionId: tokenId(tokenOf(one)) }).ctx;
}

/** Returns a member about whom every action has something to do. */
async function subject(action: MemberAction) {
  const eve = await member("eve");
  const run = (text: string) => env.DB.prepare(text).bind(eve.id).run();
  if (action === "confirm_email") await run("UPDATE users SET email_confirmed = 0 WHERE id = ?");
  if (action === "unsuspend") await admin("suspend", [eve.username], { reason: "spam" });
  if (action === "end_two_factor")
    await run(
      "INSERT INTO totp_secrets (user_id, secret, confirmed_at, last_step, created_at) VALUES (?, 'x', '2026-01-01', 0, '2026-01-01')",
    );
  return eve;
}

const inputOf = (action: MemberAction): MemberActionInput => ({
  action,
  note: "Why",
  ...(action === "suspend" && { reason: "spam", days: 3 }),
  ...(action === "promote" && { role: "moderator" }),
});

const codeOf = (run: Promise<unknown>): Promise<string | null> =>
  run.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Returns the state that an action changes. */
const stateOf = async ({ id }: { id: string }) =>
  env.DB.prepare(
    `SELECT role, email_confirmed, (SELECT reason FROM suspensions WHERE member_id = u.id) AS suspended,
      (SELECT count(*) FROM sessions WHERE user_id = u.id) AS sessions,
      (SELECT count(*) FROM totp_secrets WHERE user_id = u.id) AS secrets FROM users u WHERE id = ?`,
  )
    .bind(id)
    .first();

describe("an action on an account", () => {
  test.each(memberActionNames)("%s does the same at the desk and by the command line", async (action) => {
    const [atDesk, byCommand] = [await subject(action), await subject(action)];
    const ctx = await viewerAs("admin");
    await actOnMember(ctx, atDesk.id, inputOf(action));
    const { role, reason, days, note } = inputOf(action);
    await admin(action.replaceAll("_", "-"), [byCommand.username, ...(role ? [role] : [])], {
      note,
      ...(reason && { reason }),
      ...(days && { days: String(days) }),
    });
    expect(await stateOf(atDesk)).toEqual(await stateOf(byCommand));
    const [here, there] = [(await logOf(atDesk)).at(-1), (await logOf(byCommand)).at(-1)];
    expect(here).toMatchObject({ actor_id: ctx.viewer.id, actor_name: ctx.viewer.username });
    expect(there).toMatchObject({ actor_id: null, actor_name: "the operator" });
    expect([here?.action, here?.note, here?.undoes]).toEqual([there?.action, there?.note, there?.undoes]);
  });

  test.each(memberActionNames)("%s follows the roles", async (action) => {
    const eve = await subject(action);
    const before = await stateOf(eve);
    const input = inputOf(action);
    const [plain, moderator, root] = [
      await viewerAs("member"),
      await viewerAs("moderator"),
      await viewerAs("admin"),
    ];
    const needsAdmin = memberActions[action] === "admin";
    expect(await codeOf(actOnMember(plain, eve.id, input))).toBe("not_found");
    if (needsAdmin) {
      expect(await codeOf(actOnMember(moderator, eve.id, input))).toBe("forbidden");
      await env.DB.prepare("UPDATE sessions SET verified_at = NULL WHERE user_id = ?")
        .bind(root.viewer.id)
        .run();
      expect(await codeOf(actOnMember(root, eve.id, input))).toBe("step_up");
    }
    for (const self of [moderator, root])
      expect(await codeOf(actOnMember(self, self.viewer.id, input))).toBe("forbidden");
    expect(await codeOf(actOnMember(moderator, root.viewer.id, input))).toBe("forbidden");
    expect(await codeOf(actOnMember(root, (await viewerAs("admin")).viewer.id, input))).toBe("forbidden");
    expect(await stateOf(eve)).toEqual(before);
    if (!needsAdmin) expect(await codeOf(actOnMember(moderator, eve.id, input))).toBeNull();
    expect(await codeOf(actOnMember(root, "nobody", input))).toBe("not_found");
  });

  test("is refused when the role was taken away since the request began", async () => {
    const eve = await member("eve");
    const ctx = await viewerAs("moderator");
    await env.DB.prepare("UPDATE users SET role = 'member' WHERE id = ?").bind(ctx.viewer.id).run();
    expect(await codeOf(actOnMember(ctx, eve.id, inputOf("end_sessions")))).toBe("forbidden");
    expect(await logOf(eve)).toEqual([]);
  });
});

describe("the search for members", () => {
  beforeEach(() => env.DB.prepare("DELETE FROM suspensions").run());

  const searches = () =>
    env.DB.prepare(
      "SELECT actor_name, member_name FROM moderation_log WHERE action = 'search' ORDER BY id",
    ).all();

  test("shows addresses to admins alone, who alone search by them; such a search is logged", async () => {
    const eve = await member("eve");
    const [plain, moderator, root] = [
      await viewerAs("member"),
      await viewerAs("moderator"),
      await viewerAs("admin"),
    ];
    const find = (ctx: MemberCtx, text: string, by: FindBy = "name") => findMembers(ctx, { by, text });
    expect(await codeOf(find(plain, eve.username))).toBe("not_found");
    expect(await find(moderator, eve.username.toUpperCase())).toMatchObject([{ id: eve.id, email: null }]);
    expect(await codeOf(find(moderator, eve.email, "email"))).toBe("forbidden");
    expect(await codeOf(find(moderator, "abcdef01", "network"))).toBe("forbidden");
    expect((await searches()).results).toEqual([]);
    expect(await find(root, eve.email, "email")).toMatchObject([{ id: eve.id, email: eve.email }]);
    expect(await find(root, "203.0.113.7", "network")).toEqual([]);
    expect((await searches()).results).toEqual([
      { actor_name: root.viewer.username, member_name: `an address at ${eve.email.split("@")[1]}` },
      { actor_name: root.viewer.username, member_name: "203.0.113.7" },
    ]);
    expect(await codeOf(find(root, "e", "email"))).toBe("invalid");
    expect(await codeOf(find(root, "e"))).toBe("invalid");
  });

  test("takes what is special in a pattern as itself", async () => {
    const root = await viewerAs("admin");
    for (const text of ["%%", "__", "**", "\\\\"])
      expect(await findMembers(root, { by: "email", text })).toEqual([]);
  });

  test("finds twenty members at most", async () => {
    const root = await viewerAs("admin");
    for (let nth = 0; nth < 22; nth++) await member("many");
    expect(await findMembers(root, { by: "name", text: "many" })).toHaveLength(20);
  });
});

test("the page of a member has their address for admins alone", async () => {
  const eve = await member("eve");
  const [moderator, root] = [await viewerAs("moderator"), await viewerAs("admin")];
  expect(await codeOf(readMember(await viewerAs("member"), eve.id))).toBe("not_found");
  expect((await readMember(moderator, eve.id)).member).toMatchObject({ email: null, isAdmin: 0, mayAct: 1 });
  expect((await readMember(root, eve.id)).member).toMatchObject({
    email: eve.email,
    isAdmin: 1,
    sessions: 1,
  });
  expect((await readMember(moderator, root.viewer.id)).member.mayAct).toBe(0);
});

test("only an admin creates an account at the desk", async () => {
  const input = { email: `${crypto.randomUUID()}@example.com`, fullName: "New Member" };
  expect(await codeOf(createMember(await viewerAs("moderator"), input))).toBe("forbidden");
  const root = await viewerAs("admin");
  const { id } = await createMember(root, input);
  expect(await logOf({ id })).toMatchObject([{ action: "create", actor_id: root.viewer.id }]);
});
