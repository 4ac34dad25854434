import { z } from "zod";
import { userSummary } from "./accounts";

export const connectionItem = z.object({ user: userSummary });
export type ConnectionItem = z.infer<typeof connectionItem>;
