import { Bookmark, Ellipsis, Heart, MessageCircle, Send } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Dialog } from "~/ui/dialog";
import { Field, TextArea } from "~/ui/field";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";
import { PasswordField } from "~/ui/password-field";
import { Popover } from "~/ui/popover";
import { RadioGroup } from "~/ui/radio-group";
import { Tabs } from "~/ui/tabs";
import { showToast } from "~/ui/toast";

/** Renders buttons, links and icon buttons in their states. */
export function Buttons() {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button>Share</Button>
        <Button variant="quiet">Edit Profile</Button>
        <Button variant="plain">Cancel</Button>
        <Button variant="danger">Delete post</Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small">Connect</Button>
        <Button size="small" variant="quiet">
          Requested
        </Button>
        <Button disabled>Disabled</Button>
        <Button busy busyLabel="Sharing...">
          Share
        </Button>
        <ButtonLink to="/design" variant="quiet">
          A link
        </ButtonLink>
      </div>
      <div className="flex items-center">
        <IconButton label="Like" icon={<Heart aria-hidden />} tooltip />
        <IconButton
          label="Liked"
          icon={<Heart aria-hidden className="animate-heart fill-ember text-ember" />}
          aria-pressed
          tooltip
        />
        <IconButton label="Comment" icon={<MessageCircle aria-hidden />} tooltip />
        <IconButton label="Share" icon={<Send aria-hidden />} tooltip />
        <IconButton label="Save" icon={<Bookmark aria-hidden />} tooltip />
      </div>
      <ButtonLink to="/design" variant="glow" className="justify-self-start">
        Get Started
      </ButtonLink>
    </div>
  );
}

/** Renders form fields in their states. */
export function Fields() {
  return (
    <div className="grid gap-5">
      <Field label="Email" type="email" placeholder="you@example.com" autoComplete="off" />
      <Field label="Username" defaultValue="mi" error="Username must be at least 3 characters." />
      <PasswordField
        label="Password"
        defaultValue="afterglow"
        hint="At least 6 characters"
        autoComplete="off"
      />
      <TextArea
        label="Bio"
        optional
        limit={150}
        defaultValue="The hour after sunset, mostly. Film, fog, slow trains, and whoever happens to be standing in front of the window when it turns gold. Lisbon."
      />
      <TextArea
        label="Caption"
        limit={20}
        defaultValue="This one is longer than it may be"
        error="Caption must not be longer than 20 characters."
      />
      <Field label="Location" optional disabled defaultValue="Disabled" />
      <Checkbox label="Remember me" defaultChecked />
      <RadioGroup
        legend="Who can see it"
        name="visibility"
        options={{
          everyone: { label: "Everyone", hint: "Any member can open it." },
          nobody: { label: "Nobody" },
        }}
        defaultValue="everyone"
      />
      <Checkbox label="I agree to the terms" error="You must agree to the terms and conditions" />
    </div>
  );
}

/** Renders triggers of dialogs, menus, popovers and toasts. */
export function Floating() {
  const [open, setOpen] = useState<"dialog" | "question" | null>(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="quiet" onClick={() => setOpen("dialog")}>
        Dialog
      </Button>
      <Button variant="quiet" onClick={() => setOpen("question")}>
        Question
      </Button>
      <Menu
        trigger={<IconButton label="Post options" icon={<Ellipsis aria-hidden />} tooltip />}
        header={<p className="font-semibold">Mira Sol</p>}
        items={[
          [
            { label: "Profile", icon: "profile", to: "/design" },
            { label: "Edit", icon: "edit", onSelect: () => showToast({ title: "Edit" }) },
          ],
          [
            {
              label: "Delete post",
              icon: "delete",
              danger: true,
              onSelect: () => setOpen("question"),
            },
          ],
        ]}
      />
      <Popover trigger={<Button variant="quiet">Popover</Button>} label="Share">
        {(dismiss) => (
          <div className="grid gap-3 p-4">
            <p>You have no connections yet</p>
            <Button variant="quiet" onClick={dismiss}>
              Copy link
            </Button>
          </div>
        )}
      </Popover>
      <Button
        variant="quiet"
        onClick={() => showToast({ title: "Post saved", text: "Find it on your profile." })}
      >
        Toast
      </Button>
      <Button
        variant="quiet"
        onClick={() => showToast({ title: "Error", text: "Failed to like post", kind: "danger" })}
      >
        Failure
      </Button>
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </div>
  );
}

function Dialogs({ open, onClose }: { open: "dialog" | "question" | null; onClose: () => void }) {
  const close = (next: boolean) => !next && onClose();
  return (
    <>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Edit profile"
        text="This is how other members see you."
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={onClose}>Save Changes</Button>
          </>
        }
      >
        <Field label="Username" defaultValue="mira" />
      </Dialog>
      <ConfirmDialog
        open={open === "question"}
        onOpenChange={close}
        title="Delete this post?"
        text="Its comments and likes go with it. This cannot be undone."
        confirmLabel="Delete post"
        onConfirm={onClose}
      />
    </>
  );
}

/** Renders tabs. */
export function TabSample() {
  return (
    <Tabs
      label="Profile"
      tabs={[
        { value: "posts", label: "Posts", content: <p className="py-4 text-muted">Posts</p> },
        { value: "saved", label: "Saved", content: <p className="py-4 text-muted">Saved</p> },
        { value: "tagged", label: "Tagged", content: <p className="py-4 text-muted">Tagged</p> },
      ]}
    />
  );
}
