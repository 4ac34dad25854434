import { Trans, useLingui } from "@lingui/react/macro";
import { Camera } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { AVATAR_MISSING, AVATAR_TOO_LARGE } from "~/contract/avatar-texts";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";
import { dataUrlOf } from "~/features/api/data-url";
import { IMAGE_FILES, loadImage, preparePhoto } from "~/features/photo/load-photo";
import { PhotoError, unreadable } from "~/features/photo/photo-problems";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field-error";
import { showToast } from "~/ui/toast";
import { useLatest } from "~/ui/use-latest";
import { AvatarCropper, cropAvatar } from "./avatar-cropper";

interface Props {
  /** The member's name; its initials show while there is no profile picture. */
  name: string;
  image?: string | null;
  /**
   * Name of the hidden field with the chosen image as a data URL (docs/product.md#profile): absent while nothing has
   * changed, empty when the profile picture is to be removed.
   */
  inputName: string;
  /** Whether the member can remove the current profile picture. */
  removable?: boolean;
  errors?: string[];
}

type Change = "none" | "removed" | { image: HTMLImageElement; isEditable: boolean; cropped: string };

/** Returns whether the system says so: a HEIC photo has no type on Windows. */
const isNoImage = ({ type, name }: File) => !type.startsWith("image/") && !/\.hei[cf]$/i.test(name);

/** Chooses and crops a profile picture: images only, under 2 MB (docs/product.md#media). */
export function AvatarPicker({ name, image, inputName, removable = false, errors }: Props) {
  const { t } = useLingui();
  const { change, setChange, setForm, problem, choose } = useChosenImage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  /**
   * Discards the chosen image or removes the current one. The pressed button unmounts, so the focus moves to the input.
   */
  function reset(next: "none" | "removed") {
    setChange(next);
    input.current?.focus();
  }

  const chosen = typeof change === "object" ? change : null;
  const shown = change === "removed" ? null : (chosen?.cropped ?? image);
  return (
    <div className="flex flex-wrap items-center gap-4" ref={(box) => setForm(box?.closest("form") ?? null)}>
      {chosen?.isEditable ? (
        <AvatarCropper
          key={chosen.image.src}
          image={chosen.image}
          onCrop={(cropped) => setChange({ ...chosen, cropped })}
        />
      ) : (
        <Avatar name={name} image={shown} size="xl" />
      )}
      <div className="grid justify-items-start gap-2">
        <label htmlFor={id} className="sr-only">
          <Trans>Profile picture</Trans>
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMAGE_FILES}
          onChange={choose}
          className="peer sr-only"
          aria-describedby={problem || errors?.length ? `${id}-error` : undefined}
        />
        <Button variant="quiet" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
          <Camera aria-hidden className="size-4" />
          <span>{chosen || shown ? t`Change picture` : t`Add a picture`}</span>
        </Button>
        {chosen && (
          <Button variant="plain" size="small" onClick={() => reset("none")}>
            <Trans>Discard</Trans>
          </Button>
        )}
        {!chosen && shown && removable && (
          <Button variant="plain" size="small" onClick={() => reset("removed")}>
            <Trans>Remove picture</Trans>
          </Button>
        )}
        {change !== "none" && <input type="hidden" name={inputName} value={chosen?.cropped ?? ""} />}
        <FieldError id={`${id}-error`} error={problem ?? errors} />
      </div>
    </div>
  );
}

/** Returns the change of the picture, and what checks and opens a chosen file, or the problem with it. */
function useChosenImage() {
  const { t } = useLingui();
  const [change, setChange] = useState<Change>("none");
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useLatest();
  const [form, setForm] = useState<HTMLFormElement | null>(null);

  // Resetting the form discards the chosen image.
  useEffect(() => {
    const discard = () => setChange("none");
    form?.addEventListener("reset", discard);
    return () => form?.removeEventListener("reset", discard);
  }, [form]);

  function showProblem(title: string, text: string) {
    setProblem(text);
    showToast({ kind: "danger", title, text });
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (!file) return;
    const isLatest = begin();
    setProblem(null);
    if (file.size > AVATAR_MAX_BYTES) {
      return showProblem(t`File too large`, t(AVATAR_TOO_LARGE));
    }
    try {
      const { blob, isEditable, warning } = await preparePhoto(file, "full", AVATAR_MAX_BYTES);
      const dataUrl = await dataUrlOf(blob);
      const image = await loadImage(dataUrl);
      if (!isLatest()) return;
      setChange({ image, isEditable, cropped: isEditable ? cropAvatar(image) : dataUrl });
      if (warning) showToast({ title: t`Picture added`, text: warning });
    } catch (error) {
      if (!isLatest()) return;
      const problem = error instanceof PhotoError ? error.problem : unreadable;
      if (problem !== unreadable) showProblem(problem.title, problem.text);
      else if (isNoImage(file)) showProblem(t`Image error`, t(AVATAR_MISSING));
      else showProblem(t`Image loading error`, t(IMAGE_UNREADABLE));
    }
  }
  return { change, setChange, setForm, problem, choose };
}
