import { Users } from "lucide-react";
import { apiPage } from "~/features/api/client";
import { BackLink } from "~/ui/back-link";
import { Page } from "~/ui/page";
import { EmptyState } from "~/ui/states";
import type { LoadedMembers } from "./connections-page";
import { MemberList } from "./member-list";

/** The members who like a post (docs/product.md#likes-and-saves). */
export function LikersPage({ postId, page, cursor }: LoadedMembers & { postId: string }) {
  return (
    <Page title="Likes" isNarrow back={<BackLink to={`/post/${postId}`} />}>
      <MemberList
        key={`${postId} ${cursor}`}
        name="Likes"
        first={page}
        load={(next) =>
          apiPage("GET /api/posts/{id}/likes", { params: { id: postId }, query: { cursor: next } })
        }
        linkTo={(next) => `?cursor=${next}`}
        empty={
          <EmptyState
            icon={<Users aria-hidden />}
            title="No Likes Yet"
            text="Members who like this post appear here."
          />
        }
      />
    </Page>
  );
}
