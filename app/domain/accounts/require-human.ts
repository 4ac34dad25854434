import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { SIGN_UP_ACTION } from "~/contract/sign-up-blocks";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";
import { limited } from "../quota";

/**
 * Checks that a person signs up, if the operator has set up the check.
 * @throws AppError `invalid` without a valid token; `rate_limited` when the service does not answer
 */
export async function requireHuman({ humans }: Pick<Ctx, "humans">, token = ""): Promise<void> {
  if (!humans) return;
  const isHuman =
    token !== "" &&
    (await humans.isHuman(token, SIGN_UP_ACTION).catch((error: unknown) => {
      logError(error, { event: "the check for people failed" });
      throw limited(msg`We could not check that you are a person. Please try again in a moment.`, 10_000);
    }));
  if (!isHuman)
    throw new AppError("invalid", msg`Please complete the check that you are a person, and try again.`);
}
