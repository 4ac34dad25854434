import { Link } from "react-router";
import { Logo } from "~/ui/mark";

/** The columns of links (docs/product.md#landing). Those to files are no pages of the router. */
const columns = [
  { title: "Company", links: [["About", "/about"]] },
  {
    title: "Resources",
    links: [
      ["API", "/api/openapi.json"],
      ["Security", "/.well-known/security.txt"],
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
            <ul className="mt-1.5">
              {links.map(([label, to]) => (
                <li key={label}>
                  <Link
                    to={to}
                    reloadDocument
                    className="touch inline-flex items-center rounded-sm text-muted transition-colors hover:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
