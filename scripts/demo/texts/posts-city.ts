import type { PostsByImage } from "./post-text";

export const cityPosts = {
  "skyline-blue-hour": {
    author: "amara_obi",
    hoursAgo: 0.2,
    location: "Lagos Island, from the water taxi",
    caption:
      "Blue hour from the slow boat home. I drew exactly one of those buildings, and I will not be telling you which, because you'd stop looking at the others. 🌆 #bluehour #lagos",
    altText:
      "A city skyline at blue hour with hundreds of lit windows, and its long shimmering reflection in the water.",
    loved: true,
    comments: [
      ["mira.sol", 0.05, "It's the tall one. It's obviously the tall one."],
      ["leila.h", 0.09, "It is the modest one behind the tall one. I know you."],
      ["amara_obi", 0.13, "@leila.h … I feel extremely seen and I don't like it"],
    ],
  },
  "wet-street": {
    author: "amara_obi",
    hoursAgo: 41,
    location: "Soho, London",
    caption: "Forgot my umbrella. Borrowed someone else's, compositionally.",
    altText:
      "A person under an umbrella, in silhouette, before out-of-focus neon signs that run down the wet street in streaks of pink, amber and teal.",
    comments: [
      ["mira.sol", 0.5, "compositionally 💀"],
      ["mateo.rv", 2, "this picture has a saxophone in it somewhere"],
      ["priya_n", 5, "Looks like a reef. Same colours, same quiet traffic."],
    ],
  },
  "ferris-wheel": {
    author: "amara_obi",
    hoursAgo: 146,
    location: "Southend-on-Sea",
    caption: "Nine years old again for the price of £6.50.",
    altText:
      "A Ferris wheel strung with lights stands against a sunset that goes from deep blue to peach; coloured lamps below.",
    comments: [
      ["leila.h", 3, "Worth it at twice the price."],
      ["tomasz.k", 7, "A fine wheel. Sixteen spokes, as it should be."],
      ["sunniva", 19, "did you get the candyfloss. you got the candyfloss"],
    ],
  },
  fireworks: {
    author: "amara_obi",
    hoursAgo: 486,
    location: "Victoria Island, Lagos",
    caption:
      "My niece covered her ears for all of it and then asked if we could do it again tomorrow.\n\nSame, honestly. 🎆",
    altText:
      "Gold, red and blue fireworks burst over a bay at night, mirrored in the water before the heads of a crowd.",
    comments: [
      ["mira.sol", 1, "Your niece and I have the same nervous system"],
      ["mateo.rv", 8, "the blue one!!"],
    ],
  },
  "shore-from-above": {
    author: "amara_obi",
    hoursAgo: 315,
    location: "Tarkwa Bay",
    caption: "Do not disturb. 🏖️",
    altText:
      "Straight down on a beach: one striped parasol and a towel on the sand, three lines of white surf, turquoise water.",
    loved: true,
    comments: [
      [
        "priya_n",
        0.5,
        "Three sets of breakers, gentle slope, medium sand. I could identify this beach in my sleep and I'd LIKE TO.",
      ],
      ["mira.sol", 2, "Is that your parasol? It has main-character energy."],
      [
        "amara_obi",
        2.3,
        "@mira.sol The drone is mine. The nap is a stranger's. Blurred for privacy by being 90 m away.",
      ],
      ["leila.h", 6, "I count forty thousand grains. Approximately."],
    ],
  },
  "house-cat": {
    author: "amara_obi",
    hoursAgo: 652,
    caption:
      "1887: a man points two dozen cameras at a cat, and the cat, for the only time in history, does what was planned.\n\nPhoto: Eadweard J. Muybridge, Animal Locomotion, 1887 · Getty Open Content Program · CC0",
    altText:
      "A collotype of twenty-four small frames in four rows: the same house cat walking, then running, before a measured grid.",
    comments: [
      ["sunniva", 1, "My cat has seen this and has asked me to say he would charge by the frame."],
      ["priya_n", 3, "Frame 21. That is pure determination."],
      ["leila.h", 12, "The first cat video. Everything since has been a remake."],
    ],
  },
  "tulip-rows": {
    author: "amara_obi",
    hoursAgo: 868,
    location: "Lisse, Netherlands",
    caption: "The Dutch looked at a field and said: what if it were a spreadsheet, but beautiful.",
    altText:
      "Rows of pink, white, red and yellow tulips run to the horizon, where a windmill stands in the evening haze.",
    comments: [
      ["leila.h", 2, "This is land-use planning and I will be using it in an exam."],
      ["tomasz.k", 26, "The windmill ruins it slightly by being exactly where it should be."],
    ],
  },
} as const satisfies PostsByImage;
