import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { site } from "~/contract/site-name";
import { textLink } from "~/ui/text-link";
import type { ProseSection } from "./prose-page";
import { RetentionList } from "./retention-list";

/** The text of the privacy page. */
export const privacySections: ProseSection[] = [
  {
    heading: msg`What we store`,
    body: (
      <ul>
        <li>
          <Trans>Your full name, username, email address, bio and profile picture, as you enter them.</Trans>
        </li>
        <li>
          <Trans>
            Whether you have confirmed your email address, a new one until you do, and your old one, so that
            you can undo a change.
          </Trans>
        </li>
        <li>
          <Trans>
            Your password as a slow, salted hash. Nobody can read it from that, not even we. Where the
            operator has turned it on, a new password is looked up at Have I Been Pwned, which gets five
            characters of another hash of it.
          </Trans>
        </li>
        <li>
          <Trans>
            Your posts, comments, likes, saved posts, connections, messages, notifications and the images you
            make with AI, with their times.
          </Trans>
        </li>
        <li>
          <Trans>
            The names and public keys of your passkeys, from which nobody can log in. With two-factor
            authentication, the key of your authenticator app, and your recovery codes as hashes.
          </Trans>
        </li>
        <li>
          <Trans>Your sessions, so that you can see where you are logged in and end any of them.</Trans>
        </li>
        <li>
          <Trans>
            If you turn on push notifications, the address of your device at the push service of its browser,
            such as Google's, Mozilla's or Apple's, until you turn them off or log out. That service passes on
            encrypted messages: it learns that and when there is one, not what it says.
          </Trans>
        </li>
        <li>
          <Trans>
            How often you want emails with your news, and how many emails to your address came back.
          </Trans>
        </li>
        <li>
          <Trans>
            The members you have blocked or muted, the words you have muted, the hashtags you follow, your
            language and settings, your reports with their reasons, and our moderators' decisions about you.
          </Trans>
        </li>
      </ul>
    ),
  },
  {
    heading: msg`What happens to a photo`,
    body: (
      <p>
        <Trans>
          We convert every photo to a few sizes and remove the data that the camera added to the file, such as
          the GPS location, the device and its serial number. {site} knows the location of a photo only if you
          type one. If you turn on camera data for a post, its camera, lens and exposure are stored with the
          post and shown. A model that the operator of this site runs at Cloudflare may look at the photo of a
          post, once, to cover it or to show it to a moderator first.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg({ message: "Who can see it", context: "data" }),
    body: (
      <ul>
        <li>
          <Trans>
            Posts: your connections in their feeds, and any signed-in member who opens your profile or has the
            post's link. Nobody who is not signed in.
          </Trans>
        </li>
        <li>
          <Trans>Messages and attachments: you and the other member.</Trans>
        </li>
        <li>
          <Trans>Saved posts: only you.</Trans>
        </li>
        <li>
          <Trans>
            Your online status: your connections, while you have {site} open. You can hide it in Settings.
          </Trans>
        </li>
        <li>
          <Trans>
            Your reports: our moderators. A report keeps a copy of what it is about, also after that was
            deleted. We do not notify the members you block or mute.
          </Trans>
        </li>
        <li>
          <Trans>Your email address: no other member.</Trans>
        </li>
      </ul>
    ),
  },
  {
    heading: msg`What we email`,
    body: (
      <>
        <p>
          <Trans>
            Emails about your account and its security, such as a link for a new password, log-ins with a new
            browser, or a decision of our moderators. You can't turn these off.
          </Trans>
        </p>
        <p>
          <Trans>
            Once a week, if there is something that you have not seen, an email with your news: who liked,
            commented, shared or wrote, and no text of theirs. Choose daily, weekly or never, and which news,
            in your notification settings, or press “Unsubscribe” in the email. Our emails load nothing, so we
            do not learn whether you open them. The mail service that the operator uses delivers them, and
            reports those that come back.
          </Trans>
        </p>
      </>
    ),
  },
  {
    heading: msg`Images made with AI`,
    body: (
      <p>
        <Trans>
          We send your description, and the photo you want to edit, to the image engine that the page names,
          for that one request. We store the result with your description in your account. We delete an image
          that you do not save after a day.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`Translations`,
    body: (
      <p>
        <Trans>
          If you press “Translate”, your browser translates the text where it can. Otherwise we send the text,
          without your name, to a model that the operator of this site runs at Cloudflare, for that one
          request. We store neither the text nor the translation.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`How long we keep it`,
    body: (
      <>
        <p>
          <Trans>
            What you share, write and save stays until you delete it or your account. All the rest goes by
            itself, within a day after its time:
          </Trans>
        </p>
        <RetentionList />
      </>
    ),
  },
  {
    heading: msg`Cookies and trackers`,
    body: (
      <>
        <p>
          <Trans>
            We use four lasting cookies, all of them our own and necessary: one holds your session, one lets
            your browser load photos, one makes sure that you see your latest changes, and one recognises your
            browser when you log in again, so that we email you about log-ins from others only. A fifth
            carries a notice ("You have successfully logged in") to the next page and is then deleted. If you
            log in with a code, a sixth remembers for ten minutes that your password was right. On the log-in
            page a seventh recognises your browser for 15 minutes, for passkeys, and an eighth shows until you
            close the browser that it takes cookies.
          </Trans>
        </p>
        <p>
          <Trans>
            Your browser also stores your theme and, until you log out, unfinished drafts and your last AI
            prompts on your device. There are no ads, no trackers, no analytics, and no files from other
            sites, except that the operator can add a check by Cloudflare to the sign-up, which keeps out
            programs.
          </Trans>
        </p>
      </>
    ),
  },
  {
    heading: msg`Download or delete your data`,
    body: (
      <>
        <p>
          <Trans>
            In Settings you can download all your data. Deleting a post removes it with its comments, likes
            and photo. Deleting your account removes everything listed above at once, except from backups, and
            cannot be undone. What stays is a hash of your confirmed email address, for a while, and what our
            moderators need: reports with copies of what they are about, content they have removed, and the
            log of their decisions with your username.
          </Trans>
        </p>
        <p>
          <Trans>
            Our rules are in the{" "}
            <Link to="/terms" className={textLink}>
              Terms
            </Link>
            .
          </Trans>
        </p>
      </>
    ),
  },
];
