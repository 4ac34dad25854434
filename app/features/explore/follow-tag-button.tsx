import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useState } from "react";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast-store";

/** The button that follows a hashtag, or unfollows it. Its `key` has to change with the hashtag. */
export function FollowTagButton({ tag, isFollowed: loaded }: { tag: string; isFollowed: boolean }) {
  const { t } = useLingui();
  const [isFollowed, setFollowed] = useState(loaded);
  const [busy, setBusy] = useState(false);
  const name = ` #${tag}`;

  async function toggle() {
    setBusy(true);
    try {
      if (isFollowed) await api("DELETE /api/tags/{tag}/follow", { params: { tag } });
      else await api("POST /api/tags/{tag}/follow", { params: { tag } });
      setFollowed(!isFollowed);
      showToast(
        isFollowed
          ? { title: t`You unfollowed #${tag}` }
          : { title: t`You follow #${tag}`, text: t`Its posts come first in Explore` },
      );
    } catch (error) {
      showFailure(error, t`Failed to update the hashtag`, [422]);
    }
    setBusy(false);
  }

  return (
    <Button
      variant={isFollowed ? "quiet" : undefined}
      size="small"
      busy={busy}
      data-tooltip={isFollowed ? t`Unfollow` : undefined}
      onClick={() => void toggle()}
    >
      {isFollowed && <Check aria-hidden />}
      {isFollowed ? (
        <span key="on">
          <Trans comment="Button of a followed hashtag. Its name is for screen readers">
            Following
            <span translate="no" className="sr-only">
              {name}
            </span>
          </Trans>
        </span>
      ) : (
        <span key="off">
          <Trans comment="Button that follows a hashtag. Its name is for screen readers">
            Follow
            <span translate="no" className="sr-only">
              {name}
            </span>
          </Trans>
        </span>
      )}
    </Button>
  );
}
