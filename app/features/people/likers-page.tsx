import { Users } from "lucide-react";
import { Link } from "react-router";
import { apiPage } from "~/features/api/client";
import { EmptyState } from "~/ui/states";
import { textLink } from "~/ui/text-link";
import type { LoadedMembers } from "./connections-page";
import { MemberList } from "./member-list";

/** The members who like a post (docs/product.md#likes-and-saves). */
export function LikersPage({ postId, page, cursor }: LoadedMembers & { postId: string }) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <h1 className="title text-3xl">Likes</h1>
      <p className="mt-1">
        <Link to={`/post/${postId}`} className={textLink}>
          Back to the post
        </Link>
      </p>
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
    </div>
  );
}
