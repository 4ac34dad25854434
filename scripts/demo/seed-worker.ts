import { openDb } from "../../app/db/client";
import { uploadPhoto } from "../../app/domain/media/upload-photo";
import { localImages } from "../../app/platform/media/local-images";
import { r2MediaStore } from "../../app/platform/media/r2-store";

/** A drizzle statement in serialised form, sent from Node to workerd. */
export interface Statement {
  sql: string;
  params: unknown[];
}

/**
 * The part of the seed that runs inside workerd, next to the bindings: from Node, every call of a binding would be a
 * blocking round trip. `POST /photo` uploads a member's photo with a given time; `POST /rows` runs statements in one
 * batch.
 */
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/rows") {
      const statements: Statement[] = await request.json();
      await env.DB.batch(statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...params)));
      return Response.json({});
    }
    const photo = await uploadPhoto(
      {
        db: openDb(env.DB).db,
        media: r2MediaStore(env.MEDIA, localImages(env.IMAGES)),
        viewer: { id: searchParams.get("owner") ?? "" },
        now: () => new Date(Number(searchParams.get("at"))),
      },
      new Uint8Array(await request.arrayBuffer()),
    );
    return Response.json(photo);
  },
} satisfies ExportedHandler<Env>;
