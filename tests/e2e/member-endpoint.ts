import { openDb } from "~/db/client";
import { hashPassword } from "~/domain/accounts/password";
import { sessionCookie } from "~/platform/cookies";
import { insertMember, type NewMember } from "../factories/members";
import { PASSWORD } from "./test-server";

let hash: Promise<string> | undefined;

/**
 * Creates a member from a JSON body with `username`, `email`, `fullName` and, for a moderator, `role`; replies with the
 * session cookie. Browser tests need hundreds of members, and each sign-up would hash a password.
 */
export async function createMember(request: Request, env: Env): Promise<Response> {
  const member: Omit<NewMember, "password"> = await request.json();
  hash ??= hashPassword(PASSWORD);
  const { id, token } = await insertMember(openDb(env.DB).db, { ...member, password: await hash });
  const headers = { "Set-Cookie": sessionCookie({ token, memberId: id, remembered: false }, false) };
  return new Response(null, { status: 201, headers });
}
