import { Compass } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { NoticePage } from "./notice-page";

/** Renders the page for unknown paths (docs/product.md#routes). */
export function NotFound() {
  return (
    <NoticePage
      icon={<Compass aria-hidden />}
      title="404 Page Not Found"
      text="The light has moved on from here. The address may be mistyped, or what it led to is gone."
    >
      <ButtonLink to="/">Go home</ButtonLink>
    </NoticePage>
  );
}
