import { env } from "cloudflare:test";
import { expect, inject, test } from "vitest";
import { member } from "../workers/client";
import { connect, twoConnected } from "../workers/connect";

const image = Buffer.from(inject("photos").small ?? "", "base64");
const script = Buffer.from("<script>new ActiveXObject('WScript.Shell').Run('calc')</script>");

async function pair() {
  const [mallory, ada] = await twoConnected("mallory", "ada");
  const send = (name: string, bytes: Uint8Array) =>
    mallory.send("POST", `/api/chat/messages/${ada.id}`, {
      attachment: { data: Buffer.from(bytes).toString("base64"), name },
    });
  /** Returns the name and the type with which the recipient's browser stores a file. */
  const download = async (url: string) => {
    const reply = await ada.fetch(url);
    await reply.body?.cancel();
    const [, name = ""] =
      /filename\*=UTF-8''(.*)$/.exec(reply.headers.get("Content-Disposition") ?? "") ?? [];
    return [decodeURIComponent(name), reply.headers.get("Content-Type")];
  };
  return { ada, send, download };
}

test("a file is downloaded with the extension of its content, whatever its sender calls it", async () => {
  const { send, download } = await pair();
  const files = [
    ["invoice.hta", script, "invoice.txt", "text/plain"],
    ["run.ps1", Buffer.from("Start-Process calc"), "run.txt", "text/plain"],
    [
      "x.svg",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
      "x.txt",
      "text/plain",
    ],
    ["photo.jpg.exe", script, "photo.jpg.txt", "text/plain"],
    ["invoice\u202Efdp.exe", script, "invoicefdp.txt", "text/plain"],
    ["in\u200Bvoice\u200F.exe", script, "invoice.txt", "text/plain"],
    ["..\\..\\Startup/run.bat . .", script, "run.txt", "text/plain"],
    ["report.txt:evil.exe", script, "report.txt_evil.txt", "text/plain"],
    ["setup.exe", image, "setup.webp", "image/webp"],
    ["setup.exe", Buffer.from("%PDF-1.7\n%\u00e2"), "setup.pdf", "application/pdf"],
    // The part that a member reads stays.
    ["Fotos für Ömer 📷.txt", script, "Fotos für Ömer 📷.txt", "text/plain"],
  ] as const;
  for (const [name, bytes, safe, type] of files) {
    const reply = await send(name, bytes);
    expect(reply.status, name).toBe(201);
    const { attachment } = await reply.json<{ attachment: { url: string; name: string } }>();
    expect(attachment.name).toBe(safe);
    expect(await download(attachment.url)).toEqual([safe, type]);
  }
});

test.each([
  ["a program with the header of a PDF", Buffer.concat([Buffer.from("MZ\0\u0001"), Buffer.from("%PDF-1.7")])],
  [
    "a Word file with macros",
    Buffer.from("PK\u0003\u0004 [Content_Types].xml word/document.xml word/vbaProject.bin"),
  ],
])("%s is refused", async (_, bytes) => {
  const { send } = await pair();
  expect((await send("setup.exe", bytes)).status).toBe(415);
});

test("a name that an earlier version has stored is made safe on its way out, and when it is forwarded", async () => {
  const { ada, send, download } = await pair();
  const eve = await member("eve");
  await connect(ada, eve);
  const sent = await (await send("notes.txt", script)).json<{ id: string; attachment: { url: string } }>();
  await env.DB.prepare("UPDATE chat_messages SET attachment_name = 'invoice.hta' WHERE id = ?")
    .bind(sent.id)
    .run();
  expect(await download(sent.attachment.url)).toEqual(["invoice.txt", "text/plain"]);
  const forwarded = await ada.call("sendMessage", { params: { userId: eve.id }, body: { forward: sent.id } });
  expect(forwarded.attachment?.name).toBe("invoice.txt");
  const stored = await env.DB.prepare("SELECT attachment_name AS name FROM chat_messages WHERE id = ?")
    .bind(forwarded.id)
    .first("name");
  expect(stored).toBe("invoice.txt");
});
