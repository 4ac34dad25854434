import { ImageOff } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";

/** The page for the URL of a post that does not exist (docs/product.md#posts). */
export function PostNotFound() {
  return (
    <EmptyState
      icon={<ImageOff aria-hidden />}
      title="Post Not Found"
      level={1}
      text="It may have been deleted, or the link may be wrong."
      action={<ButtonLink to="/feed">Back to feed</ButtonLink>}
    />
  );
}
