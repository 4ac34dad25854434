import { heldWordInput } from "~/contract/held-words";
import { shownWord } from "~/contract/mutes";
import { operator } from "~/domain/moderation/act";
import { changeHeldWordsAs, listHeldWords } from "~/domain/moderation/held-words";
import { CommandError } from "../command";
import { type Command, required } from "./command";

/** Returns the command that puts a word on the list, or takes it off. */
function changing(action: "hold" | "allow", does: string): Command {
  const usage = `${action}-word WORD`;
  return {
    usage,
    does,
    prepare: (words) => {
      const parsed = heldWordInput.safeParse({ action, word: required(words.join(" "), usage) });
      if (!parsed.success)
        throw new CommandError(parsed.error.issues.map(({ message }) => message).join("\n"));
      const rows = [{ word: shownWord(parsed.data.word) }];
      return {
        preview: async () => rows,
        run: async (ctx) => {
          await changeHeldWordsAs(operator, ctx, parsed.data);
          return rows;
        },
      };
    },
  };
}

/** The commands about words that hold a post for review. */
export const wordCommands = {
  words: {
    usage: "words",
    does: "lists the words that hold a post for review",
    prepare: () => ({
      run: async (ctx) => (await listHeldWords(ctx)).map((word) => ({ word: shownWord(word) })),
    }),
  },
  "hold-word": changing("hold", "puts a word on that list"),
  "allow-word": changing("allow", "takes a word off that list"),
} satisfies Record<string, Command>;
