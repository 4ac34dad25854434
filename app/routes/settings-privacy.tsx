import { commentersInput } from "~/contract/commenting";
import { readSettings } from "~/domain/accounts/read-settings";
import { setChatPrivacy } from "~/domain/chat/set-chat-privacy";
import { setDiscovery } from "~/domain/explore/set-discovery";
import { setCommenters } from "~/domain/posts/set-commenters";
import { setPresence } from "~/domain/presence/set-presence";
import { hidingForm, showingForm } from "~/features/settings/intents";
import { handleOf } from "~/features/settings/options";
import { PrivacyPage } from "~/features/settings/privacy-page";
import { choiceAction, intentAction } from "~/form-action";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/settings-privacy";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("privacy");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ settings: await readSettings(ctx) }));
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => ({
      presence: () => choiceAction(context, form, hidingForm, (input) => setPresence(ctx, input)),
      typing: () =>
        choiceAction(context, form, showingForm, ({ shown }) => setChatPrivacy(ctx, { hidesTyping: !shown })),
      "read-marks": () =>
        choiceAction(context, form, showingForm, ({ shown }) => setChatPrivacy(ctx, { hidesReads: !shown })),
      discovery: () => choiceAction(context, form, hidingForm, (input) => setDiscovery(ctx, input)),
      commenters: () => choiceAction(context, form, commentersInput, (input) => setCommenters(ctx, input)),
    })),
  );
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <PrivacyPage {...loaderData} />;
}
