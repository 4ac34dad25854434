import { Compass } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { NoticePage } from "./notice-page";

/** Renders the page for unknown paths (docs/product.md#routes). */
export function NotFound() {
  return (
    <NoticePage
      icon={<Compass aria-hidden />}
      title="404 Page Not Found"
      text="We couldn't find this page. Check the address, or go back home."
    >
      <ButtonLink to="/">Go home</ButtonLink>
    </NoticePage>
  );
}
