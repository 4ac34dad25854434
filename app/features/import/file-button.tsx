import { FolderOpen } from "lucide-react";
import { buttonClasses } from "~/ui/button-classes";

interface FileButtonProps {
  label: string;
  isPrimary: boolean;
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that chooses the files of an export. */
export function FileButton({ label, isPrimary, isBusy, onFiles }: FileButtonProps) {
  return (
    <label
      aria-disabled={isBusy}
      className={buttonClasses({
        variant: isPrimary ? "primary" : "quiet",
        className:
          "relative cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-ember focus-within:outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-50",
      })}
    >
      <FolderOpen aria-hidden />
      <span>{label}</span>
      <input
        type="file"
        multiple
        accept=".zip,application/zip,.json"
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          onFiles(files);
        }}
        className="sr-only"
      />
    </label>
  );
}
