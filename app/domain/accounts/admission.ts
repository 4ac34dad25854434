import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { SignUpMode, SignUpView } from "~/contract/sign-ups";
import { isRaisedBy } from "~/db/violations";
import type { Ctx } from "../context";
import { tokenId } from "./session-token";

/** Whether a visitor may sign up, or why not (docs/product.md#who-can-sign-up). `void`: an invalid invitation. */
export type Admission = "admitted" | "closed" | "uninvited" | "void";

/** The stored `SignUpMode`, as a value in SQL. */
export const signUpMode = sql`coalesce((SELECT sign_ups FROM site_settings), 'open')`;

type Clock = Pick<Ctx, "now">;

/** Columns of the invitation `i` with a code, unless it is used up, expired or that of a suspended member. */
const invitation = ({ now }: Clock, columns: SQL, code: string) => sql`
  SELECT ${columns} FROM invitations i JOIN users u ON u.id = i.member_id
  WHERE i.id = ${tokenId(code)} AND i.used < i.uses AND i.expires_at > ${now().toISOString()}
    AND NOT EXISTS (SELECT 1 FROM suspensions s WHERE s.member_id = i.member_id)`;

/** Returns the query of `admissionOf`. @param code of an invitation; empty for none */
export const admissionRow = (ctx: Clock, code: string): SQL => sql`
  SELECT ${signUpMode} AS mode, coalesce((SELECT sign_up_text FROM site_settings), '') AS text,
    (${invitation(ctx, sql`u.username`, code)}) AS invitedBy`;

/** The content of the sign-up page. */
export interface SignUpPage extends Pick<SignUpView, "text"> {
  admission: Admission;
  /** Whether the account waits for a moderator's approval. */
  waits: boolean;
  /** The member whose invitation admits the visitor; null where none is needed. */
  invitedBy: string | null;
}

/** Returns what a row of `admissionRow` says. */
export function admissionOf(row: Record<string, unknown> | undefined, code: string): SignUpPage {
  const text = String(row?.text ?? "");
  // `admissionRow` names the columns.
  const mode = row?.mode as SignUpMode;
  const page = { text, waits: mode === "approval", invitedBy: null };
  if (mode === "open" || mode === "approval") return { ...page, admission: "admitted" };
  if (mode !== "invitation") return { ...page, admission: "closed" };
  if (typeof row?.invitedBy === "string") return { ...page, admission: "admitted", invitedBy: row.invitedBy };
  return { ...page, admission: code ? "void" : "uninvited" };
}

/** Returns what the sign-up page shows to a visitor. @param code of an invitation; empty for none */
export async function readSignUp(ctx: Clock & Pick<Ctx, "db">, code: string): Promise<SignUpPage> {
  return admissionOf(await ctx.db.get<Record<string, unknown>>(admissionRow(ctx, code)), code);
}

const refusals = {
  closed: msg`Sign-ups are closed at the moment.`,
  uninvited: msg`You need an invitation to sign up.`,
  void: msg`This invitation is no longer valid.`,
};

/** Returns the refusal of a sign-up; null when it is admitted. */
export function admissionError({ admission }: SignUpPage): AppError | null {
  return admission === "admitted" ? null : new AppError("forbidden", refusals[admission]);
}

/** The message of the statement that refuses a sign-up. Its batch stores nothing. */
const REFUSED = "sign-up is not admitted";

/** A sign-up that was admitted. */
export interface Admitted {
  /** Of the invitation, if there is one. */
  code: string | undefined;
  /** The reason and the hashed network of a person who waits for approval; null for an account that is open. */
  waiting: { reason: string; network: string } | null;
}

/**
 * Returns the first and last statements of a sign-up's batch. The first fails unless the sign-up is still admitted:
 * sign-ups may have closed, or the invitation may be used up. The last ones count its use, or let the account wait.
 */
export function admitInBatch(
  ctx: Clock,
  memberId: string,
  { code = "", waiting }: Admitted,
): { first: SQL; last: SQL[] } {
  const works = sql`EXISTS (${invitation(ctx, sql`1`, code)})`;
  const isOpen = waiting ? sql`${signUpMode} IN ('open', 'approval')` : sql`${signUpMode} = 'open'`;
  const isAdmitted = sql`(${isOpen} OR ${signUpMode} = 'invitation' AND ${works})`;
  // As in app/db/session-guard.ts.
  const first = sql`SELECT iif(${isAdmitted}, 1, json_extract('{}', ${REFUSED}))`;
  if (waiting) return { first, last: startWaiting(ctx, memberId, waiting) };
  if (!code) return { first, last: [] };
  const ofCode = sql`id = ${tokenId(code)} AND ${signUpMode} = 'invitation'`;
  return {
    first,
    last: [
      sql`INSERT INTO invited_members (member_id, invited_by, created_at)
        SELECT ${memberId}, member_id, ${ctx.now().toISOString()} FROM invitations WHERE ${ofCode}`,
      sql`UPDATE invitations SET used = used + 1 WHERE ${ofCode}`,
    ],
  };
}

/** The decision of the suspension of an account that waits for approval. */
export const WAITING = "waiting";

/** Returns the statements that let an account wait: it is suspended, so that nobody finds it and no session opens. */
const startWaiting = ({ now }: Clock, id: string, { reason, network }: NonNullable<Admitted["waiting"]>) => [
  sql`INSERT INTO waiting_members (member_id, reason, network, created_at)
    VALUES (${id}, ${reason}, ${network}, ${now().toISOString()})`,
  sql`INSERT INTO suspensions (member_id, decision_id, reason) VALUES (${id}, ${WAITING}, 'other')`,
];

/** Returns the refusal of a sign-up whose batch `admitInBatch` made fail; null for any other failure. */
export async function refusalOf(
  ctx: Clock & Pick<Ctx, "db">,
  error: unknown,
  code = "",
): Promise<AppError | null> {
  if (!isRaisedBy(error, REFUSED)) return null;
  // The form has to be another one now, or the sign-up is admitted again.
  return admissionError(await readSignUp(ctx, code)) ?? new AppError("conflict", msg`Please try again.`);
}
