import { Features } from "./features";
import { Hero } from "./hero";
import { LandingFooter } from "./landing-footer";
import { LandingHeader } from "./landing-header";
import { Preview } from "./preview";

/** Renders the landing page (docs/product.md#landing). It is not hydrated, so nothing here may depend on JavaScript. */
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
