import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { LanguageSwitch } from "~/features/language/language-switch";
import { Logo } from "~/ui/logo";

/** The columns of links (docs/product.md#landing). Those to files are no pages of the router. */
const columns = [
  { title: msg`Company`, links: [[msg`About`, "/about"]] },
  {
    title: msg`Resources`,
    links: [
      [
        msg({ message: "API", comment: "Link to the description of the programming interface" }),
        "/api/openapi.json",
      ],
      [msg`Security`, "/.well-known/security.txt"],
    ],
  },
  {
    title: msg({ message: "Legal", comment: "Heading above the links to the terms and the privacy policy" }),
    links: [
      [msg`Terms`, "/terms"],
      [msg`Privacy`, "/privacy"],
    ],
  },
] as const;

/** Renders the footer with the columns of links. */
export function LandingFooter() {
  const { t } = useLingui();
  return (
    <footer className="safe-x border-line border-t">
      <div className="mx-auto grid max-w-[76rem] grid-cols-2 gap-x-6 gap-y-10 px-5 py-14 sm:px-8 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-md:col-span-2">
          <Logo />
          <p className="mt-3 text-muted">
            <Trans>Share moments, create memories.</Trans>
          </p>
          <LanguageSwitch className="mt-5" />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title.id} aria-label={t(title)}>
            <h2 className="font-semibold">{t(title)}</h2>
            <ul className="mt-1.5">
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument
                    className="touch inline-flex items-center rounded-sm text-muted transition-colors hover:text-ink"
                  >
                    {t(label)}
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
