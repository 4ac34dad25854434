import { Camera } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { AVATAR_MISSING, AVATAR_TOO_LARGE, IMAGE_UNREADABLE } from "~/contract/texts";
import { dataUrlOf } from "~/features/api/data-url";
import { loadPicture } from "~/features/photo/load-photo";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field-error";
import { showToast } from "~/ui/toast";
import { AvatarCropper } from "./avatar-cropper";

interface Props {
  /** Whose picture it will be: gives the initials before one is chosen. */
  name: string;
  image?: string | null;
  /**
   * The name of the hidden field that carries the picture as a data URL (spec point 2: base64 before sending): absent
   * while nothing has changed, empty when the picture is to go.
   */
  inputName: string;
  /** Whether the picture there is can be taken away. */
  removable?: boolean;
  errors?: string[];
}

type Change = "none" | "removed" | { picture: HTMLImageElement; cropped: string };

/** Chooses a profile picture: images only, under 2 MB, cropped and shown as it will be. */
export function AvatarPicker({ name, image, inputName, removable = false, errors }: Props) {
  const [change, setChange] = useState<Change>("none");
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState<HTMLFormElement | null>(null);

  // A reset form has no picture either.
  useEffect(() => {
    const clear = () => setChange("none");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [form]);

  function refuse(title: string, text: string) {
    setProblem(text);
    showToast({ kind: "danger", title, text });
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (!file) return;
    setProblem(null);
    if (!file.type.startsWith("image/")) return refuse("Image error", AVATAR_MISSING);
    if (file.size > AVATAR_MAX_BYTES) {
      return refuse("File too large", AVATAR_TOO_LARGE);
    }
    try {
      setChange({ picture: await loadPicture(await dataUrlOf(file)), cropped: "" });
    } catch {
      refuse("Image loading error", IMAGE_UNREADABLE);
    }
  }

  /** The button that is pressed for this goes with it: the focus has to go somewhere too. */
  function giveUp(picture: "none" | "removed") {
    setChange(picture);
    input.current?.focus();
  }

  const chosen = typeof change === "object" ? change : null;
  const shown = change === "removed" ? null : image;
  return (
    <div className="flex flex-wrap items-center gap-4" ref={(box) => setForm(box?.closest("form") ?? null)}>
      {chosen ? (
        <AvatarCropper
          key={chosen.picture.src}
          picture={chosen.picture}
          onCrop={(cropped) => setChange({ ...chosen, cropped })}
        />
      ) : (
        <Avatar name={name} image={shown} size="xl" />
      )}
      <div className="grid justify-items-start gap-2">
        <label htmlFor={id} className="sr-only">
          Profile picture
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          onChange={choose}
          className="peer sr-only"
          aria-describedby={`${id}-error`}
        />
        <Button look="quiet" size="small" tabIndex={-1} onClick={() => input.current?.click()}>
          <Camera aria-hidden className="size-4" />
          {chosen || shown ? "Change picture" : "Add a picture"}
        </Button>
        {chosen && (
          <Button look="plain" size="small" onClick={() => giveUp("none")}>
            Discard
          </Button>
        )}
        {!chosen && shown && removable && (
          <Button look="plain" size="small" onClick={() => giveUp("removed")}>
            Remove picture
          </Button>
        )}
        {change !== "none" && <input type="hidden" name={inputName} value={chosen?.cropped ?? ""} />}
        <FieldError id={`${id}-error`} error={problem ?? errors} />
      </div>
    </div>
  );
}
