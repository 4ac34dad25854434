import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Returns whether the profile's loader runs again. Opening another tab of the same profile does not refetch it. */
export function revalidatesProfile({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return defaultShouldRevalidate && !isOtherTab;
}
