import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, type MiddlewareFunction, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { keepPageWhenReloadFails, useReload } from "~/ui/router/use-reload";

/** Returns a router of React Router at "/", whose loads the test ends, and the function that reloads its data. */
async function openPage() {
  const loads: { reply: (text: string) => void; fail: (error: unknown) => void }[] = [];
  let reload: (() => Promise<void>) | undefined;
  function Page() {
    reload = useReload();
    return null;
  }
  const loader = () => new Promise<string>((reply, fail) => loads.push({ reply, fail }));
  const page = { loader, Component: Page };
  const router = createMemoryRouter([
    {
      id: "root",
      // A route of a file has the type of the results, one of data does not.
      middleware: [keepPageWhenReloadFails as MiddlewareFunction],
      ErrorBoundary: () => null,
      children: [
        { id: "page", path: "/", ...page },
        { id: "next", path: "/next", ...page },
      ],
    },
  ]);
  /** Ends the load with a number, once it runs. */
  const end = async (number: number, how: "reply" | "fail", value: unknown) => {
    await expect.poll(() => loads.length).toBeGreaterThan(number);
    loads[number]?.[how](value as string);
  };
  await end(0, "reply", "first");
  await expect.poll(() => router.state.initialized).toBe(true);
  renderToString(createElement(RouterProvider, { router }));
  if (!reload) throw new Error("The page was not rendered.");
  return { router, reload, loads, end };
}

test("reloads the data of the page", async () => {
  const { router, reload, end } = await openPage();
  const reloaded = reload();
  await end(1, "reply", "second");
  await reloaded;
  expect(router.state.loaderData).toEqual({ page: "second" });
});

test("does not reload during a navigation", async () => {
  const { router, reload, loads, end } = await openPage();
  const navigated = router.navigate("/next");
  await expect.poll(() => loads.length).toBe(2);
  await reload();
  await end(1, "reply", "next");
  await navigated;
  expect(loads).toHaveLength(2);
  expect(router.state.loaderData).toEqual({ next: "next" });
});

test("during a reload waits for its end, then reloads again", async () => {
  const { router, reload, end } = await openPage();
  const reloaded = Promise.all([reload(), reload()]);
  await end(1, "reply", "second");
  await end(2, "reply", "third");
  await reloaded;
  expect(router.state.loaderData).toEqual({ page: "third" });
});

test.each([new TypeError("Failed to fetch"), new Response(null, { status: 503 })])(
  "keeps the page when a reload fails: %s",
  async (error) => {
    const { router, reload, end } = await openPage();
    const reloaded = reload();
    await end(1, "fail", error);
    await reloaded;
    expect(router.state).toMatchObject({ loaderData: { page: "first" }, errors: null });
  },
);

test("shows the error page after the 404 of a reload, and after a failed navigation", async () => {
  const { router, reload, end } = await openPage();
  const reloaded = reload();
  await end(1, "fail", new Response(null, { status: 404 }));
  await reloaded;
  expect(router.state.errors).toMatchObject({ root: { status: 404 } });

  const other = await openPage();
  const navigated = other.router.navigate("/next");
  const failure = new TypeError("Failed to fetch");
  await other.end(1, "fail", failure);
  await navigated;
  expect(other.router.state.errors).toEqual({ root: failure });
});
