import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { NetworkLimit } from "~/contract/calls/call";
import { AppError } from "~/contract/errors";
import { TOO_MANY_ATTEMPTS } from "~/contract/texts";
import type { LimitName } from "~/platform/rate-limits";
import type { Ctx } from "./context";

/**
 * Counts one use of each limit by its key.
 * @throws AppError `rate_limited` when one of them is used up (docs/product.md#limits)
 */
export async function takeFromLimits(
  { limits }: Pick<Ctx, "limits">,
  keys: Partial<Record<LimitName, string[]>>,
  message = TOO_MANY_ATTEMPTS,
): Promise<void> {
  // An object's values have the names that its type says.
  const uses = Object.entries(keys) as [LimitName, string[]][];
  const allowed = await Promise.all(uses.flatMap(([name, all]) => all.map((key) => limits.take(name, key))));
  if (allowed.includes(false)) throw new AppError("rate_limited", message);
}

const messages: Partial<Record<NetworkLimit, MessageDescriptor>> = {
  signup: msg`Too many accounts from here. Please wait a minute and try again.`,
};

/**
 * Counts one use of a limit by the viewer's network. Calls and pages without a log-in do so before they read the body,
 * so that a flood of bodies costs no parsing (docs/product.md#limits).
 * @throws AppError `rate_limited`
 */
export function takeFromNetwork(ctx: Pick<Ctx, "limits" | "address">, name: NetworkLimit): Promise<void> {
  return takeFromLimits(ctx, { [name]: [ctx.address] }, messages[name]);
}
