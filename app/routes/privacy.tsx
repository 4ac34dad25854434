import { Link } from "react-router";
import { ProsePage, type ProseSection } from "~/features/pages/prose-page";
import { textLink } from "~/ui/text-link";

export const handle = { hydrate: false };

export const meta = () => [
  { title: "Privacy · Afterglow" },
  { name: "description", content: "What Afterglow keeps, who sees it, and how it goes away." },
];

const sections: ProseSection[] = [
  {
    heading: "What is kept",
    body: (
      <ul>
        <li>Your full name, username, e-mail address, bio and profile picture, as you give them.</li>
        <li>Your password as a slow, salted hash. Nobody can read it back, and neither can we.</li>
        <li>
          Your posts, comments, likes, saved posts, connections, messages, notifications and the images you
          make with AI, with their times.
        </li>
        <li>Your sessions, so that you can see where you are signed in and end any of them.</li>
        <li>Whom you have blocked, and what you have reported and why.</li>
      </ul>
    ),
  },
  {
    heading: "What happens to a photo",
    body: (
      <p>
        Every photo is decoded and written anew in a few sizes. What the camera wrote into the file, the place
        (GPS), the device, the serial number, is not carried over. Afterglow knows the location of a photo
        only if you type one.
      </p>
    ),
  },
  {
    heading: "Who sees what",
    body: (
      <ul>
        <li>
          Posts: your connections in their feeds, and any signed-in member who opens your profile or has the
          post's address. Nobody who is not signed in.
        </li>
        <li>Messages and what is attached to them: you and the other member.</li>
        <li>What you have saved: only you.</li>
        <li>
          Whether you are online: your connections, while a page of yours is open. You can hide it in
          Settings.
        </li>
        <li>
          What you report: those who run Afterglow, to look into it. Nobody is told whom you have blocked.
        </li>
        <li>Your e-mail address: nobody.</li>
      </ul>
    ),
  },
  {
    heading: "Images made with AI",
    body: (
      <p>
        What you describe, and the photo you ask to change, goes to the image engine that the page names, for
        that one request. The result is kept with your description, as yours. What you do not save may be
        cleaned up after a day.
      </p>
    ),
  },
  {
    heading: "Cookies and trackers",
    body: (
      <>
        <p>
          There are three cookies that stay for a while, all needed, all ours: one holds your session, one
          lets your browser load photos, one says how far the site had got when you last changed something, so
          that you see it. A fourth carries a notice ("You have successfully logged in") to the next page and
          is gone.
        </p>
        <p>
          The browser also keeps your theme and, until you log out, unfinished drafts and your last AI
          prompts, on your device. There are no ads, no trackers, no analytics, and no files from other sites.
        </p>
      </>
    ),
  },
  {
    heading: "Take it with you, or take it away",
    body: (
      <>
        <p>
          Settings lets you download all you have here. Deleting a post removes it with its comments, likes
          and stored image. Deleting your account removes everything listed above, and cannot be undone.
        </p>
        <p>
          The rules of the house are in the{" "}
          <Link to="/terms" className={textLink}>
            Terms
          </Link>
          .
        </p>
      </>
    ),
  },
];

export default function Privacy() {
  return (
    <ProsePage
      title="Privacy"
      intro="What Afterglow keeps, who sees it, and how it goes away."
      updated="November 20, 2026"
      sections={sections}
    />
  );
}
