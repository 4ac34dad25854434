import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const isDevelopment = process.env.NODE_ENV === "development";

export default [
  index("routes/landing.tsx"),
  route("login", "routes/login.tsx"),
  route("signup", "routes/signup.tsx"),
  route("logout", "routes/logout.tsx"),
  route("profile-setup", "routes/profile-setup.tsx"),
  layout("routes/member-layout.tsx", [
    route("feed", "routes/feed.tsx"),
    route("post", "routes/create-post.tsx"),
    route("post/:id", "routes/post.tsx"),
    route("tag/:tag", "routes/tag.tsx"),
    route("profile", "routes/own-profile.tsx"),
    route("profile/:username", "routes/profile.tsx"),
  ]),
  route("terms", "routes/terms.tsx"),
  route("privacy", "routes/privacy.tsx"),
  ...(isDevelopment ? [route("design", "routes/design.tsx")] : []),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
