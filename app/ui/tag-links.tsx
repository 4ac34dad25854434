import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";

/** Lists hashtags as links to their posts, under a heading; renders nothing without any. */
export function TagLinks({
  title,
  tags,
}: {
  title: string;
  tags: readonly { tag: string; authors?: number }[];
}) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <nav aria-label={title} className="mt-6">
      <h2 className="font-semibold text-lg">{title}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {tags.map(({ tag, authors }) => (
          <li key={tag} className="min-w-0">
            <Link
              to={`/tag/${encodeURIComponent(tag)}`}
              className="touch wrap-anywhere inline-flex items-center rounded-full border border-line bg-surface px-4 transition-colors hover:bg-wash"
            >
              <bdi translate="no">{`#${tag}`}</bdi>
              {authors && (
                <span className="figures ms-2 text-muted text-sm">
                  {t({ message: plural(authors, { one: "# person", other: "# people" }) })}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
