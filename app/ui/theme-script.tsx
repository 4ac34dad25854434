import { THEME_EVENT, THEME_KEY } from "./theme";

/** The `--paper` of each theme, in the colours of the browser's own bars. */
const barColours = { light: "#fdf9f5", dark: "#110d18" };

/**
 * Runs before the first paint, so that no page flashes in the wrong colours, and follows the system, the settings and
 * other tabs. The only place that sets `data-theme`; `color-scheme` follows from it in app.css. Its `theme-color` comes
 * before those of the document, so it wins (MDN, meta name="theme-color"). React removes both when it renders the whole
 * document again, because the page was translated before hydration.
 */
const script = () =>
  `(()=>{
const key=${JSON.stringify(THEME_KEY)},dark=matchMedia("(prefers-color-scheme: dark)"),colours=${JSON.stringify(barColours)},meta=document.createElement("meta");
meta.name="theme-color";
let chosen;
const read=()=>{try{return localStorage.getItem(key)}catch{}};
const apply=()=>{
const theme=chosen==="light"||chosen==="dark"?chosen:dark.matches?"dark":"light";
document.documentElement.dataset.theme=theme;
meta.content=colours[theme];
if(!meta.isConnected)document.head.prepend(meta)
};
chosen=read();apply();
dark.addEventListener("change",apply);
new MutationObserver(()=>{if(!document.documentElement.dataset.theme)apply()}).observe(document.documentElement,{attributeFilter:["data-theme"]});
addEventListener("storage",e=>{if(e.key===key||e.key===null){chosen=read();apply()}});
addEventListener(${JSON.stringify(THEME_EVENT)},e=>{chosen=e.detail;apply()});
})()`.replaceAll("\n", "");

/**
 * Renders the theme script and the theme colours; belongs first in the `<head>` of documents. `<html>` needs
 * `suppressHydrationWarning`, because the script adds an attribute that React does not know.
 */
export function ThemeScript({ nonce }: { nonce?: string }) {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={barColours.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={barColours.dark} />
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it has to run before the first paint.
        dangerouslySetInnerHTML={{ __html: script() }}
      />
    </>
  );
}
