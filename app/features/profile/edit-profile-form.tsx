import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useRef, useState } from "react";
import type { ProfileView } from "~/contract/accounts";
import type { ErrorBody } from "~/contract/errors";
import { BIO_MAX } from "~/contract/limits";
import { ApiError, type ApiRequest, api } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { useInterruptedText } from "~/features/session/drafts";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { dialogActions } from "~/ui/dialog-actions";
import { Field, TextArea } from "~/ui/field";
import { inputProps, textAreaProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { retryImport } from "~/ui/retry-import";
import { useReload } from "~/ui/router/use-reload";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { useCheckedForm } from "~/ui/use-checked-form";
import { AvatarPicker } from "./avatar-picker";
import { UsernameField } from "./username-field";

const loadModule = retryImport(() => import("./check-profile.client"));
const loadCheck = async () => (await loadModule()).checkProfile;

interface Props {
  profile: Pick<ProfileView, "fullName" | "username" | "bio" | "profileImage">;
  /** Closes the dialog around it. */
  close?: () => void;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form of the dialog on the profile and of the settings' page, which handles it without JavaScript. */
export function EditProfileForm({ profile, close, lastResult: sent }: Props) {
  const { t } = useLingui();
  const { lastResult, isSaving, save } = useSaving(sent, close);
  const bio = useRef<HTMLTextAreaElement>(null);
  const keepBio = useInterruptedText("bio", "own");
  const setBio = useCallback(
    (field: HTMLTextAreaElement | null) => {
      bio.current = field;
      return keepBio(field);
    },
    [keepBio],
  );
  const [form, fields, isWaiting] = useCheckedForm({
    load: loadCheck,
    lastResult,
    defaultValue: { fullName: profile.fullName, username: profile.username, bio: profile.bio },
    onSubmit: (event, { submission, formData }) => {
      event.preventDefault();
      if (submission && !isSaving) void save(formData, submission.reply);
    },
  });

  return (
    <form method="post" {...getFormProps(form)} onKeyDown={submitOnModEnter} className="grid gap-5">
      <AvatarPicker
        name={profile.fullName}
        image={profile.profileImage}
        inputName="profileImage"
        removable
        errors={fields.profileImage.errors}
      />
      <Field
        label={t`Full name`}
        {...inputProps(fields.fullName)}
        autoComplete="name"
        autoCapitalize="words"
      />
      <UsernameField {...inputProps(fields.username)} current={profile.username} />
      <TextArea label={t`Bio`} optional {...textAreaProps(fields.bio)} ref={setBio} limit={BIO_MAX} />
      <Mentions field={bio} />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <div className={close && dialogActions}>
        {close && (
          <Button variant="quiet" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" busy={isWaiting || isSaving} busyLabel={t`Saving...`}>
          <Trans>Save Changes</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Returns what saves the form, whether it is being saved, and the latest reply. */
function useSaving(sent: Props["lastResult"], close: Props["close"]) {
  const { t } = useLingui();
  const [lastResult, setLastResult] = useState(sent);
  const [isSaving, setSaving] = useState(false);
  const reload = useReload();

  async function save(formData: FormData, reply: (options: object) => SubmissionResult<string[]>) {
    setSaving(true);
    const image = formData.get("profileImage");
    const failure = await saveProfile(
      {
        fullName: String(formData.get("fullName")),
        username: String(formData.get("username")),
        bio: String(formData.get("bio") ?? ""),
        // A missing field keeps the profile picture, an empty one removes it.
        ...(image === null ? {} : { profileImage: image === "" ? null : String(image) }),
      },
      t`An error occurred`,
    );
    setSaving(false);
    if (failure === "logged out") return;
    if (failure) {
      showToast({ kind: "danger", title: t`Update failed`, text: failure.message });
      return setLastResult(reply({ formErrors: [failure.message], fieldErrors: failure.errors ?? {} }));
    }
    showToast({ title: t`Profile updated` });
    close?.();
    await reload();
  }
  return { lastResult, isSaving, save };
}

/**
 * Saves the profile. Returns the error, or null on success. Without a session the log-in page follows.
 * @param unknown the message of an error that has none
 */
async function saveProfile(
  body: ApiRequest<"POST /api/users/profile-setup">["body"],
  unknown: string,
): Promise<Pick<ErrorBody, "message" | "errors"> | "logged out" | null> {
  try {
    await api("POST /api/users/profile-setup", { body });
    return null;
  } catch (error) {
    if (leavesForLogIn(error)) return "logged out";
    return (error instanceof ApiError && error.body) || { message: unknown };
  }
}
