import { readFileSync } from "node:fs";
import { directionOf } from "../../app/contract/languages";

/**
 * Returns the web app manifest (public/manifest.webmanifest) in a language.
 * @param textOf returns the translation of an English text
 */
export function manifestIn(language: string, textOf: (english: string) => string): string {
  const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
  return JSON.stringify({
    ...manifest,
    lang: language,
    dir: directionOf(language),
    description: textOf(manifest.description),
    shortcuts: manifest.shortcuts.map((shortcut: { name: string }) => ({
      ...shortcut,
      name: textOf(shortcut.name),
    })),
  });
}
