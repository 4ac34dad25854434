import type { PostsByImage } from "./post-text";

export const miraPosts = {
  "ember-sea": {
    author: "mira.sol",
    hoursAgo: 5.5,
    location: "Praia da Adraga, Portugal",
    caption:
      "The tide was out, the café was shut, and for eleven minutes nobody on the beach said anything at all.\n\nThen a dog ran straight into the sun and everyone laughed.\n\n#afterglow #goldenhour",
    altText:
      "A low sun over a calm sea, its light broken into a path of orange glints; purple clouds and a dark line of islands.",
    more: [
      {
        image: "crescent-roofs",
        altText:
          "A thin crescent moon and a bright planet over dark rooftops; small birds sit on the wires in an orange and blue dusk.",
      },
    ],
    loved: true,
    comments: [
      [
        "amara_obi",
        0.3,
        "Eleven minutes of silence on a beach?? Where is this place and does it accept residents",
      ],
      ["tomasz.k", 0.8, "Wind from the north-west, two knots, I would say. A good evening to come in."],
      ["mira.sol", 1.1, "@tomasz.k you can read the wind from a photograph and I still can't parallel park"],
      ["leila.h", 2.4, "I have shown this to my class as 'what the west coast is for'. 🧡"],
      ["mateo.rv", 3.2, "what happened to the dog. I need to know about the dog"],
      ["mira.sol", 3.4, "The dog is fine. The dog was delighted. The dog had a stick."],
    ],
  },
  "window-light": {
    author: "mira.sol",
    hoursAgo: 29,
    location: "Alfama, Lisbon",
    caption: "17:42. My favourite guest comes in without knocking and leaves without saying goodbye.",
    altText:
      "Warm evening light through a six-paned window falls on a plum-coloured wall, with the shadow of palm leaves in it.",
    comments: [
      ["kenji.w", 1.5, "The shadow is the photograph. The light only signs it."],
      ["sunniva", 2.1, "I would like to borrow this wall from November to January please"],
      ["leila.h", 6, "Same palm, same hour, here in Tunis. We are almost neighbours."],
    ],
  },
  "rain-on-window": {
    author: "mira.sol",
    hoursAgo: 76,
    location: "Tram 28, Lisbon",
    caption: "Missed my stop on purpose. #rain #bokeh",
    altText:
      "Raindrops on a dark window; behind them, city lights blurred into soft discs of amber, rose and teal.",
    comments: [
      ["amara_obi", 0.6, "THE TEAL ONE. I want the teal one as a coat."],
      ["sunniva", 3, "Every drop has a whole tiny upside-down city in it. I zoomed in. I am not sorry."],
      ["kenji.w", 9, "I know this tram. It has a good window, second on the left."],
      ["mira.sol", 9.4, "@kenji.w it was precisely that one!"],
    ],
  },
  "string-lights": {
    author: "mira.sol",
    hoursAgo: 171,
    forConnections: true,
    location: "Graça, Lisbon",
    caption:
      "We were supposed to take these down after the wedding. That was in June. At this point they are family.\n\n(Thank you to my brother, who climbed the fig tree twice, and to the fig tree.)",
    altText:
      "Six glowing filament bulbs on a cable at dusk, strings of golden lights out of focus behind them.",
    comments: [
      ["mateo.rv", 4, "leave them. lights taken down in anger never work again"],
      ["amara_obi", 7, "Was at that wedding. Can confirm the fig tree did most of the work."],
    ],
  },
  eclipse: {
    author: "mira.sol",
    hoursAgo: 402,
    caption:
      "I had planned the exposure for weeks: bracketing, remote shutter, spare batteries, a list.\n\nThen the birds stopped. And I stood there with my mouth open and pressed the button exactly once.\n\nThis is the once.",
    altText:
      "A total solar eclipse: a black disc ringed with white light, the pale rose corona streaming outwards into a violet sky.",
    loved: true,
    comments: [
      ["sunniva", 0.7, "Pressing it once is the correct number of times."],
      ["tomasz.k", 2, "In 1999 I stopped a forty-thousand-ton ship for this. The captain did not complain."],
      ["kenji.w", 5, "The birds stopping. Yes. That is what I remember also."],
      ["leila.h", 8, "Printed, A2, above the blackboard. My pupils ask about it every Monday."],
      ["mira.sol", 8.5, "@leila.h I am not crying, it's the corona"],
    ],
  },
  "above-the-clouds": {
    author: "mira.sol",
    hoursAgo: 836,
    caption: "Seat 22A. Forgave the delay somewhere over the Bay of Biscay. ✈️",
    altText: "The sun sets behind a sea of lilac clouds, seen from an aeroplane over the tip of its wing.",
    comments: [
      ["amara_obi", 2, "Window seat people are my people"],
      ["sunniva", 20, "It looks like you could ski it."],
    ],
  },
} as const satisfies PostsByImage;
