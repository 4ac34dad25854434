import { decodeBytes } from "./decode-bytes";

/**
 * The labels of an entry of Instagram's export. They are in the language of the member's account; only the JSON's
 * keys, such as `media`, are the same in all languages.
 */
export interface LabelReader {
  captionOf: (labels: readonly unknown[]) => string;
  isDraft: (labels: readonly unknown[]) => boolean;
}

const caption = words(
  "Caption, Bildunterschrift, Pie de foto, Leyenda, Legenda, Légende, Podpis, Açıklama, شرح توضيحي, التسمية التوضيحية, कैप्शन, キャプション, 说明文字, 說明文字",
);

const draft = words(
  "Draft, Entwurf, Borrador, Rascunho, Brouillon, Wersja robocza, Taslak, مسودة, ड्राफ़्ट, ड्राफ्ट, 下書き, 草稿",
);

const yes = words(
  "True, Yes, Wahr, Ja, Verdadero, Sí, Verdadeiro, Sim, Vrai, Oui, Prawda, Tak, Doğru, Evet, نعم, हाँ, हां, はい, 是",
);

/** A shorter value may be a word such as "yes" or "photo", and says nothing about its label. */
const SENTENCE_MIN = 13;

interface Label {
  label: string;
  value: string;
}

/**
 * Returns the reader for the labels of a list. In a language whose word for a caption is unknown, takes the caption
 * from the label with the most text in the whole list.
 */
export function labelReader(entries: readonly unknown[]): LabelReader {
  const labelOfTexts = mostText(entries);
  return {
    captionOf(labels) {
      const texts = textsOf(labels);
      const found = texts.find(({ label }) => caption.has(label));
      return (found ?? texts.find(({ label }) => label === labelOfTexts))?.value ?? "";
    },
    isDraft: (labels) =>
      textsOf(labels).some(({ label, value }) => draft.has(label) && yes.has(wordOf(value))),
  };
}

/**
 * Returns the label whose different values have the most characters, without URLs and single words. Null when there
 * is none, and when the list has a known word for a caption.
 */
function mostText(entries: readonly unknown[]): string | null {
  const values = new Map<string, Set<string>>();
  for (const { label, value } of entries.flatMap((entry) => textsOf(labelsIn(entry)))) {
    if (caption.has(label)) return null;
    if (value.length < SENTENCE_MIN || /^https?:\/\/\S+$/.test(value)) continue;
    const known = values.get(label);
    if (known) known.add(value);
    else values.set(label, new Set([value]));
  }
  const lengthOf = ([, texts]: [string, Set<string>]) =>
    [...texts].reduce((sum, text) => sum + text.length, 0);
  return [...values].toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.[0] ?? null;
}

function labelsIn(entry: unknown): readonly unknown[] {
  const { label_values: labels } = Object(entry) as { label_values?: unknown };
  return Array.isArray(labels) ? labels : [];
}

/** Returns the labels that have a text, decoded. Those of a list or of files have none. */
function textsOf(labels: readonly unknown[]): Label[] {
  return labels.flatMap((one) => {
    const { label, value } = Object(one) as { label?: unknown; value?: unknown };
    if (typeof label !== "string" || !/^(string|boolean|number)$/.test(typeof value)) return [];
    return [{ label: wordOf(decodeBytes(label)), value: decodeBytes(String(value)) }];
  });
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", ").map(wordOf));
}

/** Returns a word in the form in which its spellings are equal. */
function wordOf(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
