import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  channelsOfKind,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
  notificationChannels,
  notificationKinds,
} from "~/contract/notification-settings";
import { Checkbox } from "~/ui/checkbox";
import { classNames } from "~/ui/class-names";

const channelNames: Record<NotificationChannel, MessageDescriptor> = {
  app: msg`In the app`,
  push: msg({ message: "Push", comment: "Notifications on the device, while the app is closed" }),
  mail: msg({
    message: "Email",
    context: "notifications",
    comment: "Notifications by email; a narrow column",
  }),
};

const kindTexts: Record<NotificationKind, { name: MessageDescriptor; hint: MessageDescriptor }> = {
  messages: { name: msg`Messages`, hint: msg`From your connections; the app always shows them` },
  likes: { name: msg`Likes and saves`, hint: msg`Of your posts, and likes of your comments` },
  comments: { name: msg`Comments`, hint: msg`On your posts, and replies to your comments` },
  mentions: { name: msg`Mentions`, hint: msg`Of you in captions and comments` },
  shares: { name: msg`Shared posts`, hint: msg`Posts that a connection shares with you` },
  connections: { name: msg`Connections`, hint: msg`Requests, and answers to yours` },
};

const cell = "border-line border-b py-3 align-top";

/**
 * Returns the kinds whose box "In the app" is not checked, and a function that reads them again. Empty until hydration:
 * without JavaScript all boxes can be changed. The browser may have restored other boxes than the server sent.
 */
function useOffInApp() {
  const rows = useRef<HTMLTableSectionElement>(null);
  const [off, setOff] = useState<readonly string[]>([]);
  const refresh = useCallback(() => {
    const boxes = rows.current?.querySelectorAll<HTMLInputElement>("input[name=app]:not(:checked)") ?? [];
    setOff([...boxes].map(({ value }) => value));
  }, []);
  useEffect(() => {
    // A reset form has its former values after the event.
    const refreshLater = () => void setTimeout(refresh);
    const form = rows.current?.closest("form");
    refresh();
    form?.addEventListener("reset", refreshLater);
    return () => form?.removeEventListener("reset", refreshLater);
  }, [refresh]);
  return { rows, off, refresh };
}

/**
 * Renders a table of checkboxes: a row for each kind of notification, a column for each channel. The other boxes of a
 * kind that is off in the app cannot be changed, but are submitted, unlike those with the attribute `disabled`.
 */
export function NotificationKinds({ settings }: { settings: NotificationSettings }) {
  const { t } = useLingui();
  const { rows, off, refresh } = useOffInApp();
  const labelOf = (kind: NotificationKind, channel: NotificationChannel) => {
    const [name, channelName] = [t(kindTexts[kind].name), t(channelNames[channel])];
    return t({ message: `${name}: ${channelName}`, comment: "A checkbox, such as “Comments: Push”" });
  };
  const isUnused = (channel: NotificationChannel, kind: NotificationKind) =>
    channel !== "app" && off.includes(kind);
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">
        <Trans>Kinds of notifications</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col" className={`${cell} text-start font-medium text-sm`}>
            <Trans comment="Heading of a column with kinds of notifications, such as “Comments”">Kind</Trans>
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className={`${cell} w-16 text-center sm:w-20 font-medium text-sm`}>
              {t(channelNames[channel])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={rows} onChange={refresh}>
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className={`${cell} pe-4 text-start font-normal`}>
              <span className="font-medium">{t(kindTexts[kind].name)}</span>
              <span className="block text-muted text-sm">{t(kindTexts[kind].hint)}</span>
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel} className={cell}>
                {channelsOfKind[kind].includes(channel) && (
                  <Checkbox
                    className={classNames("justify-center", isUnused(channel, kind) && "opacity-50")}
                    aria-disabled={isUnused(channel, kind) || undefined}
                    onClick={(event) => isUnused(channel, kind) && event.preventDefault()}
                    aria-label={labelOf(kind, channel)}
                    name={channel}
                    value={kind}
                    defaultChecked={settings[channel].includes(kind)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
        <FixedRow />
      </tbody>
    </table>
  );
}

/** The notifications that cannot be turned off. */
function FixedRow() {
  return (
    <tr>
      <th scope="row" className={`${cell} pe-4 text-start font-normal`}>
        <span className="font-medium">
          <Trans>Moderation and security</Trans>
        </span>
        <span className="block text-muted text-sm">
          <Trans>Decisions of moderators, your reports, log-ins and changes of your account</Trans>
        </span>
      </th>
      <td colSpan={notificationChannels.length} className={`${cell} text-center text-muted text-sm`}>
        <Trans>Always on</Trans>
      </td>
    </tr>
  );
}
