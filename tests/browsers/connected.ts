import type { Member } from "./test";

/** Connects two members. */
export async function connectMembers(one: Member, other: Member): Promise<void> {
  await one.tab.call("POST", `/api/connections/request/${await idOf(other)}`);
  await other.tab.call("POST", `/api/connections/accept/${await idOf(one)}`);
}

/** Returns a member's id, which the pages do not show. */
export async function idOf({ tab }: Member): Promise<string> {
  // The reply's type is stated in app/contract/calls/auth.ts.
  const { user } = (await tab.call("GET", "/api/auth/me")) as { user: { id: string } };
  return user.id;
}
