import { type SQL, sql } from "drizzle-orm";
import { EMAIL_LINK_HOURS } from "~/contract/account-limits";
import { type SessionUser, type SignupInput, username as usernameRule } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { PasskeySignup } from "~/contract/passkeys";
import { isReservedUsername } from "~/contract/reserved-usernames";
import { PASSKEY_REFUSED } from "~/contract/texts";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { nextKey } from "~/db/keys";
import { emailChanges, users } from "~/db/schema";
import { isUsernameTaken, violatedIndex } from "~/db/violations";
import type { Browser } from "~/platform/cookies";
import { verifyAttestation } from "~/platform/webauthn";
import type { Ctx } from "../context";
import { storeNameTerms } from "../search/name-terms";
import { type Admitted, admitInBatch, refusalOf } from "./admission";
import { admitSignUp } from "./admit-sign-up";
import { checkNewPassword } from "./check-new-password";
import { orEmailConflict } from "./email-conflict";
import { newEmailMail } from "./email-mail";
import { inTurn } from "./hash-queue";
import { newSession, type OpenedSession } from "./new-session";
import { checkChallenge, relyingPartyOf, signUpHolder } from "./passkey-challenge";
import { hashPassword, noPassword } from "./password";
import { provisionalUsername } from "./provisional-username";
import { closeReplaced, deleteReplaced } from "./replaced-session";
import { requireHuman } from "./require-human";

/** Usernames to try. The last ones end in nine digits, so running out of them is a bug. */
const ATTEMPTS = 12;

/** The fields of every sign-up, without the proof with which its member logs in. */
type Applicant = Pick<SignupInput, "email" | "fullName" | "username" | "turnstile" | "invitation" | "reason">;

interface SignedUp {
  user: SessionUser;
  /** Null for an account that waits for approval. */
  session: OpenedSession | null;
}

/**
 * Creates an account with the given username, or a provisional one when it is missing, invalid or taken, and opens a
 * session in the same transaction. Mails a link and a code that confirm the address (docs/product.md#email-changes).
 * @throws AppError as `admit`; `conflict` when the email is taken (without regard to case) or reserved for an undo;
 *   `invalid` as `checkNewPassword`
 */
export async function signUp(
  ctx: Ctx,
  input: Omit<SignupInput, "terms">,
  browser: Browser,
): Promise<SignedUp> {
  const admitted = await admit(ctx, input);
  await checkNewPassword(ctx, "password", input.password);
  const password = await inTurn(ctx, () => hashPassword(input.password));
  return createAccount(ctx, input, browser, { id: newId(), password, statements: [] }, admitted);
}

/**
 * Does the same with a passkey that the browser made for a request of `startPasskeySignUp`, in place of a password.
 * @param token the token in the browser's cookie, which holds the challenge
 * @throws AppError as `admit`; `conflict`; `invalid` at the field `passkey` when it, or its request, is not valid
 */
export async function signUpWithPasskey(
  ctx: Ctx,
  { handle, passkey, ...input }: Omit<PasskeySignup, "terms">,
  browser: Browser,
  token: string | null,
): Promise<SignedUp> {
  const admitted = await admit(ctx, input);
  const id = Buffer.from(handle, "base64url").toString();
  const challenge = checkChallenge(ctx, passkey, signUpHolder(id, token));
  const key = verifyAttestation(passkey, relyingPartyOf(ctx));
  if (!challenge || !key) throw refused();
  const statements = [
    sql`INSERT INTO passkeys (id, user_id, name, public_key, counter, created_at)
      VALUES (${key.id}, ${id}, ${FIRST_PASSKEY}, ${key.publicKey}, ${key.counter}, ${ctx.now().toISOString()})`,
    // A used challenge is in the table: then the batch fails.
    ...challenge.spend(sql`TRUE`),
  ];
  return createAccount(ctx, input, browser, { id, password: noPassword(), statements }, admitted);
}

/** The name of the passkey of a sign-up, which its member can change. */
const FIRST_PASSKEY = "My passkey";

const refused = () => invalid("passkey", PASSKEY_REFUSED);

/**
 * Checks that a person may sign up from here and with this address.
 * @throws AppError as `requireHuman` and `admitSignUp`
 */
async function admit(ctx: Ctx, input: Applicant): Promise<Admitted> {
  await requireHuman(ctx, input.turnstile);
  return admitSignUp(ctx, input.email.toLowerCase(), input);
}

/** The stored proof with which a new member logs in. */
interface Proof {
  id: string;
  password: string;
  statements: SQL[];
}

async function createAccount(
  ctx: Ctx,
  input: Applicant,
  browser: Browser,
  { id, password, statements }: Proof,
  admitted: Admitted,
): Promise<SignedUp> {
  const email = input.email.toLowerCase();
  const admission = admitInBatch(ctx, id, admitted);
  const wanted = usernameRule.refine((name) => !isReservedUsername(name)).safeParse(input.username);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = attempt === 0 && wanted.success ? wanted.data : provisionalUsername(email, attempt);
    const user = { id, email, fullName: input.fullName, username, bio: "", profileImage: null };
    const language = ctx.language();
    const opening = admitted.waiting ? null : firstSession(ctx, user, password, browser);
    try {
      const writes = [
        ctx.db.insert(users).values({
          ...user,
          password,
          language,
          emailConfirmed: false,
          createdAt: ctx.now().toISOString(),
          key: nextKey("users"),
        }),
        storeNameTerms(ctx.db, id, username, user.fullName),
      ].map((query) => query.getSQL());
      await batchRows(ctx.db, [
        admission.first,
        ...writes,
        ...statements,
        ...(opening?.statements ?? []),
        ...admission.last,
      ]);
    } catch (error) {
      if (isUsernameTaken(error)) continue;
      // Of another sign-up with the same response.
      if (/^(passkeys|used_challenges|users)\.id$/.test(violatedIndex(error) ?? "")) throw refused();
      throw (await refusalOf(ctx, error, input.invitation)) ?? orEmailConflict(error);
    }
    opening?.complete();
    return { user, session: opening?.session ?? null };
  }
  throw new Error(`no free username for an account after ${ATTEMPTS} attempts`);
}

/** Returns the first session of a new account, with the statements that store it and the code to confirm the email. */
function firstSession(ctx: Ctx, { id, email }: SessionUser, password: string, browser: Browser) {
  const mail = newEmailMail(ctx, id, email);
  const language = ctx.language();
  const opening = newSession(ctx, { userId: id, password, language, remembered: false, browser });
  const { session, sessionId, insert } = opening;
  const now = ctx.now();
  const change = ctx.db.insert(emailChanges).values({
    id: mail.id,
    code: mail.code,
    userId: id,
    email,
    sessionId,
    expiresAt: new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS).toISOString(),
    createdAt: now.toISOString(),
  });
  const statements = [insert, change, ...deleteReplaced(ctx, sessionId)].map((query) => query.getSQL());
  /** Ends the session that this one replaces in the browser, and sends the mail. */
  const complete = () => {
    closeReplaced(ctx);
    ctx.defer(mail.deliver("sign-up"));
  };
  return { session, statements, complete };
}
