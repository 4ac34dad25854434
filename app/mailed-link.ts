import type { z } from "~/contract/zod";
import { isValidLink } from "~/domain/accounts/mailed-link";
import { type FormAction, formAction, limitedFormAction } from "./form-action";
import { onPage, type RouteContext } from "./page-context";

/** Returns the token of a mailed link, or an empty text. */
export const tokenOf = (url: URL): string => url.searchParams.get("token") ?? "";

/** Loads the page of a mailed link: its token, and whether the link can still be used. */
export async function loadMailedLink(
  { context, url }: { context: RouteContext; url: URL },
  table: Parameters<typeof isValidLink>[1],
) {
  const token = tokenOf(url);
  return { token, isValid: await onPage(context, (ctx) => isValidLink(ctx, table, token)) };
}

/** Handles the form of a mailed link. No log-in is needed, so the network's limit of log-ins counts. */
export function mailedLinkAction<S extends z.ZodType, Reply>(
  { context, request }: { context: RouteContext; request: Request },
  options: FormAction<S, Reply>,
) {
  return limitedFormAction(context, request, "loginAddress", (form) => formAction(context, form, options));
}
