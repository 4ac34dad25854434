import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "~/ui/checkbox";
import type { ImportPost } from "./parse-export";
import { withPhotos } from "./use-import";

interface Props {
  posts: ImportPost[];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}

/** Says how many posts lack photos, and lets the member import them without. */
export function IncompletePosts({ posts, isIncluded, onInclude }: Props) {
  const { t } = useLingui();
  const { length: count } = posts;
  const missing = posts.reduce((sum, post) => sum + post.missing.length, 0);
  return (
    <div className="grid gap-3 rounded-card bg-wash p-4">
      <p>
        {t`${plural(count, { one: "# post is not complete:", other: "# posts are not complete:" })} ${plural(missing, { one: "# photo is missing.", other: "# photos are missing." })} If your export has several zip files, add the others, now or later.`}
      </p>
      {withPhotos(posts).length > 0 && (
        <Checkbox
          label={t`Import without the missing photos. They cannot be added later.`}
          checked={isIncluded}
          onChange={({ currentTarget }) => onInclude(currentTarget.checked)}
        />
      )}
    </div>
  );
}
