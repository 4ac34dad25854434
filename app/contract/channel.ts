import { z } from "zod";
import { notificationTypes } from "./notifications";

/**
 * Frames of `/ws`: text frames of JSON, `{"type", "payload"}`, both ways (contract.md "The channel"). This file is the
 * whole protocol: one discriminated union a direction.
 */
const frame = <T extends string, P extends z.ZodType>(type: T, payload: P) =>
  z.object({ type: z.literal(type), payload });

const postCount = z.object({ postId: z.string(), count: z.int() });

export const serverFrame = z.discriminatedUnion("type", [
  frame(
    "error",
    z.object({ message: z.string(), type: z.string().optional(), clientId: z.string().optional() }),
  ),
  frame("like_update", postCount),
  frame("comment_update", postCount),
  frame(
    "notification",
    z.object({
      id: z.string(),
      type: z.enum(notificationTypes),
      fromUserId: z.string(),
      fromUsername: z.string(),
      entityId: z.string().nullable(),
    }),
  ),
]);
export type ServerFrame = z.infer<typeof serverFrame>;
