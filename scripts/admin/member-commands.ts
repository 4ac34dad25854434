import { sql } from "drizzle-orm";
import { type FindBy, findBy, type MemberAction, newMember } from "~/contract/member-actions";
import { type Role, roles } from "~/contract/moderation";
import type { Db } from "~/db/client";
import { mailText } from "~/domain/mail/send-mail";
import { operator } from "~/domain/moderation/act";
import { actAsOperator, memberNamed } from "~/domain/moderation/act-on-member";
import { createMemberAs } from "~/domain/moderation/create-member";
import type { DecisionCtx } from "~/domain/moderation/decision-plan";
import { findMembersAs, networkText } from "~/domain/moderation/find-members";
import { deletedEmailText } from "~/domain/safety/sign-up-blocks";
import { CommandError } from "../command";
import { type Command, daysOf, endOf, type Options, reasonOf, required } from "./command";

/** Returns the texts of a member's address that their use cases hash. */
const textsOf = (username: string) => async (db: Db) => {
  const row = await db.get<{ email: string } | undefined>(
    sql`SELECT lower(email) AS email FROM users WHERE lower(username) = lower(${username.replace(/^@/, "")})`,
  );
  return row ? [mailText(row.email), deletedEmailText(row.email)] : [];
};

interface OnMember {
  usage: string;
  does: string;
  action: MemberAction;
  /** Checks the other arguments, and returns them. */
  input?: (
    args: string[],
    options: Options,
  ) => { reason?: ReturnType<typeof reasonOf>; days?: number; role?: Role };
  /** Makes the row to print. @param username as it is stored */
  row: (username: string, input: { role?: Role }, options: Options, now: Date) => object;
}

/** Returns the command of an action on an account. */
function onMember({ usage, does, action, input = () => ({}), row }: OnMember): Command {
  return {
    usage,
    does,
    prepare: ([name, ...args], options) => {
      const username = required(name, usage);
      const given = input(args, options);
      const { note = "" } = options;
      const found = async (ctx: DecisionCtx) => {
        const id = await memberNamed(ctx, username);
        const { stored } = await ctx.db.get<{ stored: string }>(
          sql`SELECT username AS stored FROM users WHERE id = ${id}`,
        );
        return { id, row: row(stored, given, options, ctx.now()) };
      };
      return {
        textsToHash: textsOf(username),
        preview: async (ctx) => [(await found(ctx)).row],
        run: async (ctx) => {
          const { id, row: shown } = await found(ctx);
          await actAsOperator(ctx, id, { action, note, ...given });
          return [shown];
        },
      };
    },
  };
}

const NOTE = "[--note TEXT]";

/** The commands that act on accounts, by name. Each action of the desk is among them. */
export const memberCommands = {
  suspend: onMember({
    action: "suspend",
    usage: `suspend USERNAME --reason REASON [--days N] ${NOTE}`,
    does: "suspends a member, or changes the reason and the end of a suspension",
    input: (_, options) => {
      const days = daysOf(options);
      return { reason: reasonOf(options), ...(days !== undefined && { days }) };
    },
    row: (suspended, _, options, now) => ({ suspended, until: endOf(options, now) }),
  }),
  unsuspend: onMember({
    action: "unsuspend",
    usage: `unsuspend USERNAME ${NOTE}`,
    does: "ends a suspension, and grants an open appeal",
    row: (unsuspended) => ({ unsuspended }),
  }),
  "end-sessions": onMember({
    action: "end_sessions",
    usage: `end-sessions USERNAME ${NOTE}`,
    does: "logs a member out everywhere",
    row: (member) => ({ member }),
  }),
  "send-reset": onMember({
    action: "send_reset",
    usage: `send-reset USERNAME ${NOTE}`,
    does: "mails a member a link to set a new password",
    row: (member) => ({ member }),
  }),
  "confirm-email": onMember({
    action: "confirm_email",
    usage: `confirm-email USERNAME ${NOTE}`,
    does: "marks a member's email address as confirmed; first make sure that it is theirs",
    row: (member) => ({ member }),
  }),
  "end-two-factor": onMember({
    action: "end_two_factor",
    usage: `end-two-factor USERNAME ${NOTE}`,
    does: "turns the second factor off, for a member without phone and recovery codes; first make sure that it is them",
    row: (member) => ({ member }),
  }),
  promote: onMember({
    action: "promote",
    usage: `promote USERNAME ${roles.join("|")}`,
    does: "changes a role",
    input: ([name]) => ({ role: roleOf(name) }),
    row: (member, { role }) => ({ member, role }),
  }),
  delete: onMember({
    action: "delete",
    usage: `delete USERNAME ${NOTE}`,
    does: "deletes an account at once with all that it owns, as its member can; it cannot be undone",
    row: (deleted) => ({ deleted }),
  }),
} satisfies Record<string, Command>;

function roleOf(name: string | undefined): Role {
  const role = roles.find((one) => one === required(name, `promote USERNAME ${roles.join("|")}`));
  if (!role) throw new CommandError(`A role is one of ${roles.join(", ")}.`);
  return role;
}

const CREATE = `create EMAIL FULL-NAME [--username NAME] ${NOTE}`;
const FIND = `find TEXT [--by ${findBy.join("|")}]`;

export const otherMemberCommands = {
  create: {
    usage: CREATE,
    does: "creates an account for somebody, who gets a link to set a password",
    prepare: ([email, ...names], { username, note = "" }) => {
      required(email, CREATE);
      const parsed = newMember.safeParse({ email, fullName: required(names.join(" "), CREATE), username });
      if (!parsed.success)
        throw new CommandError(parsed.error.issues.map(({ message }) => message).join("\n"));
      return {
        textsToHash: async () => [mailText(parsed.data.email.toLowerCase())],
        preview: async () => [parsed.data],
        run: async (ctx) => [await createMemberAs(operator, ctx, { ...parsed.data, note })],
      };
    },
  },
  find: {
    usage: FIND,
    does: "finds members by the beginning of a name or an email address, or people who wait by their network; all but names is logged",
    prepare: ([text], options) => {
      const by = byOf(options.by);
      const wanted = required(text, FIND);
      return {
        textsToHash: async () => (by === "network" ? [networkText(wanted)] : []),
        run: (ctx) => findMembersAs(operator, ctx, { by, text: wanted }),
      };
    },
  },
} satisfies Record<string, Command>;

function byOf(text: string | undefined): FindBy {
  if (text === undefined) return "name";
  const by = findBy.find((one) => one === text);
  if (!by) throw new CommandError(`--by is one of ${findBy.join(", ")}.`);
  return by;
}
