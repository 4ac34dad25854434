import { Trans } from "@lingui/react/macro";
import { ButtonLink } from "~/ui/button";
import { DuskScene } from "~/ui/dusk-scene";
import { LandingImage } from "./landing-image";

/** Renders the tagline and the two sign-up links over the dusk scene, with a phone that shows the feed. */
export function Hero() {
  return (
    <section
      data-theme="dark"
      aria-labelledby="tagline"
      className="on-dusk safe-x relative isolate overflow-hidden bg-dusk-deep text-dusk-ink"
    >
      <DuskScene className="-z-10" />
      <div className="mx-auto grid max-w-[76rem] gap-12 px-5 pt-28 sm:px-8 md:h-[min(100svh,54rem)] md:min-h-[40rem] md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:pt-16">
        <div className="md:self-center md:pb-16">
          <h1
            id="tagline"
            // The optical size of large text: without it, browsers that do not choose it themselves draw wider letters.
            className="title text-[clamp(min(2.75rem,13vw),1.4rem+5.4vw,5.25rem)] leading-[1.02] tracking-[-0.025em] [font-variation-settings:'opsz'_72]"
          >
            <Trans>
              Share moments, <br />
              create memories
            </Trans>
          </h1>
          <p className="mt-6 max-w-[30rem] text-balance text-dusk-muted text-lg leading-relaxed">
            <Trans>
              A quiet place for your photos and the people in them. Share your moments, chat in real time, and
              create images with AI.
            </Trans>
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <ButtonLink to="/signup" variant="glow" className="min-h-13 px-8 text-lg">
              <Trans>Get Started</Trans>
            </ButtonLink>
            <ButtonLink to="/login" variant="quiet" className="min-h-13 bg-dusk-deep/40 px-7 text-lg">
              <Trans>Log in</Trans>
            </ButtonLink>
          </div>
        </div>
        <div className="relative mx-auto h-[25rem] w-full max-w-[26rem] md:max-w-[30rem] md:h-auto md:self-stretch">
          <div className="absolute top-16 end-0 w-[56%] rotate-4 md:top-[31%]">
            <LandingImage name="photo" className="rounded-photo shadow-[0_24px_60px_-20px_rgb(0_0_0/0.6)]" />
          </div>
          <div className="absolute top-0 start-[2%] w-[64%] rounded-[2.25rem] bg-black p-2 shadow-[0_24px_60px_-20px_rgb(0_0_0/0.6)] md:top-[17%]">
            <LandingImage name="phone" priority className="rounded-[1.8rem]" />
          </div>
        </div>
      </div>
    </section>
  );
}
