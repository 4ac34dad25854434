import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { useFetcher } from "react-router";
import { site } from "~/contract/site-name";
import { RequestCount } from "~/features/connections/request-count";
import { $install } from "~/features/session/install";
import type { SessionViewer } from "~/features/session/viewer";
import { Avatar } from "~/ui/avatar";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";

/** The viewer's menu in the top bar: profile, settings and log-out, and the pages that the bars do not have. */
export function AvatarMenu({ viewer }: { viewer: SessionViewer }) {
  const { t } = useLingui();
  // A fetcher instead of a navigation: a failed request does not replace the page.
  const { submit } = useFetcher();
  const offer = useStore($install, { ssr: "initial" });
  const logOut = () => void submit({ memberId: viewer.id }, { method: "post", action: "/logout" });
  return (
    <Menu
      trigger={
        <IconButton
          label={t`Your menu`}
          icon={<Avatar name={viewer.fullName} image={viewer.profileImage} size="sm" />}
        />
      }
      align="end"
      header={<bdi translate="no">{viewer.username}</bdi>}
      items={[
        [
          { label: t`Profile`, icon: "profile", to: "/profile" },
          { label: t`Settings`, icon: "settings", to: "/settings" },
        ],
        [
          { label: t`Explore`, icon: "explore", to: "/explore" },
          { label: t`Requests`, icon: "requests", to: "/requests", note: <RequestCount /> },
          { label: t`Saved and collections`, icon: "saved", to: "/profile?tab=saved" },
        ],
        [
          ...(offer?.isInMenu
            ? [{ label: t`Install ${site}`, icon: "download", onSelect: offer.ask } as const]
            : []),
          ...(viewer.isModerator
            ? [{ label: t`Moderation`, icon: "moderation", to: "/moderation" } as const]
            : []),
          { label: t`Log out`, icon: "log-out", onSelect: logOut },
        ],
      ]}
    />
  );
}
