import { Suspense, useState } from "react";
import type { ProfileView } from "~/contract/accounts";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";

const load = () => import("./edit-profile-dialog");
const EditProfileDialog = lazyPart(load);

/** "Edit Profile" on one's own profile. The dialog's code is fetched on the way to it. */
export function EditProfile({ profile }: { profile: ProfileView }) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const prefetch = () => {
    // A failure shows when the press itself asks again.
    load().catch(() => undefined);
  };
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button look="quiet" size="small" onClick={show} onPointerEnter={prefetch} onFocus={prefetch}>
        Edit Profile
      </Button>
      {wanted && (
        <Suspense>
          <EditProfileDialog profile={profile} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
