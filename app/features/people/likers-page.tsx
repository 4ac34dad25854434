import { useLingui } from "@lingui/react/macro";
import { Users } from "lucide-react";
import { apiPage } from "~/features/api/client";
import { BackLink } from "~/ui/back-link";
import { Page } from "~/ui/page";
import { EmptyState } from "~/ui/states";
import type { LoadedMembers } from "./connections-page";
import { MemberList } from "./member-list";

/** The members who like a post (docs/product.md#likes-and-saves). */
export function LikersPage({ postId, page, cursor }: LoadedMembers & { postId: string }) {
  const { t } = useLingui();
  return (
    <Page title={t`Likes`} isNarrow back={<BackLink to={`/post/${postId}`} />}>
      <MemberList
        key={`${postId} ${cursor}`}
        name={t`Likes`}
        first={page}
        load={(next) =>
          apiPage("GET /api/posts/{id}/likes", { params: { id: postId }, query: { cursor: next } })
        }
        linkTo={(next) => `?cursor=${next}`}
        empty={
          <EmptyState
            icon={<Users aria-hidden />}
            title={t`No Likes Yet`}
            text={t`Members who like this post appear here.`}
          />
        }
      />
    </Page>
  );
}
