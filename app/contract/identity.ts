/** Fields that name the origin of a payload: always the member of the session (docs/product.md#ids-and-times). */
const ownFields = ["userId", "senderId", "fromUserId"];

/** Returns whether a payload names another member as its origin. */
export function namesOther(payload: unknown, memberId: string, fields = ownFields): boolean {
  if (typeof payload !== "object" || payload === null) return false;
  return fields.some((field) => (Reflect.get(payload, field) ?? memberId) !== memberId);
}
