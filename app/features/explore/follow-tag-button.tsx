import { Check } from "lucide-react";
import { useState } from "react";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast-store";

/** The button that follows a hashtag, or unfollows it. Its `key` has to change with the hashtag. */
export function FollowTagButton({ tag, isFollowed: loaded }: { tag: string; isFollowed: boolean }) {
  const [isFollowed, setFollowed] = useState(loaded);
  const [busy, setBusy] = useState(false);

  async function toggle() {
    setBusy(true);
    try {
      if (isFollowed) await api("DELETE /api/tags/{tag}/follow", { params: { tag } });
      else await api("POST /api/tags/{tag}/follow", { params: { tag } });
      setFollowed(!isFollowed);
      showToast(
        isFollowed
          ? { title: `You unfollowed #${tag}` }
          : { title: `You follow #${tag}`, text: "Its posts come first in Explore" },
      );
    } catch (error) {
      showFailure(error, "Failed to update the hashtag", [422]);
    }
    setBusy(false);
  }

  return (
    <Button
      look={isFollowed ? "quiet" : undefined}
      size="small"
      busy={busy}
      data-tooltip={isFollowed ? "Unfollow" : undefined}
      onClick={() => void toggle()}
    >
      {isFollowed && <Check aria-hidden />}
      <span>{isFollowed ? "Following" : "Follow"}</span>
      <span translate="no" className="sr-only">
        {` #${tag}`}
      </span>
    </Button>
  );
}
