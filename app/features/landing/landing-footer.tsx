import { Link } from "react-router";
import { Logo } from "~/ui/mark";

/** Company and Resources are placeholders (docs/product.md#landing): their links lead to the top of the page. */
const columns = [
  {
    title: "Company",
    links: [
      ["About", "#top"],
      ["Careers", "#top"],
      ["Press", "#top"],
    ],
  },
  {
    title: "Resources",
    links: [
      ["Help", "#top"],
      ["Guides", "#top"],
      ["Status", "#top"],
    ],
  },
  {
    title: "Legal",
    links: [
      ["Terms", "/terms"],
      ["Privacy", "/privacy"],
    ],
  },
] as const;

const link = "touch inline-flex items-center rounded-sm text-muted transition-colors hover:text-ink";

/** Renders the footer with the columns of links. */
export function LandingFooter() {
  return (
    <footer className="safe-x border-line border-t">
      <div className="mx-auto grid max-w-[76rem] grid-cols-2 gap-x-6 gap-y-10 px-5 py-14 sm:px-8 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-md:col-span-2">
          <Logo />
          <p className="mt-3 text-muted">Share moments, create memories.</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            {links[0][1].startsWith("#") && <p className="text-muted text-sm">Coming soon</p>}
            <ul className="mt-1.5">
              {links.map(([label, to]) => (
                <li key={label}>
                  {to.startsWith("#") ? (
                    <a href={to} className={link}>
                      {label}
                    </a>
                  ) : (
                    <Link to={to} className={link}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
