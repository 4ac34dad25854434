/** A delivery status notification of a mail server (RFC 3464). */
export interface DeliveryReport {
  /** Its Message-ID; empty without one. */
  id: string;
  recipients: ReportedRecipient[];
}

interface ReportedRecipient {
  /** The addresses that the report names for one recipient: that of the mail, and the one that refused it. */
  addresses: string[];
  /** Whether the mail came back for good: the server has given up, with a status of 5.x.x. */
  isPermanent: boolean;
}

/** Recipients of a report that are read. A mail of this site has one. */
const RECIPIENTS_MAX = 20;

type Fields = Map<string, string>;

/**
 * Returns what a mail reports about the delivery of another one; null for a mail that is no such report. Takes time in
 * proportion to the length of the mail.
 */
export function parseDeliveryReport(mail: string): DeliveryReport | null {
  const { fields, rest } = splitPart(mail.replaceAll("\r\n", "\n"));
  const [type, boundary] = contentType(fields);
  if (type !== "multipart/report" || !boundary) return null;
  const status = partsOf(rest, boundary).map(splitPart).find(isStatus);
  if (!status) return null;
  const recipients = status.rest
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .filter((group) => group.has("final-recipient"))
    .slice(0, RECIPIENTS_MAX)
    .map(recipientOf);
  return { id: fields.get("message-id") ?? "", recipients };
}

/** Returns whether a part is the one for programs. It is plain text: RFC 3464 (2.1) allows no encoding. */
const isStatus = ({ fields }: { fields: Fields }): boolean =>
  /^message\/(global-)?delivery-status$/.test(contentType(fields)[0]) &&
  /^(7bit|8bit|binary)?$/i.test(fields.get("content-transfer-encoding") ?? "");

function recipientOf(group: Fields): ReportedRecipient {
  const addresses = ["original-recipient", "final-recipient"].flatMap((name) => {
    // The type of the address comes first, such as `rfc822; ada@example.com`.
    const [, address = ""] = group.get(name)?.split(";") ?? [];
    return address.trim() ? [address.trim().replace(/^<|>$/g, "")] : [];
  });
  const hasFailed = group.get("action")?.toLowerCase() === "failed";
  return { addresses, isPermanent: hasFailed && (group.get("status") ?? "").startsWith("5.") };
}

/** Returns the header fields of a mail or a part, and the text after them. */
function splitPart(part: string): { fields: Fields; rest: string } {
  const end = part.indexOf("\n\n");
  if (end < 0) return { fields: fieldsOf(part), rest: "" };
  return { fields: fieldsOf(part.slice(0, end)), rest: part.slice(end + 2) };
}

/** Returns fields by their names in lower case. Of a field that repeats the first one counts. */
function fieldsOf(block: string): Fields {
  const fields: Fields = new Map();
  let lines: string[] = [];
  const add = () => {
    const line = lines.join(" ");
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
    lines = [];
  };
  for (const line of block.split("\n")) {
    if (!/^[ \t]/.test(line)) add();
    lines.push(line.trim());
  }
  add();
  return fields;
}

/** Returns the type of a part in lower case, and its boundary. */
function contentType(fields: Fields): [type: string, boundary: string | undefined] {
  const [type = "", ...parameters] = (fields.get("content-type") ?? "").split(";");
  const boundary = parameters
    .map((one) => /^\s*boundary\s*=\s*(?:"([^"]+)"|(\S+))/i.exec(one))
    .flatMap((found) => found?.[1] ?? found?.[2] ?? [])[0];
  return [type.trim().toLowerCase(), boundary];
}

/** Returns the texts between the lines with a boundary. */
function partsOf(body: string, boundary: string): string[] {
  const parts: string[][] = [];
  for (const line of body.split("\n")) {
    const delimiter = line.trimEnd();
    if (delimiter === `--${boundary}--`) break;
    if (delimiter === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join("\n"));
}
