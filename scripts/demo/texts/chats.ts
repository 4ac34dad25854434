import type { Username } from "./members";

/** `pause` is the hours before the line; the default is a few minutes. */
export type ChatLine = readonly [author: Username, text: string, pause?: number];

export interface ChatText {
  readonly between: readonly [Username, Username];
  readonly endedHoursAgo: number;
  /** Number of last lines that are unread. */
  readonly unread: number;
  readonly lines: readonly ChatLine[];
}

export const chatTexts: readonly ChatText[] = [
  {
    between: ["mira.sol", "amara_obi"],
    endedHoursAgo: 0.1,
    unread: 2,
    lines: [
      ["amara_obi", "Settle something. Is it 'the golden hour' or 'golden hour'? I'm writing a plaque"],
      ["mira.sol", "a PLAQUE? for what"],
      ["amara_obi", "The terrace. The client wants a bench and a plaque that says when to sit on it"],
      ["mira.sol", "I love this client"],
      ["amara_obi", "He's 84 and his name is Sunday. I would build that man a cathedral"],
      ["mira.sol", "no article then. 'Golden hour. Sit.'"],
      ["amara_obi", "MIRA. That's it. That's the plaque."],
      ["mira.sol", "I accept payment in plantain chips", 20],
      ["amara_obi", "They're already in the suitcase. I land Friday 18:10, terminal 1"],
      ["mira.sol", "sunset is 18:31, if you run we can make the miradouro"],
      ["amara_obi", "I'll wear the running shoes on the plane"],
      ["mira.sol", "fig tree sends its love. the lights are still up"],
      ["amara_obi", "OF COURSE they are 😂", 3],
      ["mira.sol", "saw the skyline!! it's the tall one, isn't it"],
      ["amara_obi", "I can neither confirm nor deny"],
      ["amara_obi", "(it's the modest one behind it. Don't tell Leila she was right)"],
    ],
  },
  {
    between: ["mira.sol", "sunniva"],
    endedHoursAgo: 0.8,
    unread: 1,
    lines: [
      [
        "mira.sol",
        "how cold is 'cold' for a camera battery? asking for a February trip I haven't told anyone about",
      ],
      ["sunniva", "You're coming."],
      ["mira.sol", "I'm asking a technical question"],
      [
        "sunniva",
        "You're coming! Keep two in an inside pocket, swap every forty minutes. Bring wool. Not 'Lisbon wool'. Wool.",
      ],
      ["mira.sol", "what is Lisbon wool"],
      ["sunniva", "Cotton with confidence."],
      ["mira.sol", "😭 I feel attacked and I own three of those"],
      ["sunniva", "The guest bed is made. The cat has been informed and is against it.", 26],
      ["mira.sol", "I'll bring him a sardine"],
      ["sunniva", "He says he is now undecided."],
      ["mira.sol", "just saw tonight's sky. Sunniva. the FIREWOOD one", 12],
      ["sunniva", "That was a medium one. I want you to know that. That was a Tuesday."],
    ],
  },
  {
    between: ["mira.sol", "tomasz.k"],
    endedHoursAgo: 7.4,
    unread: 0,
    lines: [
      [
        "tomasz.k",
        "Good evening Mira. A question about the application. When I press the heart twice, does it count twice?",
      ],
      ["mira.sol", "Good evening Tomasz! No, the second press takes it back again"],
      ["tomasz.k", "Then I have been taking back a great many hearts. I thought I was being emphatic."],
      ["mira.sol", "oh no 😂 which ones"],
      ["tomasz.k", "All of yours since September. I shall go round and correct the log."],
      ["mira.sol", "this explains so much. I thought you'd gone off me"],
      [
        "tomasz.k",
        "Never. It is done. Forty-one corrections. My grandson watched and learned a new word.",
        1.5,
      ],
      ["mira.sol", "the lighthouse picture, though. I read the caption to my mother over the phone", 30],
      ["tomasz.k", "What did she say?"],
      ["mira.sol", "nothing for a while and then 'invite this man to lunch'"],
      ["tomasz.k", "Please tell her that I accept, and that I bring the herring."],
    ],
  },
  {
    between: ["mira.sol", "kenji.w"],
    endedHoursAgo: 50,
    unread: 0,
    lines: [
      [
        "mira.sol",
        "Kenji, could a small book be bound with a print on every other page, and the other page left empty?",
      ],
      ["kenji.w", "Yes. What are the empty pages for?"],
      ["mira.sol", "to rest your eyes after each one"],
      ["kenji.w", "Then they are not empty. I will use a paper with some warmth in it."],
      ["kenji.w", "How many photographs?"],
      ["mira.sol", "twelve? one year of six o'clocks"],
      ["kenji.w", "Twelve is a good number for a thin spine. Linen or paper cover?"],
      ["mira.sol", "what would you do"],
      ["kenji.w", "Linen, the colour of the wall in your window picture."],
      ["mira.sol", "I'm going to need a minute"],
      ["kenji.w", "Take it. The glue is slow too.", 5],
      ["mira.sol", "sending files on Sunday ✨"],
    ],
  },
  {
    between: ["mira.sol", "mateo.rv"],
    endedHoursAgo: 118,
    unread: 0,
    lines: [
      ["mateo.rv", "important. what do you cook for eight people with one pot, a fire and a lot of pride"],
      ["mira.sol", "caldo verde. potatoes, onion, kale, chouriço, done in forty minutes"],
      ["mateo.rv", "no kale. I have cactus"],
      ["mira.sol", "then it's caldo mais verde"],
      ["mateo.rv", "they ate all of it. my aunt asked if you're single", 9],
      ["mira.sol", "tell your aunt I'm with a fig tree"],
      ["mateo.rv", "she says the tree is welcome too"],
    ],
  },
];
