import type { PostsByImage } from "./post-text";

export const eastPosts = {
  "lanterns-on-water": {
    author: "kenji.w",
    hoursAgo: 18,
    location: "Nagasaki",
    caption:
      "Tōrō nagashi.\n\nEach lantern carries a name. My mother writes hers with the good brush, and asks me to let go, because her hands, she says, have never been any good at that part.\n\n#bluehour",
    altText:
      "Dozens of glowing paper lanterns drift on dark water at night, their light lying in long ripples around them.",
    loved: true,
    comments: [
      ["mira.sol", 0.6, "Kenji. Thank you for letting us stand next to you for a moment."],
      ["priya_n", 1.1, "We float lamps too, in Varkala. Same river in the end, I think."],
      ["tomasz.k", 2.2, "Hats off, all hands."],
      ["sunniva", 5, "“never been any good at that part” 🤍"],
      [
        "kenji.w",
        7,
        "I read her all of these. She says thank you, and that the brush was not even that good.",
      ],
    ],
  },
  "tea-steam": {
    author: "kenji.w",
    hoursAgo: 63,
    location: "The workshop, 6 a.m.",
    caption: "First cup. The glue is warming. Nothing has gone wrong yet.",
    altText: "A cup of tea on a wooden table, steam curling upwards, warm lights out of focus behind it.",
    comments: [
      ["mira.sol", 2, "“Nothing has gone wrong yet” on a mug, please"],
      ["leila.h", 2.5, "That steam looks like a bird deciding something."],
      ["mateo.rv", 9, "6am glue and tea. the man lives correctly"],
    ],
  },
  "blossom-branch": {
    author: "kenji.w",
    hoursAgo: 197,
    location: "Tateyama Park",
    caption: "late 🌸",
    altText:
      "A branch of pink cherry blossom against a soft sky of lilac and peach; a few petals are falling.",
    comments: [
      [
        "priya_n",
        4,
        "The petals let go at about five centimetres a second. (Yes, I looked it up. Yes, because of the film.)",
      ],
      ["sunniva", 13, "We have snow in this exact shape"],
    ],
  },
  "fog-forest": {
    author: "kenji.w",
    hoursAgo: 369,
    location: "Yakushima",
    caption:
      "I asked the guide how old the trees were. He said: which ones? I said: these. He said: oh, these are the children.\n\n#forest #fog",
    altText:
      "Tall trunks fade one behind another into pale morning fog; dark trees and grasses frame the foreground.",
    loved: true,
    comments: [
      ["mira.sol", 1, "oh, these are the children!!!"],
      ["leila.h", 3, "I'd whisper in there for a week."],
      ["mateo.rv", 6, "somewhere behind tree nine there is a fox who knows your name"],
    ],
  },
  "nagasaki-boats": {
    author: "kenji.w",
    hoursAgo: 564,
    caption:
      "My city, 160 years ago. The man in the boat had to hold still for several seconds, and did. I walk past this bend on my way to buy paper; the hills have not moved.\n\nPhoto: Felice Beato, Boats in River, Nagasaki, about 1865 · Getty Open Content Program · CC0",
    altText:
      "A sepia albumen print: wooden boats on a river in Nagasaki, a tall-masted one aground by the houses, hills behind.",
    comments: [
      [
        "tomasz.k",
        1,
        "That rigging. I have looked at it for half an hour. There is a second shroud nobody needed, and I approve.",
      ],
      ["mira.sol", 5, "Please take the same frame today. For us. For the hills."],
      ["kenji.w", 6, "@mira.sol On Sunday. If it rains, also."],
    ],
  },
  "pink-lily-leek": {
    author: "kenji.w",
    hoursAgo: 778,
    caption:
      "He enlarged weeds until they became cathedrals, to teach ironworkers what a line can do. I keep a print of this by the press.\n\nPhoto: Karl Blossfeldt, Allium ostrowskianum, 1928 · Getty Open Content Program · CC0",
    altText:
      "A gelatin silver print of a single lily leek, greatly enlarged: pointed buds standing out of an open sheath on a straight stem.",
    comments: [
      ["priya_n", 2, "It looks cast in bronze. Plants are such show-offs when you let them."],
      ["mira.sol", 8, "An onion. An ONION has better posture than I do."],
    ],
  },
  jellyfish: {
    author: "priya_n",
    hoursAgo: 12,
    location: "Netrani Island, 14 m down",
    caption:
      "No brain, no heart, no bones, 500 million years without a single performance review. And she moves like a sentence by someone who reads aloud.\n\n(Ask me about the small ones. The small ones are the reason I was late.)",
    altText:
      "A pink, glowing jellyfish trails long tentacles in deep blue water, shafts of light above, two smaller ones below.",
    loved: true,
    comments: [
      ["amara_obi", 0.4, "OK I'm asking. Tell me about the small ones."],
      [
        "priya_n",
        0.6,
        "@amara_obi SO. They are the same age as the big one. She is just better at breakfast.",
      ],
      ["kenji.w", 1.5, "Like a paper lantern that learned to breathe."],
      ["mateo.rv", 2, "“better at breakfast” is now my whole philosophy"],
      ["leila.h", 6, "Year 9 has questions. So many questions. May I send them?"],
      ["priya_n", 6.2, "@leila.h ALL of them. Today. Now."],
    ],
  },
  "river-delta": {
    author: "priya_n",
    hoursAgo: 98,
    location: "Sundarbans, from 900 m",
    caption:
      "Rust is iron, teal is silt and algae, dark is deep. A river writing the same word again and again until the sea takes the pen away.",
    altText:
      "An abstract view from the air: braided channels of teal water wind around rust-red and ochre banks.",
    comments: [
      ["leila.h", 0.5, "THE TEXTBOOK COVER. The textbook cover!!"],
      ["tomasz.k", 4, "Beautiful, and no place to take a ship."],
      ["amara_obi", 10, "I'd like this as a floor."],
    ],
  },
  balloons: {
    author: "priya_n",
    hoursAgo: 240,
    location: "Göreme, Cappadocia",
    caption: "5 a.m., no coffee, no regrets 🎈",
    altText:
      "Striped hot-air balloons float over misty ridges at dawn, the sun just clearing the furthest line of hills.",
    comments: [
      ["kenji.w", 2, "The small blue one looks content."],
      ["amara_obi", 5, "The stripes! The restraint! I'm booking."],
      ["mateo.rv", 20, "who is flying the tiny one. what do they know"],
    ],
  },
  "blue-ridges": {
    author: "priya_n",
    hoursAgo: 540,
    location: "Munnar, Western Ghats",
    caption:
      "I counted seven ridges, my sister counted eight, and we argued about it for the whole of the walk down, which was exactly as long as we had hoped it would be.",
    altText:
      "Layer upon layer of blue and mauve mountain ridges with mist between them, the sun rising behind the last.",
    comments: [
      ["tomasz.k", 3, "Seven. The eighth is weather."],
      ["leila.h", 7, "Eight. Sorry, Tomasz."],
      ["priya_n", 7.5, "Oh no. It has spread."],
    ],
  },
  "light-trails": {
    author: "priya_n",
    hoursAgo: 810,
    location: "Ponmudi hill road",
    caption: "30 seconds, nine cars, one bus with opinions.",
    altText:
      "Car lights drawn into red and white lines along a winding hill road at dusk, mountain ridges behind.",
    comments: [
      ["mateo.rv", 2, "Paciencia would have needed ninety seconds and a push"],
      ["kenji.w", 18, "A signature."],
    ],
  },
} as const satisfies PostsByImage;
