import type { Ctx } from "../context";
import { isTagOf } from "./bounce-address";
import { parseDeliveryReport } from "./delivery-report";
import { reportBounce } from "./report-bounce";

/**
 * Counts a delivery report that was sent to a bounce address, if the address is that of a recipient in the report.
 * @param tag the tag of the bounce address
 * @returns false for a mail that is no report about a mail of this site
 */
export async function takeBounce(
  ctx: Pick<Ctx, "db" | "now" | "fingerprint">,
  tag: string,
  mail: string,
): Promise<boolean> {
  const report = parseDeliveryReport(mail);
  for (const { addresses, isPermanent } of report?.recipients ?? []) {
    const email = addresses.find((address) => isTagOf(ctx, tag, address));
    if (!email) continue;
    await reportBounce(ctx, { id: `${tag} ${report?.id}`, type: "bounce", isPermanent, email });
    return true;
  }
  return false;
}
