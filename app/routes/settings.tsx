import { data } from "react-router";
import { clientFormAction } from "~/client-form-action";
import { accountDeletion, emailChange, emailCode, passwordChange } from "~/contract/accounts";
import { commentersInput } from "~/contract/commenting";
import type { Flash } from "~/contract/flash";
import { appealInput } from "~/contract/moderation";
import { mutedWordInput } from "~/contract/mutes";
import { sensitiveInput } from "~/contract/sensitive";
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
import { deleteDraft } from "~/features/composer/draft";
import { deleteShared } from "~/features/composer/shared-cache";
import {
  emptyForm,
  hidingForm,
  intentsOf,
  keepingForm,
  memberForm,
  sessionForm,
  showingForm,
  wordForm,
} from "~/features/settings/intents";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, readForm } from "~/form-action";
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
  return {
    email: () =>
      formAction(form, {
        schema: emailChange,
        hideFields,
        run: (input) => changeEmail(ctx, input).then(() => reload("email-link-sent")),
      }),
    "email-code": () =>
      formAction(form, {
        schema: emailCode,
        run: async (input) => {
          const { isNew } = await confirmEmailByCode(ctx, input);
          return reload(isNew ? "email-changed" : "email-confirmed");
        },
      }),
    "email-resend": () =>
      formAction(form, {
        schema: emptyForm,
        run: () => resendEmailLink(ctx).then(() => reload("email-link-sent")),
      }),
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
    "end-session": () =>
      formAction(form, {
        schema: sessionForm,
        run: ({ id }) => endSession(ctx, id).then(() => reload("session-ended")),
      }),
    "end-others": async () => {
      await endOtherSessions(ctx);
      return reload("sessions-ended");
    },
    presence: () =>
      formAction(form, {
        schema: hidingForm,
        run: ({ hidden }) => setPresence(ctx, { hidden }).then(() => reload("settings-saved")),
      }),
    typing: () =>
      formAction(form, {
        schema: showingForm,
        run: ({ shown }) => setChatPrivacy(ctx, { hidesTyping: !shown }).then(() => reload("settings-saved")),
      }),
    "read-marks": () =>
      formAction(form, {
        schema: showingForm,
        run: ({ shown }) => setChatPrivacy(ctx, { hidesReads: !shown }).then(() => reload("settings-saved")),
      }),
    discovery: () =>
      formAction(form, {
        schema: hidingForm,
        run: ({ hidden }) => setDiscovery(ctx, { hidden }).then(() => reload("settings-saved")),
      }),
    "ai-posts": () =>
      formAction(form, {
        schema: hidingForm,
        run: ({ hidden }) => hideAiPosts(ctx, { hidden }).then(() => reload("settings-saved")),
      }),
    originals: () =>
      formAction(form, {
        schema: keepingForm,
        run: (input) => keepOriginals(ctx, input).then(() => reload("settings-saved")),
      }),
    "sensitive-photos": () =>
      formAction(form, {
        schema: sensitiveInput,
        run: (input) => setSensitivePhotos(ctx, input).then(() => reload("settings-saved")),
      }),
    commenters: () =>
      formAction(form, {
        schema: commentersInput,
        run: (input) => setCommenters(ctx, input).then(() => reload("settings-saved")),
      }),
    "mute-word": () =>
      formAction(form, {
        schema: mutedWordInput,
        run: (input) => muteWord(ctx, input).then(() => reload("settings-saved")),
      }),
    "unmute-word": () =>
      formAction(form, {
        schema: wordForm,
        run: ({ word }) => unmuteWord(ctx, word).then(() => reload("settings-saved")),
      }),
    unmute: () =>
      formAction(form, {
        schema: memberForm,
        run: ({ userId }) => unmuteMember(ctx, userId).then(() => reload("unmuted")),
      }),
    unblock: () =>
      formAction(form, {
        schema: memberForm,
        run: ({ userId }) => unblockMember(ctx, userId).then(() => reload("unblocked")),
      }),
    appeal: () =>
      formAction(form, {
        schema: appealInput,
        run: (input) => appeal(ctx, input).then(() => reload("appeal-sent")),
      }),
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
    const forms = formsOf(ctx, form, context);
    const name = intentsOf(forms).find((key) => key === form.get("intent"));
    if (!name) throw data({ message: "There is no such form." }, { status: 400 });
    return forms[name]();
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const sent = await args.request.clone().formData();
  try {
    return await clientFormAction(args);
  } catch (error) {
    // Only the deletion of the account redirects to "/".
    if (error instanceof Response && error.headers.get("Location") === "/")
      await Promise.all([deleteDraft(String(sent.get("memberId"))), deleteShared()]);
    throw error;
  }
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  return <SettingsPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load your settings. Please try again later." />;
}
