import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const isDevelopment = process.env.NODE_ENV === "development";

export default [
  index("routes/landing.tsx"),
  route("login", "routes/login.tsx"),
  route("signup", "routes/signup.tsx"),
  route("forgot-password", "routes/forgot-password.tsx"),
  route("reset-password", "routes/reset-password.tsx"),
  route("confirm-email", "routes/confirm-email.tsx"),
  route("undo-email", "routes/undo-email.tsx"),
  route("logout", "routes/logout.tsx"),
  route("profile-setup", "routes/profile-setup.tsx"),
  layout("routes/member-layout.tsx", [
    route("feed", "routes/feed.tsx"),
    route("chat", "routes/chat.tsx"),
    route("post", "routes/create-post.tsx"),
    route("post/:id", "routes/post.tsx"),
    route("tag/:tag", "routes/tag.tsx"),
    route("profile", "routes/own-profile.tsx"),
    route("profile/:username", "routes/profile.tsx"),
    route("ai", "routes/ai.tsx"),
    route("search", "routes/search.tsx"),
    route("settings", "routes/settings.tsx"),
    route("moderation", "routes/moderation.tsx"),
    route("moderation/log", "routes/moderation-log.tsx"),
    route("moderation/reports/:id", "routes/moderation-report.tsx"),
    route("moderation/decisions/:id", "routes/moderation-decision.tsx"),
  ]),
  route("settings/export", "routes/export.ts"),
  route("moderation/reports/:id/photo", "routes/moderation-photo.ts"),
  route("appeal", "routes/appeal.tsx"),
  route("terms", "routes/terms.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("offline", "routes/offline.tsx"),
  ...(isDevelopment ? [route("design", "routes/design.tsx")] : []),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
