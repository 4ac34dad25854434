import type { PostsByImage } from "./post-text";

export const southPosts = {
  dunes: {
    author: "leila.h",
    hoursAgo: 3.1,
    location: "Grand Erg Oriental, Tunisia",
    caption:
      "For the pupils: the steep side is called the slip face, it stands at about 34 degrees, and it moves.\nFor everyone else: look at that orange.\n\n#goldenhour",
    altText:
      "Sand dunes at sunset, their lit flanks orange and their shadowed sides deep violet, under a sky from blue to rose.",
    comments: [
      ["mira.sol", 0.3, "I am both the pupil and everyone else"],
      ["mateo.rv", 0.8, "34 degrees is also the angle at which Paciencia stops"],
      ["kenji.w", 1.6, "The edge between the two colours. One could bind a book with that line."],
      ["leila.h", 2.2, "@kenji.w please do, I'll bring the sand"],
    ],
  },
  "golden-meadow": {
    author: "leila.h",
    hoursAgo: 88,
    location: "Aïn Draham",
    caption:
      "Wild carrot, last sun, and forty-one school children behind me pretending to be silent. #meadow",
    altText:
      "Umbels of wild carrot and grasses in silhouette against a low golden sun, the meadow behind dissolving in soft discs of light.",
    comments: [
      ["priya_n", 1, "Queen Anne's lace! Look for the single dark floret in the middle."],
      ["sunniva", 3, "“pretending to be silent” is the loudest phrase in teaching"],
      ["amara_obi", 4, "Honey. This photo is made of honey."],
    ],
  },
  moonrise: {
    author: "leila.h",
    hoursAgo: 160,
    location: "Béja",
    caption:
      "It is not larger at the horizon. It is an illusion; I have a whole lesson about it, with a coin held at arm's length.\n\nI held up the coin. The moon was larger.",
    altText:
      "A great pale moon rises over misty fields and a small farmhouse with one lit window, in a lilac and pink dusk.",
    loved: true,
    comments: [
      ["mira.sol", 1, "The moon does not care for your coin, Leila"],
      ["priya_n", 2.5, "Science: 0. Moon: 1."],
      ["sunniva", 5, "one lit window. of course one lit window. I'm fine."],
    ],
  },
  "march-pastoral": {
    author: "leila.h",
    hoursAgo: 430,
    caption:
      "My grandmother could tell every one of her sheep by its voice. I think this photographer could too.\n\nPhoto: Peter Henry Emerson, A March Pastoral, Suffolk, 1888 · Getty Open Content Program · CC0",
    altText:
      "A soft-toned photogravure of sheep and lambs grazing in rough pasture; one ewe stands with her lamb in front.",
    comments: [
      ["mateo.rv", 3, "the lamb in front has an announcement"],
      ["amara_obi", 16, "The greys!! It's practically charcoal."],
    ],
  },
  "lone-tree": {
    author: "leila.h",
    hoursAgo: 735,
    location: "Above Zaghouan",
    caption: "Home.",
    altText:
      "A single bare tree stands on a round hill in front of the setting sun, the sky from violet to gold.",
    comments: [
      ["mira.sol", 2, "💛"],
      ["kenji.w", 4, "It has been waiting for you in that exact spot."],
      ["priya_n", 9, "Shortest caption, longest look."],
    ],
  },
  "desert-road": {
    author: "mateo.rv",
    hoursAgo: 24,
    location: "US-163, Utah",
    caption:
      "Paciencia made 61 miles an hour here. Downhill. With the wind. I have told everyone at the petrol station and now I am telling you.\n\nLeft: nothing, beautifully. Right: nothing, beautifully. #roadtrip #goldenhour",
    altText:
      "An empty road runs straight to a glowing horizon between table mountains, under a violet and coral evening sky.",
    more: [
      {
        image: "milky-way",
        altText:
          "The Milky Way rises over a black ridge, and a tiny person with a head torch looks up at it.",
      },
    ],
    comments: [
      ["mira.sol", 0.7, "SIXTY-ONE"],
      ["sunniva", 1.1, "Tell her we're proud of her."],
      ["mateo.rv", 1.4, "@sunniva I did. she backfired. she's emotional"],
      ["amara_obi", 5, "“nothing, beautifully” should be on the map there"],
    ],
  },
  campfire: {
    author: "mateo.rv",
    hoursAgo: 47,
    location: "Sierra Norte, Oaxaca",
    caption:
      "Recipe for one evening:\n· pine, dry\n· beans, slow\n· a cousin with a guitar who knows four songs\n· the same four songs, again, because by then they're good",
    altText:
      "A campfire burns between dark logs, a column of sparks rising into a deep red and indigo night.",
    comments: [
      ["leila.h", 1, "Five portions please."],
      ["priya_n", 3, "Every fifth spark looks like plankton. I need a holiday. (This would do.)"],
      ["kenji.w", 6, "Four songs are enough."],
    ],
  },
  "salt-flat": {
    author: "mateo.rv",
    hoursAgo: 132,
    location: "Salar de Uyuni, Bolivia",
    caption:
      "My daughter asked which way was up. I said: whichever way you're holding my hand.\n\nThen she dropped a biscuit and we found out.",
    altText:
      "Two small figures, one tall and one a child, stand on a flooded salt flat that mirrors a pastel sky without a seam.",
    loved: true,
    comments: [
      ["mira.sol", 0.5, "I was ready for poetry and got a biscuit. Even better."],
      ["amara_obi", 1, "Framing this. Both the photo and the biscuit."],
      ["sunniva", 3, "There is a whole sky under your boots, Mateo."],
      ["leila.h", 7, "3 656 metres above the sea and flatter than my classroom floor. 🤍"],
    ],
  },
  lightning: {
    author: "mateo.rv",
    hoursAgo: 290,
    location: "Somewhere in Chihuahua",
    caption: "counted: one Mississippi, two Missi— okay we're leaving",
    altText: "Two bolts of lightning strike a dark plain at night beside a small farm with one lit window.",
    comments: [
      ["priya_n", 0.5, "Under two seconds is under 700 metres. LEAVE FASTER."],
      ["sunniva", 2, "did Paciencia start"],
      ["mateo.rv", 2.2, "@sunniva third try. she likes drama"],
    ],
  },
  "dust-bowl-home": {
    author: "mateo.rv",
    hoursAgo: 955,
    caption:
      "Passed a hundred houses like this one. Somebody swept that doorstep once. Somebody chose that hill.\n\nPhoto: Dorothea Lange, Abandoned Dust Bowl Home, about 1935–1940 · Getty Open Content Program · CC0",
    altText:
      "A black and white photograph: an abandoned wooden house with an open door on a bare plain beneath small clouds.",
    comments: [
      ["amara_obi", 10, "The door left open gets me every time."],
      ["mira.sol", 14, "Somebody swept that doorstep once. Oof."],
    ],
  },
} as const satisfies PostsByImage;
