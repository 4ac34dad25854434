import type { AvatarId } from "../images";

interface MemberText {
  readonly fullName: string;
  readonly bio: string;
  readonly avatar: AvatarId;
}

/** By username; the first one is the demo log-in. */
export const memberTexts = {
  "mira.sol": {
    fullName: "Mira Solano",
    bio: "Lisbon. I photograph the hour after sunset, and whatever is still awake in it.",
    avatar: "avatar-mira",
  },
  "tomasz.k": {
    fullName: "Tomasz Kowalczyk",
    bio: "Harbour pilot, retired. 41 years of bringing ships home to Gdańsk. Now I bring home pictures. Old photographs, older boats.",
    avatar: "avatar-tomasz",
  },
  amara_obi: {
    fullName: "Amara Obi",
    bio: "Lagos ⇄ London. Architect by day, neon by night. Yes, I did stop the car for that. 🌆",
    avatar: "avatar-amara",
  },
  "kenji.w": {
    fullName: "Kenji Watanabe",
    bio: "Bookbinder in Nagasaki. Paper, moss, tea. One photograph at a time.",
    avatar: "avatar-kenji",
  },
  "leila.h": {
    fullName: "Leila Haddad",
    bio: "Geography teacher, Tunis. My pupils say I only take holidays to collect sand. They are right.",
    avatar: "avatar-leila",
  },
  sunniva: {
    fullName: "Sunniva Bakke",
    bio: "69° north. Two months without a sun teaches you about light. Also: sourdough, skis, a very bad cat.",
    avatar: "avatar-sunniva",
  },
  "mateo.rv": {
    fullName: "Mateo Rivera",
    bio: "Oaxaca, or somewhere on the road from it. Cook, driver of a 1994 van called Paciencia 🚐",
    avatar: "avatar-mateo",
  },
  priya_n: {
    fullName: "Priya Nair",
    bio: "Marine biologist, Kochi. Ask me about jellyfish. No really, ask me.",
    avatar: "avatar-priya",
  },
  "ines.duarte": {
    fullName: "Inês Duarte",
    bio: "Porto. I repair film cameras and mean to use one. New here: I came to look.",
    avatar: "avatar-ines",
  },
} as const satisfies Record<string, MemberText>;

export type Username = keyof typeof memberTexts;
