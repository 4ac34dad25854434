import { redirect } from "react-router";
import { expect, it } from "vitest";
import { clientFormAction } from "~/client-form-action";

function submitted(fields: Record<string, string>): Request {
  return new Request("https://afterglow.test/login", { method: "POST", body: new URLSearchParams(fields) });
}

it("returns the server's reply", async () => {
  const request = submitted({});
  expect(await clientFormAction({ request, serverAction: async () => "a reply" })).toBe("a reply");
});

it("rethrows a redirect", async () => {
  const away = redirect("/feed");
  const serverAction = () => Promise.reject(away);
  await expect(clientFormAction({ request: submitted({}), serverAction })).rejects.toBe(away);
});

it("returns the submitted values when the server is unreachable, though the attempt has read the body", async () => {
  const request = submitted({ email: "ada@example.com", intent: "email" });
  const serverAction = async () => {
    await request.formData();
    throw new TypeError("Failed to fetch");
  };
  expect(await clientFormAction({ request, serverAction })).toMatchObject({
    data: {
      result: {
        status: "error",
        initialValue: { email: "ada@example.com", intent: "email" },
        error: { "": ["An error occurred"] },
      },
    },
    init: { status: 503 },
  });
});
