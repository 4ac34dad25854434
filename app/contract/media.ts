import { z } from "./zod";

export const mediaUpload = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  contentType: z.string(),
  size: z.int(),
});
export type MediaUpload = z.infer<typeof mediaUpload>;
