/** The placeholders of the site's name, of what members write, and of addresses, which may have Latin letters. */
const NAMES = new Set(
  "site username name member first second email pendingEmail hashtag tag query word device".split(" "),
);

/**
 * Puts the names in a compiled message of a right-to-left language between isolates (UAX #9, 2.4.2: U+2068 and U+2069),
 * so that a name keeps the order of its letters, and its sentence that of its words.
 * @param message a text, or an array of texts, placeholders (`["name"]`), choices (`["count", "plural", {one: …}]`)
 */
export function isolateNames<Message>(message: Message): Message;
export function isolateNames(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return [part];
    const [name, , alternatives] = part;
    if (part.length === 1 && NAMES.has(name)) return ["\u2068", part, "\u2069"];
    if (typeof alternatives !== "object" || alternatives === null) return [part];
    const isolated = Object.entries(alternatives).map(([form, text]) => [form, isolateNames(text)]);
    return [part.with(2, Object.fromEntries(isolated))];
  });
}
