import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Another tab of the same profile asks nothing of the server. */
export function revalidatesProfile({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return defaultShouldRevalidate && !isOtherTab;
}
