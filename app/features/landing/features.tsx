import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { classNames } from "~/ui/class-names";
import { LandingImage } from "./landing-image";
import type { LandingImageName } from "./landing-images";

const features: readonly {
  image: LandingImageName;
  title: MessageDescriptor;
  text: MessageDescriptor;
  offset: string;
}[] = [
  {
    image: "share",
    title: msg`Connect & Share`,
    text: msg`Share photos uncropped with the people you choose. Like, comment, save, and send your favorites to a friend.`,
    offset: "",
  },
  {
    image: "messages",
    title: msg`Seamless Messaging`,
    text: msg`See who's online, who's typing, and when your message was read. Offline? Your messages go out once you're back.`,
    offset: "md:mt-20",
  },
  {
    image: "studio",
    title: msg`AI Image Creation`,
    text: msg`Describe an image, edit a photo with a sentence, or turn it into a watercolor. Then post it in one step.`,
    offset: "md:mt-8",
  },
];

/** Renders the three features, each with an image. */
export function Features() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="features" className="safe-x">
      <div className="mx-auto max-w-[76rem] px-5 py-24 sm:px-8 md:py-32">
        <h2 id="features" className="title max-w-[22ch] text-4xl sm:text-5xl">
          <Trans>Everything you need to share your photos</Trans>
        </h2>
        <ul className="mt-14 grid gap-x-8 gap-y-14 md:grid-cols-3">
          {features.map(({ image, title, text, offset }) => (
            <li key={image} className={classNames("max-md:max-w-md", offset)}>
              <LandingImage name={image} className="rounded-photo" />
              <h3 className="title mt-6 text-2xl">{t(title)}</h3>
              <p className="mt-2 text-[1.0625rem] text-muted leading-relaxed">{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
