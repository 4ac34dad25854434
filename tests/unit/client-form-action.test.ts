import { redirect } from "react-router";
import { expect, it } from "vitest";
import { clientFormAction } from "~/client-form-action";

function submitted(fields: Record<string, string>): Request {
  return new Request("https://afterglow.test/login", { method: "POST", body: new URLSearchParams(fields) });
}

it("hands on what the server answers", async () => {
  const request = submitted({});
  expect(await clientFormAction({ request, serverAction: async () => "a reply" })).toBe("a reply");
});

it("lets a redirect pass", async () => {
  const away = redirect("/feed");
  const serverAction = () => Promise.reject(away);
  await expect(clientFormAction({ request: submitted({}), serverAction })).rejects.toBe(away);
});

it("keeps what was typed when the server is not reached, though the attempt has read the form", async () => {
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
