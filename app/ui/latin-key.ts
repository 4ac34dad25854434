/**
 * Returns the pressed key, letters in lower case. On a keyboard of another script (Greek, Russian, Arabic) a letter is
 * that of the same key on a Latin one, so that shortcuts work there too.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isOtherScript = /^(?!\p{scx=Latn})\p{L}/u.test(key);
  return (letter && isOtherScript ? letter : key).toLowerCase();
}
