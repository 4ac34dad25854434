/** Fields that can only name the member who is signed in, whom the session tells (contract.md "Identity, ids, times"). */
const ownFields = ["userId", "senderId", "fromUserId"];

/** Whether one of a payload's fields names somebody else as the one it comes from. */
export function namesOther(payload: unknown, memberId: string, fields = ownFields): boolean {
  if (typeof payload !== "object" || payload === null) return false;
  return fields.some((field) => (Reflect.get(payload, field) ?? memberId) !== memberId);
}
