import type { ReactNode } from "react";
import { directionOf } from "~/contract/languages";
import type { Block, Inline } from "~/contract/markdown";
import { textLink } from "~/ui/text-link";

interface Props {
  blocks: readonly Block[];
  /** The language of the text, which may be another one than the page's. */
  language: string;
  /** The level of its first headings. */
  level?: 2 | 3;
  className?: string;
}

/** Renders a text of the operator's. It has no HTML: every element is one of these. */
export function Markdown({ blocks, language, level = 2, className }: Props) {
  return (
    <div lang={language} dir={directionOf(language)} className={className}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no ids, and does not change on a page
        <BlockOf key={index} {...{ block, level }} />
      ))}
    </div>
  );
}

const headings = {
  2: "title mt-10 text-2xl first:mt-0",
  3: "mt-4 font-semibold first:mt-0",
  4: "mt-2 font-semibold first:mt-0",
} as const;

function BlockOf({ block, level }: { block: Block; level: 2 | 3 }) {
  if (block.kind === "paragraph") return <p className="mt-3 first:mt-0">{shown(block.content)}</p>;
  if (block.kind === "heading") {
    const shownLevel = block.level === 1 ? level : level === 2 ? 3 : 4;
    const Heading = `h${shownLevel}` as const;
    return <Heading className={headings[shownLevel]}>{shown(block.content)}</Heading>;
  }
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List
      className={`mt-3 grid gap-1.5 ps-5 text-pretty marker:text-ember first:mt-0 ${block.isOrdered ? "list-decimal" : "list-disc"}`}
    >
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>{shown(item)}</li>
      ))}
    </List>
  );
}

const shown = (parts: readonly Inline[]): ReactNode => parts.map((part, index) => inlineOf(part, index));

function inlineOf(part: Inline, key: number): ReactNode {
  if (typeof part === "string") return part;
  if (part.kind === "link")
    return (
      <a key={key} href={part.href} rel="noopener nofollow" className={textLink}>
        {part.text}
      </a>
    );
  const Element = part.kind;
  return <Element key={key}>{shown(part.content)}</Element>;
}
