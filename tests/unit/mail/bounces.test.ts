import { describe, expect, test } from "vitest";
import { bounceAddress, bounceTag, isTagOf } from "~/domain/mail/bounce-address";
import { parseDeliveryReport } from "~/domain/mail/delivery-report";
import { fingerprintOf } from "~/platform/fingerprint";
import { deliveryReport } from "../../factories/delivery-report";

const signer = { fingerprint: (text: string) => fingerprintOf("a key", text) };
const MAILBOX = "bounces@photos.example.com";

describe("a bounce address", () => {
  const address = bounceAddress(signer, MAILBOX, "Ada@example.com");

  test("names a recipient by a keyed hash, and fits into an address", () => {
    expect(address).toMatch(/^bounces\+[0-9a-f]{40}@photos\.example\.com$/);
    const tag = bounceTag(MAILBOX, address.toUpperCase()) ?? "";
    expect(isTagOf(signer, tag, "ada@EXAMPLE.com")).toBe(true);
  });

  test("is of no other recipient and of no other site", () => {
    const tag = bounceTag(MAILBOX, address) ?? "";
    expect(isTagOf(signer, tag, "eve@example.com")).toBe(false);
    const other = { fingerprint: (text: string) => fingerprintOf("another key", text) };
    expect(isTagOf(other, tag, "ada@example.com")).toBe(false);
    expect(isTagOf(signer, "é".repeat(20), "ada@example.com")).toBe(false);
  });

  test.each([
    MAILBOX,
    "bounces+@photos.example.com",
    "bounces+short@photos.example.com",
    `bounces+${"0".repeat(41)}@photos.example.com`,
    `bounces+${"0".repeat(40)}@example.com`,
    `eve+${"0".repeat(40)}@photos.example.com`,
    "",
  ])("is not %s", (other) => {
    expect(bounceTag(MAILBOX, other)).toBeNull();
  });
});

describe("a delivery report", () => {
  test("names the recipient, and whether the mail came back for good", () => {
    expect(parseDeliveryReport(deliveryReport({ original: "ada.l@example.com" }))).toEqual({
      id: "<report-1@mx.example.com>",
      recipients: [{ addresses: ["ada.l@example.com", "ada@example.com"], isPermanent: true }],
    });
  });

  test.each([
    { action: "delayed", status: "4.4.1" },
    { action: "failed", status: "4.4.7" },
    { action: "delivered", status: "2.0.0" },
    { action: "relayed", status: "5.1.1" },
    { action: "", status: "" },
  ])("with $action and $status is not for good", (fields) => {
    expect(parseDeliveryReport(deliveryReport(fields))?.recipients).toMatchObject([{ isPermanent: false }]);
  });

  test("may end its lines with LF, repeat fields and name many recipients", () => {
    const group =
      "Final-Recipient: RFC822; <ada@example.com>\nACTION: Failed\nStatus: 5.1.1\nStatus: 2.0.0\n\n";
    const report = deliveryReport()
      .replaceAll("\r\n", "\n")
      .replace("Reporting-MTA", `${group.repeat(50)}X`);
    const { recipients } = parseDeliveryReport(report) ?? { recipients: [] };
    expect(recipients).toHaveLength(20);
    expect(recipients[0]).toEqual({ addresses: ["ada@example.com"], isPermanent: true });
  });

  const whole = deliveryReport();
  test.each([
    ["an empty mail", ""],
    [
      "a mail of a person",
      "From: eve@example.com\r\nSubject: Hi\r\n\r\nFinal-Recipient: rfc822; ada@example.com",
    ],
    ["another type", whole.replace("multipart/report", "multipart/mixed")],
    ["no boundary", whole.replace('boundary="=_one/two"', "x=y")],
    ["another boundary", whole.replace('boundary="=_one/two"', "boundary=three")],
    ["no part for programs", whole.replace("message/delivery-status", "text/plain")],
    [
      "an encoded part",
      whole.replace(
        "message/delivery-status",
        "message/delivery-status\r\nContent-Transfer-Encoding: base64",
      ),
    ],
    [
      "a second header field of the type",
      whole.replace("Content-Type:", "Content-Type: text/plain\r\nContent-Type:"),
    ],
  ])("is none with %s", (_, mail) => {
    expect(parseDeliveryReport(mail)).toBeNull();
  });

  test("has no recipient where the fields are cut off or are no fields", () => {
    for (const mail of [
      whole.slice(0, whole.indexOf("Original-Recipient")),
      whole.replaceAll("Recipient: rfc822", "Recipient"),
      whole.replaceAll("-Recipient:", "-Recipient"),
    ])
      expect(parseDeliveryReport(mail)?.recipients.flatMap(({ addresses }) => addresses)).toEqual([]);
  });

  const MB = 1024 * 1024;
  const long = (text: string) => text.repeat(Math.ceil(MB / text.length));
  test.each([
    ["line breaks", long("\n")],
    ["empty lines with spaces", long("\n \n\t")],
    ["spaces", long(" ")],
    ["boundaries", long("--=_one/two\n")],
    ["fields", long("Final-Recipient: rfc822; ada@example.com\n\n")],
    ["parameters", `Content-Type: multipart/report;${long(" boundary = ;")}`],
    ["folded lines", long("\n\tx")],
  ])(
    "of 1 MB of %s is parsed in time",
    (_, filling) => {
      expect(parseDeliveryReport(filling)).toBeNull();
      parseDeliveryReport(whole.replace("Reporting-MTA", `${filling}\nReporting-MTA`));
      parseDeliveryReport(`${filling}${whole}`);
      // A parser that is not linear takes minutes.
    },
    60_000,
  );
});
