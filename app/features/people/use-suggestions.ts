import { useEffect, useState } from "react";
import type { SuggestedMember } from "~/contract/explore";
import { api } from "~/features/api/client";
import { link } from "~/realtime/link";
import { onMissedFrames } from "~/realtime/missed-frames";

/** Returns the loaded suggested members; refetches after a loss of the link, because they may be connected now. */
export function useSuggestions(loaded: readonly SuggestedMember[]): readonly SuggestedMember[] {
  const [again, setAgain] = useState({ loaded, members: loaded });
  useEffect(() => {
    const load = () =>
      api("GET /api/users/suggestions").then(
        (members) => setAgain({ loaded, members }),
        () => undefined,
      );
    return onMissedFrames(() => void load(), link.state === "lost");
  }, [loaded]);
  return again.loaded === loaded ? again.members : loaded;
}
