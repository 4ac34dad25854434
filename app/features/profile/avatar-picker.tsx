import { Camera } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useState } from "react";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field-error";
import { showToast } from "~/ui/toast";

interface Props {
  /** Whose picture it will be: gives the initials before one is chosen. */
  name: string;
  image?: string | null;
  /** The name of the hidden field that carries the picture as a data URL (spec point 2: base64 before sending). */
  inputName: string;
  errors?: string[];
}

/** Chooses a profile picture: images only, under 2 MB, shown at once. */
export function AvatarPicker({ name, image, inputName, errors }: Props) {
  const [picture, setPicture] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const [form, setForm] = useState<HTMLFormElement | null>(null);

  // A reset form has no picture either.
  useEffect(() => {
    const clear = () => setPicture(null);
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [form]);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (!file) return;
    const refusal = refusalOf(file);
    setProblem(refusal?.text ?? null);
    if (refusal) return showToast({ kind: "danger", ...refusal });
    try {
      setPicture(await readAsDataUrl(file));
    } catch (error) {
      console.warn("The picture could not be read.", error);
    }
  }

  return (
    <div className="flex items-center gap-4" ref={(box) => setForm(box?.closest("form") ?? null)}>
      <Avatar
        name={name}
        image={picture ?? image}
        size="xl"
        alt={picture ? "Your new profile picture" : ""}
      />
      <div className="grid justify-items-start gap-1">
        <label htmlFor={id} className="sr-only">
          Profile picture
        </label>
        <input
          id={id}
          type="file"
          accept="image/*"
          onChange={choose}
          className="peer sr-only"
          aria-describedby={`${id}-error`}
        />
        <Button look="quiet" size="small" tabIndex={-1} onClick={() => document.getElementById(id)?.click()}>
          <Camera aria-hidden className="size-4" />
          {picture || image ? "Change picture" : "Add a picture"}
        </Button>
        {picture && <input type="hidden" name={inputName} value={picture} />}
        <FieldError id={`${id}-error`} error={problem ?? errors} />
      </div>
    </div>
  );
}

function refusalOf(file: File): { title: string; text: string } | null {
  if (!file.type.startsWith("image/")) return { title: "Image error", text: "Please choose an image file" };
  if (file.size > AVATAR_MAX_BYTES) {
    return { title: "File too large", text: "Please select an image smaller than 2MB" };
  }
  return null;
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
