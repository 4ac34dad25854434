import { msg } from "@lingui/core/runtime-macro";
import { ruleText } from "./messages";
import { z } from "./zod";

export const mediaUpload = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  contentType: z.string(),
  size: z.int(),
  /** Bytes of the stored original; absent without one. */
  originalSize: z.int().optional(),
});
export type MediaUpload = z.infer<typeof mediaUpload>;

export const originalsInput = z.object({
  /** Whether originals of the photos that the member uploads from now on are stored too. */
  kept: z.boolean({ error: ruleText(msg`Say whether your originals are kept.`) }),
});
export type OriginalsInput = z.infer<typeof originalsInput>;
