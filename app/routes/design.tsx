import { msg } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { DARK_QUERY } from "~/domain/mail/letter";
import { sampleLetters } from "~/domain/mail/sample-letters";
import { Colours } from "~/features/design/colours";
import { People, Photos, States } from "~/features/design/content";
import { Buttons, Fields, Floating, TabSample } from "~/features/design/controls";
import { Mails, type PreviewedMail } from "~/features/design/mails";
import { pageContext } from "~/page-context";
import { Button } from "~/ui/button";
import { setTheme, themes, useTheme } from "~/ui/theme";

export const handle = { title: msg`Design` };

/** Returns every mail with fixed themes: the frames of the previews have that of the browser. */
export function loader({ context }: LoaderFunctionArgs): PreviewedMail[] {
  const { ctx, texts } = context.get(pageContext);
  return sampleLetters(texts.i18n, ctx.urlOf("/")).map(({ name, mail: { subject, text, html } }) => ({
    name,
    subject,
    text,
    light: html.replace(DARK_QUERY, "@media not all"),
    dark: html.replace(DARK_QUERY, "@media all"),
  }));
}

/** Renders every component in its states, in both themes side by side. In development only (see routes.ts). */
export default function Design() {
  const mails = useLoaderData<typeof loader>();
  const theme = useTheme();
  return (
    <main>
      <div className="flex flex-wrap items-center gap-2 p-4">
        <h1 className="title me-auto text-3xl">Design</h1>
        {themes.map((name) => (
          <Button
            key={name}
            size="small"
            variant={name === theme ? "primary" : "quiet"}
            onClick={() => setTheme(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className="grid lg:grid-cols-2">
        <Sheet theme="light" mails={mails} />
        <Sheet theme="dark" mails={mails} />
      </div>
    </main>
  );
}

function Sheet({ theme, mails }: { theme: "light" | "dark"; mails: PreviewedMail[] }) {
  return (
    <div data-theme={theme} className="min-w-0 bg-paper p-5 text-ink sm:p-10">
      <div className="mx-auto grid max-w-[34rem] gap-12">
        <Part title="Colours">
          <Colours />
        </Part>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Floating">
          <Floating />
        </Part>
        <Part title="Fields">
          <Fields />
        </Part>
        <Part title="People and marks">
          <People />
        </Part>
        <Part title="Photos">
          <Photos />
        </Part>
        <Part title="Tabs">
          <TabSample />
        </Part>
        <Part title="States">
          <States />
        </Part>
        <Part title="Mails">
          <Mails mails={mails} theme={theme} />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="title text-2xl">{title}</h2>
      {children}
    </section>
  );
}
