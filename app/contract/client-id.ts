import { z } from "zod";
import { CLIENT_ID_MAX } from "./limits";

/** The writer's own name for what they write: sent again under it, it is stored once and answered with what was stored. */
export const clientId = z.string().min(1).max(CLIENT_ID_MAX).nullish();
