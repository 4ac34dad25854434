import type { PostsByImage } from "./post-text";

export const northPosts = {
  "aurora-lake": {
    author: "sunniva",
    hoursAgo: 1.4,
    location: "Prestvannet, Tromsø",
    caption:
      "Went out to fetch firewood. Came back two hours later without firewood. Nobody in the house asked why; they could see it through the window.\n\n#northernlights",
    altText:
      "Green and violet northern lights arch over a still lake and are mirrored in it, between dark mountains and firs.",
    loved: true,
    comments: [
      ["mira.sol", 0.2, "I made a sound. An actual sound. In a library."],
      ["mateo.rv", 0.5, "firewood is temporary"],
      ["amara_obi", 0.7, "Nature really said: 'what if the sky had a nightclub' 💚"],
      [
        "sunniva",
        0.9,
        "@amara_obi quietest nightclub in the world. −14 and you can hear your own eyelashes.",
      ],
    ],
  },
  "snow-cabin": {
    author: "sunniva",
    hoursAgo: 54,
    location: "Lyngen, Norway",
    caption: "Light on means waffles.",
    altText:
      "A small cabin with lit windows in a snowy clearing at blue dusk, smoke rising, firs and pale pink mountains around it.",
    comments: [
      [
        "leila.h",
        1,
        "My entire geography lesson on 'the periphery' just turned into a discussion of waffles.",
      ],
      ["mira.sol", 3, "brown cheese or jam? answer carefully"],
      ["sunniva", 3.2, "@mira.sol Both. We are not animals."],
      ["kenji.w", 10, "One lamp is enough for a whole valley."],
    ],
  },
  "star-trails": {
    author: "sunniva",
    hoursAgo: 268,
    location: "Kilpisjärvi",
    caption:
      "62 frames, one thermos, zero feeling in the toes. The tent is lit by a head torch inside a yellow rain hat, which I recommend to everyone.",
    altText: "Stars drawn into circles around the pole above dusky hills; below, a small tent glows orange.",
    comments: [
      ["tomasz.k", 2, "Polaris exactly where one left it. Very reassuring."],
      ["mateo.rv", 6, "yellow rain hat noted. Paciencia is getting one"],
    ],
  },
  "alpine-firs": {
    author: "sunniva",
    hoursAgo: 610,
    caption:
      "Someone carried a camera the size of a suitcase up there, waited for the light, coated the paper by hand. And I complain when my phone is at 9 %.\n\nPhoto: Adolphe Braun, Alpine Landscape, 1865–1870 · Getty Open Content Program · CC0",
    altText:
      "A nineteenth-century carbon print in sepia: dark firs on a slope in front of snow-covered Alpine peaks.",
    comments: [
      ["tomasz.k", 5, "The bare trees on the left. He waited for those too, I am certain."],
      ["kenji.w", 22, "Carbon prints do not fade. It will look like this in another 150 years."],
    ],
  },
  murmuration: {
    author: "sunniva",
    hoursAgo: 447,
    location: "Tøndermarsken, Denmark",
    caption:
      "“Sort sol”: black sun. They say no bird leads; each one just minds its seven nearest neighbours.\n\nTrying to apply this to my life.",
    altText:
      "A great flock of starlings bends like smoke across a pale gold evening sky above reeds and still water.",
    comments: [
      ["mira.sol", 3, "Seven nearest neighbours. I think that's also how this place works."],
      ["leila.h", 4, "Taking this sentence to my staff meeting."],
      ["amara_obi", 15, "My seven nearest neighbours play the trombone 😩"],
    ],
  },
  lighthouse: {
    author: "tomasz.k",
    hoursAgo: 9,
    location: "Rozewie, Poland",
    caption:
      "For forty-one years this light told me that I was nearly home. Tonight I went to tell it the same.\n\nIt is still the better photographer's subject than I am a photographer, but we are old friends and it held still.\n\n#bluehour",
    altText:
      "A red and white lighthouse on a dark rock throws its beam across a violet evening sky; waves break below.",
    more: [
      {
        image: "harbour-night",
        altText:
          "A harbour front at night: rows of old houses with lit windows, lamps along the quay, their gold broken on dark water between moored boats.",
      },
    ],
    loved: true,
    comments: [
      ["mira.sol", 0.4, "Tomasz. You cannot just write things like that on a Thursday."],
      ["sunniva", 1.2, "«told me that I was nearly home.» I'm putting the kettle on and having a moment."],
      ["amara_obi", 1.9, "Crying in the site office. The builders are concerned."],
      [
        "priya_n",
        4,
        "What's the range on it? Asking as someone who has been very lost in a very small boat.",
      ],
      ["tomasz.k", 4.6, "@priya_n Twenty-six nautical miles, on a kind night. You would have seen it."],
    ],
  },
  regatta: {
    author: "tomasz.k",
    hoursAgo: 122,
    location: "Gulf of Gdańsk",
    caption: "Wind: none. Racing: theoretical. Company: excellent.",
    altText:
      "White sailing boats almost becalmed on a pastel evening sea, the nearest with its long reflection beneath it.",
    comments: [
      ["kenji.w", 3, "A regatta one can drink tea during."],
      ["priya_n", 8, "Finally a sport at my level."],
    ],
  },
  "old-pier": {
    author: "tomasz.k",
    hoursAgo: 340,
    location: "Mechelinki",
    caption:
      "Three minutes with the shutter open. The water forgets its waves; the posts forget nothing.\n\nMy father tied a boat to the second one on the left.",
    altText:
      "Black and white long exposure: two rows of old pier posts lead out into a sea smoothed to mist, one gull above.",
    comments: [
      ["mira.sol", 1, "This is the one I'd hang."],
      ["kenji.w", 2, "So quiet that I turned off the radio to look at it."],
      ["amara_obi", 30, "As an architect: the perspective. As a person: the last line."],
    ],
  },
  "black-canyon": {
    author: "tomasz.k",
    hoursAgo: 705,
    caption:
      "Look at the boat, then at the rock, then at the boat again. They rowed that against the Colorado, with the darkroom aboard. I have had easier pilotages.\n\nPhoto: Timothy H. O'Sullivan, Black Cañon, Colorado River, From Camp 8, Looking Above, 1871 · Getty Open Content Program · CC0",
    altText:
      "An 1871 albumen print in sepia: a small boat with a mast on a rocky shore beneath the high walls of a river canyon.",
    comments: [
      ["priya_n", 6, "A darkroom! Aboard! And I fuss about a waterproof case."],
      ["amara_obi", 9, "That light on the water is 150 years old and still warm."],
    ],
  },
  "airplane-from-above": {
    author: "tomasz.k",
    hoursAgo: 912,
    caption:
      "How does one photograph an aeroplane from above before 1930? From another aeroplane, leaning out. I prefer ships.\n\nPhoto: Fédèle Azari, Airplane, Viewed from Above Looking Down, 1914–1929 · Getty Open Content Program · CC0",
    altText:
      "A sepia gelatin silver print: a biplane seen from directly above, roundels on its wings, over fields and small clouds.",
    comments: [
      ["mira.sol", 4, "Leaning OUT. No strap. Just moustache."],
      ["sunniva", 9, "“I prefer ships” could be your whole bio"],
    ],
  },
} as const satisfies PostsByImage;
