import { Features } from "./features";
import { Hero } from "./hero";
import { LandingFooter } from "./landing-footer";
import { LandingHeader } from "./landing-header";
import { Preview } from "./preview";

/** The landing (spec point 2). Served whole and never hydrated: nothing here may need a script. */
export function LandingPage() {
  return (
    <div id="top">
      <LandingHeader />
      <main>
        <Hero />
        <Features />
        <Preview />
      </main>
      <LandingFooter />
    </div>
  );
}
