import { useLingui } from "@lingui/react/macro";
import { createContext, useContext } from "react";
import { accentStyles } from "~/contract/accent";
import { SOURCE } from "~/contract/languages";
import { defaultSite, type Site } from "~/contract/site";
import { iconPath } from "~/contract/site-icon";

/** The settings of the site, while the server renders. */
export const SiteContext = createContext<Site>(defaultSite);

/** The logomark becomes the icon (app/ui/logo.tsx). */
const logomarkStyles = (icon: string) =>
  `.logomark{background:url(${iconPath(icon, "192")}) center/cover;border-radius:22%}.logomark *{display:none}`;

/** Renders the icons, the manifest and the colours of the site. For the server alone: browsers keep them. */
export function SiteHead({ nonce }: { nonce: string | undefined }) {
  const { icon, accent } = useContext(SiteContext);
  const { i18n } = useLingui();
  const styles = [accent && accentStyles(accent), icon && logomarkStyles(icon)].join("");
  return (
    <>
      {icon ? (
        <>
          <link rel="icon" href={iconPath(icon, "32")} sizes="32x32" />
          <link rel="icon" href={iconPath(icon, "192")} sizes="192x192" />
          <link rel="apple-touch-icon" href={iconPath(icon, "180")} />
        </>
      ) : (
        <>
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        </>
      )}
      <ManifestLink language={i18n.locale} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of colours and an id. */}
      {styles && <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />}
    </>
  );
}

/** The manifest of a site without a name and an icon of its own is a static file (scripts/texts/manifest.ts). */
function ManifestLink({ language }: { language: string }) {
  const { name, icon, version } = useContext(SiteContext);
  const path = manifestPath(language);
  return <link rel="manifest" href={name || icon ? `/site${path}?v=${version}` : path} />;
}

const manifestPath = (language: string) =>
  `/manifest${language === SOURCE ? "" : `.${language}`}.webmanifest`;
