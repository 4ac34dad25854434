import { Trans } from "@lingui/react/macro";
import { ButtonLink } from "~/ui/button";
import { LandingImage } from "./landing-image";

/** Renders a screenshot of the product with a link to sign up. */
export function Preview() {
  return (
    <section aria-labelledby="preview" className="safe-x overflow-hidden bg-wash">
      <div className="mx-auto grid max-w-[76rem] gap-10 px-5 pt-24 sm:px-8 md:pt-32">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div>
            <h2 id="preview" className="title text-4xl sm:text-5xl">
              <Trans>Your photos come first</Trans>
            </h2>
            <p className="mt-4 max-w-[34rem] text-[1.0625rem] text-muted leading-relaxed">
              <Trans>
                No ads and no suggested posts: only the people you chose, newest first. On your phone and your
                computer, in light and dark.
              </Trans>
            </p>
          </div>
          <ButtonLink to="/signup">
            <Trans>See it in action</Trans>
          </ButtonLink>
        </div>
        <div className="-mb-1 overflow-hidden rounded-t-card border border-line border-b-0 bg-surface shadow-soft max-sm:-me-40">
          <LandingImage name="desktop" className="aspect-16/9 object-top" />
        </div>
      </div>
    </section>
  );
}
