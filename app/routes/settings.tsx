import { clientFormAction } from "~/client-form-action";
import { accountDeletion, emailChange, emailCode, passwordChange } from "~/contract/accounts";
import { commentersInput } from "~/contract/commenting";
import type { Flash } from "~/contract/flash";
import { appealInput } from "~/contract/moderation";
import { mutedWordInput } from "~/contract/mutes";
import { sensitiveInput } from "~/contract/sensitive";
import type { z } from "~/contract/zod";
import { cancelEmailChange } from "~/domain/accounts/cancel-email-change";
import { changeEmail } from "~/domain/accounts/change-email";
import { changePassword } from "~/domain/accounts/change-password";
import { confirmEmailByCode } from "~/domain/accounts/confirm-email";
import { deleteAccount } from "~/domain/accounts/delete-account";
import { endOtherSessions, endSession } from "~/domain/accounts/end-session";
import { listSessions } from "~/domain/accounts/list-sessions";
import { readEmail } from "~/domain/accounts/read-email";
import { readSettings } from "~/domain/accounts/read-settings";
import { resendEmailLink } from "~/domain/accounts/resend-email-link";
import { setChatPrivacy } from "~/domain/chat/set-chat-privacy";
import type { MemberCtx } from "~/domain/context";
import { setDiscovery } from "~/domain/explore/set-discovery";
import { keepOriginals } from "~/domain/media/keep-originals";
import { appeal } from "~/domain/moderation/appeal";
import { listDecisions } from "~/domain/moderation/list-decisions";
import { hideAiPosts } from "~/domain/posts/hide-ai-posts";
import { setCommenters } from "~/domain/posts/set-commenters";
import { setSensitivePhotos } from "~/domain/posts/set-sensitive-photos";
import { setPresence } from "~/domain/presence/set-presence";
import { listBlocked, unblockMember } from "~/domain/safety/block-member";
import { listReports } from "~/domain/safety/list-reports";
import { listMutes, muteWord, unmuteMember, unmuteWord } from "~/domain/safety/mute";
import { forgetDrafts } from "~/features/composer/forget-drafts";
import {
  emptyForm,
  hidingForm,
  keepingForm,
  memberForm,
  sessionForm,
  showingForm,
  wordForm,
} from "~/features/settings/intents";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, intentAction, readForm } from "~/form-action";
import { cookieOf, onMemberPage, onProvenPage, redirectSignedOut, redirectWithToast } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [{ title: "Settings · Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [email, sessions, blocked, reports, decisions, settings, mutes] = await Promise.all([
      readEmail(ctx),
      listSessions(ctx),
      listBlocked(ctx),
      listReports(ctx),
      listDecisions(ctx),
      readSettings(ctx),
      listMutes(ctx),
    ]);
    return {
      ...email,
      ...settings,
      username: ctx.viewer.username,
      judgesPhotos: ctx.imageSafety !== null,
      sessions,
      blocked,
      reports,
      decisions,
      mutes,
    };
  });
}

const reload = (flash: Flash) => redirectWithToast("/settings", flash);
const hideFields = ["currentPassword", "newPassword"];

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(ctx: MemberCtx, form: FormData, context: Route.ActionArgs["context"]) {
  const saved = <S extends z.ZodType>(
    schema: S,
    save: (input: z.output<S>) => Promise<unknown>,
    flash: Flash = "settings-saved",
  ) => formAction(form, { schema, hideFields, run: (input) => save(input).then(() => reload(flash)) });
  return {
    email: () => saved(emailChange, (input) => changeEmail(ctx, input), "email-link-sent"),
    "email-code": () =>
      formAction(form, {
        schema: emailCode,
        run: async (input) => {
          const { isNew } = await confirmEmailByCode(ctx, input);
          return reload(isNew ? "email-changed" : "email-confirmed");
        },
      }),
    "email-resend": () => saved(emptyForm, () => resendEmailLink(ctx), "email-link-sent"),
    "email-cancel": async () => {
      await cancelEmailChange(ctx);
      return reload("email-change-cancelled");
    },
    password: () =>
      formAction(form, {
        schema: passwordChange,
        hideFields,
        run: async (input) => {
          const session = await changePassword(ctx, input);
          return redirectWithToast("/settings", "password-changed", cookieOf(context, session));
        },
      }),
    "end-session": () => saved(sessionForm, ({ id }) => endSession(ctx, id), "session-ended"),
    "end-others": async () => {
      await endOtherSessions(ctx);
      return reload("sessions-ended");
    },
    presence: () => saved(hidingForm, ({ hidden }) => setPresence(ctx, { hidden })),
    typing: () => saved(showingForm, ({ shown }) => setChatPrivacy(ctx, { hidesTyping: !shown })),
    "read-marks": () => saved(showingForm, ({ shown }) => setChatPrivacy(ctx, { hidesReads: !shown })),
    discovery: () => saved(hidingForm, ({ hidden }) => setDiscovery(ctx, { hidden })),
    "ai-posts": () => saved(hidingForm, ({ hidden }) => hideAiPosts(ctx, { hidden })),
    originals: () => saved(keepingForm, (input) => keepOriginals(ctx, input)),
    "sensitive-photos": () => saved(sensitiveInput, (input) => setSensitivePhotos(ctx, input)),
    commenters: () => saved(commentersInput, (input) => setCommenters(ctx, input)),
    "mute-word": () => saved(mutedWordInput, (input) => muteWord(ctx, input)),
    "unmute-word": () => saved(wordForm, ({ word }) => unmuteWord(ctx, word)),
    unmute: () => saved(memberForm, ({ userId }) => unmuteMember(ctx, userId), "unmuted"),
    unblock: () => saved(memberForm, ({ userId }) => unblockMember(ctx, userId), "unblocked"),
    appeal: () => saved(appealInput, (input) => appeal(ctx, input), "appeal-sent"),
    delete: () =>
      formAction(form, {
        schema: accountDeletion,
        hideFields,
        run: async (input) => {
          await deleteAccount(ctx, input);
          return redirectSignedOut(context, "/", "account-deleted");
        },
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  // Changes of an account without a password need a proof of identity.
  return onProvenPage(context, "/settings", async (ctx) => {
    const form = await readForm(request);
    return intentAction(form, formsOf(ctx, form, context));
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const sent = await args.request.clone().formData();
  try {
    return await clientFormAction(args);
  } catch (error) {
    // Only the deletion of the account redirects to "/".
    if (error instanceof Response && error.headers.get("Location") === "/")
      await forgetDrafts(String(sent.get("memberId")));
    throw error;
  }
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  return <SettingsPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load your settings. Please try again later." />;
}
