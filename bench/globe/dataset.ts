import sharp from "sharp";
import { Member } from "./member";
import { homes, type Place } from "./places";

/** Posts of each member in a city: one for each round of likes, and together more than the feed's page of twenty. */
const POSTS = 3;

/** Two members of one city, and the posts of the second. */
export interface Pair {
  place: Place;
  one: Member;
  other: Member;
  postIds: string[];
}

export interface Members {
  pairs: Pair[];
  /** Lives where the database is. Their requests warm the isolate up, uncounted. */
  stranger: Member;
}

/** Signs members up, connects all of them and lets them post, over the API and without latencies. */
export async function makeMembers(origin: string): Promise<Members> {
  const mediaUrl = await photo();
  const join = async (name: string, place: Place) => {
    const member = new Member(name, place);
    const account = { fullName: name, email: `${name}@example.com`, password: "sunset-over-the-bay" };
    await member.send(origin, "POST", "/api/auth/signup", account);
    await member.send(origin, "POST", "/api/users/profile-setup", { username: name.replaceAll("-", "") });
    // The reply of `me` in app/contract/calls.ts.
    const me = JSON.parse((await member.send(origin, "GET", "/api/auth/me")).text) as {
      user: { id: string };
    };
    member.id = me.user.id;
    return member;
  };
  const post = async (member: Member) => {
    const { text } = await member.send(origin, "POST", "/api/posts", { mediaUrl, caption: "Evening" });
    // The reply of `createPost` in app/contract/calls.ts.
    return (JSON.parse(text) as { id: string }).id;
  };
  const stranger = await join("stranger", "virginia");
  const pairs: Pair[] = [];
  for (const place of homes) {
    const one = await join(`${place}-one`, place);
    const other = await join(`${place}-other`, place);
    pairs.push({ place, one, other, postIds: [] });
  }
  const all = [stranger, ...pairs.flatMap(({ one, other }) => [one, other])];
  for (const [at, member] of all.entries()) {
    for (const asked of all.slice(at + 1)) {
      await member.send(origin, "POST", `/api/connections/request/${asked.id}`);
      await asked.send(origin, "POST", `/api/connections/accept/${member.id}`);
    }
  }
  for (let nth = 0; nth < POSTS; nth++) {
    for (const pair of pairs) {
      pair.postIds.push(await post(pair.other));
      await post(pair.one);
    }
  }
  return { pairs, stranger };
}

async function photo(): Promise<string> {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background: "#886644" } });
  return `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString("base64")}`;
}
