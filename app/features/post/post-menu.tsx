import { Ellipsis } from "lucide-react";
import { Suspense, useState } from "react";
import type { PostView } from "~/contract/posts";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu, type MenuItem } from "~/ui/menu";
import type { PostQuestion } from "./post-questions";

/** Twenty cards have a menu each; what it asks is fetched when it is first asked. */
const PostQuestions = lazyPart(() => import("./post-questions"));

interface Props {
  post: PostView;
  isOwner: boolean;
  /** On a card: the way to the post's own page. */
  details?: boolean;
  onEdit?: () => void;
  onDeleted?: () => void;
}

/** What else can be done with a post; only its owner sees how to change or delete it. */
export function PostMenu({ post, isOwner, details = false, onEdit, onDeleted }: Props) {
  const [asked, setAsked] = useState<PostQuestion | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const ask = (question: PostQuestion) => () => {
    setWasAsked(true);
    setAsked(question);
  };
  const view: MenuItem[] = details
    ? [{ label: "View details", icon: "details", to: `/post/${post.id}` }]
    : [];
  const own: MenuItem[] = isOwner
    ? [
        ...(onEdit ? [{ label: "Edit post", icon: "edit", onSelect: onEdit } as const] : []),
        { label: "Delete post", icon: "delete", danger: true, onSelect: ask("delete") },
      ]
    : [{ label: "Report", icon: "report", onSelect: ask("report") }];
  const groups = [view, own].filter((group) => group.length > 0);
  return (
    <>
      <Menu
        trigger={<IconButton label="Post menu" icon={<Ellipsis aria-hidden />} className="-mr-2.5" />}
        items={groups}
      />
      {wasAsked && (
        <Suspense>
          <PostQuestions
            postId={post.id}
            asked={asked}
            onAnswered={() => setAsked(null)}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
    </>
  );
}
