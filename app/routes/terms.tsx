import { Link } from "react-router";
import { ProsePage, type ProseSection } from "~/features/pages/prose-page";
import { textLink } from "~/ui/text-link";

export const handle = { hydrate: false };

export const meta = () => [
  { title: "Terms · Afterglow" },
  { name: "description", content: "What you can expect of Afterglow, and what it expects of you." },
];

const sections: ProseSection[] = [
  {
    heading: "Your account",
    body: (
      <>
        <p>
          An account belongs to one person. You need a working e-mail address, because that is where a new
          password is sent when you have forgotten yours. Choose a password you use nowhere else, and end
          sessions you do not know: Settings lists them all.
        </p>
        <p>
          You can change your username, e-mail address and password at any time, and you can leave at any
          time.
        </p>
      </>
    ),
  },
  {
    heading: "What you share stays yours",
    body: (
      <>
        <p>
          Your photos and words are yours. You let Afterglow keep them, resize them and show them to the
          members who may see them, and nothing more. That permission ends when you delete them.
        </p>
        <p>
          A post appears in the feeds of your connections and on your profile, and any signed-in member who
          has its address can open it. Post only what you have the right to share.
        </p>
      </>
    ),
  },
  {
    heading: "Be kind",
    body: (
      <ul>
        <li>No harassment, threats or hatred.</li>
        <li>No photos of people who have not agreed to be shown, and nothing that harms children. Ever.</li>
        <li>No pretending to be someone else, no spam, no selling of followers.</li>
        <li>No breaking in, and no overloading: there are limits on how fast one member can do things.</li>
      </ul>
    ),
  },
  {
    heading: "Connections and messages",
    body: (
      <p>
        Two members are connected when one has asked and the other has accepted. Only connections can write to
        each other. Either of you can end it at any time. Messages you have already sent stay in the
        conversation.
      </p>
    ),
  },
  {
    heading: "Images made with AI",
    body: (
      <p>
        You can make an image from a description, change a photo with one, or apply a style. You answer for
        what you ask for and for what you post. Results can be wrong or odd. An image you do not save may be
        cleaned up after a day.
      </p>
    ),
  },
  {
    heading: "Leaving",
    body: (
      <p>
        Settings has two buttons for it: one downloads what you have here, the other deletes your account.
        Deleting removes your profile, posts, comments, likes, connections, messages and images, and cannot be
        undone.
      </p>
    ),
  },
  {
    heading: "What we cannot promise",
    body: (
      <>
        <p>
          Afterglow comes as it is. It can be away for a while, and it can have faults. Keep your own copies
          of photos that matter to you.
        </p>
        <p>
          How your data is handled is told in{" "}
          <Link to="/privacy" className={textLink}>
            Privacy
          </Link>
          .
        </p>
      </>
    ),
  },
];

export default function Terms() {
  return (
    <ProsePage
      title="Terms"
      intro="What you can expect of Afterglow, and what it expects of you. Short, because it should be read."
      updated="November 20, 2026"
      sections={sections}
    />
  );
}
