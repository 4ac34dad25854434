import { useLingui } from "@lingui/react/macro";
import type { ProfileView } from "~/contract/accounts";
import { Dialog } from "~/ui/dialog";
import { EditProfileForm } from "./edit-profile-form";

interface Props {
  profile: ProfileView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The edit profile dialog (docs/product.md#profile). A default export, because `lazy` needs one. */
export default function EditProfileDialog({ profile, open, onOpenChange }: Props) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Edit Profile`} keepsInput>
      <EditProfileForm profile={profile} close={() => onOpenChange(false)} />
    </Dialog>
  );
}
