import type { ReactNode } from "react";
import { Colours } from "~/features/design/colours";
import { People, Photos, States } from "~/features/design/content";
import { Buttons, Fields, Floating, TabSample } from "~/features/design/controls";
import { Button } from "~/ui/button";
import { setTheme, themes, useTheme } from "~/ui/theme";

export const meta = () => [{ title: "Design · Afterglow" }];

/** Renders every component in its states, in both themes side by side. In development only (see routes.ts). */
export default function Design() {
  const theme = useTheme();
  return (
    <main>
      <div className="flex flex-wrap items-center gap-2 p-4">
        <h1 className="title me-auto text-3xl">Design</h1>
        {themes.map((name) => (
          <Button
            key={name}
            size="small"
            look={name === theme ? "primary" : "quiet"}
            onClick={() => setTheme(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className="grid lg:grid-cols-2">
        <Sheet theme="light" />
        <Sheet theme="dark" />
      </div>
    </main>
  );
}

function Sheet({ theme }: { theme: "light" | "dark" }) {
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
