import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { ProfileView } from "~/contract/accounts";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";

const EditProfileDialog = lazyPart(() => import("./edit-profile-dialog.client"));

/** The "Edit Profile" button. Fetches the dialog's code when the button is hovered or focused. */
export function EditProfile({ profile }: { profile: ProfileView }) {
  const [hasOpened, setHasOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const show = () => {
    setHasOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        onClick={show}
        onPointerEnter={EditProfileDialog.preload}
        onFocus={EditProfileDialog.preload}
      >
        <Trans>Edit Profile</Trans>
      </Button>
      {hasOpened && (
        <Suspense>
          <EditProfileDialog profile={profile} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
