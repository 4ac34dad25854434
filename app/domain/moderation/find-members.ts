import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { fold } from "~/contract/fold";
import { DESK_MEMBERS_MAX, SEARCH_MIN } from "~/contract/limits";
import type { FindInput, FoundMember } from "~/contract/member-actions";
import { limit } from "~/db/limit";
import { isAdmin, isModerator } from "~/db/moderators";
import { networkNamed, networkOf } from "~/platform/network";
import { WAITING } from "../accounts/admission";
import type { MemberCtx } from "../context";
import { ranks } from "../search/name-terms";
import { logSite, notAllowed } from "./act";
import { asModerator } from "./as-moderator";
import type { Decider, DecisionCtx } from "./decision-plan";

/** The state of the account `users u`, as a `MemberState`. */
export const memberState = sql`coalesce((SELECT CASE decision_id WHEN '' THEN 'closed' WHEN ${WAITING} THEN 'waiting' ELSE 'suspended' END
  FROM suspensions WHERE member_id = u.id), 'active')`;

/** The end of a key range: the highest code point. */
const END = "\u{10FFFF}";

/**
 * Returns the members whose name, email address or network a text names, at most 20, by username. Usernames and email
 * addresses are found by their beginning, names by that of a word; suspended members by their usernames and addresses
 * alone. Of networks only people who wait for approval are found: nothing else is stored. Reads a bounded number of
 * rows. A search by email or network is logged.
 * @throws AppError `not_found` for members; `forbidden` for moderators who search by email or network; `invalid`
 */
export async function findMembers(ctx: MemberCtx, input: FindInput): Promise<FoundMember[]> {
  const { viewer } = asModerator(ctx);
  if (input.by !== "name" && viewer.role !== "admin") throw notAllowed();
  return findMembersAs(viewer, ctx, input);
}

/** Does the same for the operator too. The caller has checked who searches. */
export async function findMembersAs(
  decider: Decider,
  ctx: DecisionCtx,
  { by, text }: FindInput,
): Promise<FoundMember[]> {
  const found = finders[by](ctx, text);
  if (by !== "name")
    await logSite(ctx, decider, { action: "search", subject: by, name: loggedName(by, text) });
  const { id } = decider;
  return ctx.db.all<FoundMember>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.role AS role, ${memberState} AS state,
      u.created_at AS createdAt, iif(${id === null ? sql`TRUE` : isAdmin(id)}, u.email, NULL) AS email
    FROM (SELECT DISTINCT key FROM (${found})) f JOIN users u ON u.key = f.key
    WHERE ${id === null ? sql`TRUE` : isModerator(id)} ORDER BY lower(u.username) ${limit(DESK_MEMBERS_MAX)}`);
}

/** Of an address the log has only the domain. */
function loggedName(by: FindInput["by"], text: string): string {
  if (by === "network") return text;
  const [, domain] = text.split("@");
  return domain ? `an address at ${domain}` : "an address";
}

/** The statements that select the keys of members, each by a range of an index. */
const finders: Record<FindInput["by"], (ctx: DecisionCtx, text: string) => SQL> = {
  name: (_, text) => {
    const wanted = fold(text).replace(/^@ ?/, "");
    if (wanted.length < SEARCH_MIN)
      throw invalid("text", msg`Please enter at least ${{ min: SEARCH_MIN }} characters.`);
    const byTerm = ranks.map(
      (
        rank,
      ) => sql`SELECT member FROM search_terms WHERE rank = ${rank} AND term >= ${wanted} AND term < ${wanted + END}
        ORDER BY term, member ${limit(3 * DESK_MEMBERS_MAX)}`,
    );
    return sql.join(
      [inRange("username", wanted), ...byTerm.map((one) => sql`SELECT * FROM (${one})`)],
      sql` UNION ALL `,
    );
  },
  email: (_, text) => {
    const wanted = text.toLowerCase();
    if (wanted.length < SEARCH_MIN)
      throw invalid("text", msg`Please enter at least ${{ min: SEARCH_MIN }} characters.`);
    return inRange("email", wanted);
  },
  network: (ctx, text) => {
    const isHash = /^[\da-f]{8,64}$/.test(text);
    if (!isHash && networkNamed(text) === null)
      throw invalid("text", msg`Please enter an IP address, or the network that the sign-ups show.`);
    const [from, to] = isHash ? [text, `${text}g`] : [networkHash(ctx, text), `${networkHash(ctx, text)}g`];
    return sql`SELECT u.key FROM waiting_members w JOIN users u ON u.id = w.member_id
      WHERE w.network >= ${from} AND w.network < ${to} ${limit(DESK_MEMBERS_MAX)}`;
  },
};

/** Returns what is hashed of an IP address, as for sign-ups. */
export const networkText = (address: string): string => `network ${networkOf(address)}`;

const networkHash = ({ fingerprint }: Pick<DecisionCtx, "fingerprint">, address: string) =>
  fingerprint(networkText(address));

const inRange = (name: "username" | "email", wanted: string): SQL => {
  const column = sql`lower(${sql.identifier(name)})`;
  return sql`SELECT key FROM (SELECT key FROM users WHERE ${column} >= ${wanted} AND ${column} < ${wanted + END}
    ORDER BY ${column} ${limit(DESK_MEMBERS_MAX)})`;
};
