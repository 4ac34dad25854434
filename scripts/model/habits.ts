/** The actions of one member on a day on which they are active. The model derives everything else from them. */
export interface Habits {
  /** Members with an account. */
  members: number;
  /** Share of the members who are active on a day. */
  dailyShare: number;
  /** Load of the busiest hour, as a multiple of the average hour. */
  peak: number;
  /** Accepted connections per member. */
  connections: number;
  /** Connections of the member with the most. */
  maxConnections: number;
  /** Share of the connections who have exchanged messages. */
  chattingShare: number;
  /** Times a tab is opened. Each loads a document and opens a socket. */
  visits: number;
  /** Minutes during which a tab is visible, and during which it is open. */
  minutesVisible: number;
  minutesOpen: number;
  /** Photos that the browser has not cached. */
  photos: number;
  /** Share of those photos that the data centre has not cached either. */
  cacheMisses: number;
  /** Requests per day, by name in docs/performance.md. Requests of the unread count follow from `minutesVisible`. */
  requests: Record<string, number>;
  /** Images created with AI. */
  aiImages: number;
}

/** Estimates for an active photo community. The figures in docs/scale.md are computed from them. */
export const defaultHabits: Habits = {
  members: 10_000,
  dailyShare: 0.3,
  peak: 3,
  connections: 100,
  maxConnections: 5000,
  chattingShare: 0.2,
  visits: 5,
  minutesVisible: 30,
  minutesOpen: 60,
  photos: 120,
  cacheMisses: 0.3,
  requests: {
    "/feed": 5,
    "GET /api/feed": 12,
    "GET /api/connections/stories": 5,
    "GET /api/posts/{id}": 4,
    "GET /api/users/profile/{username}": 4,
    "GET /api/users/profile/{username}/posts": 2,
    "GET /api/notifications/groups": 3,
    "GET /api/notifications/unread": 6,
    "GET /api/chat/connections": 3,
    "GET /api/chat/messages/{userId}": 4,
    "GET /api/users/search": 2,
    "POST /api/media": 0.2,
    "POST /api/posts": 0.2,
    "POST /api/posts/{id}/like": 8,
    "POST /api/posts/{id}/save": 0.5,
    "POST /api/posts/{id}/comment": 1,
    "POST /api/chat/messages/{userId}": 8,
    "POST /api/chat/messages/{userId}/read": 4,
    "POST /api/notifications/groups/{id}/read": 2,
    "POST /api/connections/request/{userId}": 0.05,
    "POST /api/connections/accept/{fromUserId}": 0.05,
  },
  aiImages: 0.05,
};

/** Returns how often an active member makes a request on a day. */
export const times = ({ requests }: Habits, name: string): number => requests[name] ?? 0;

/** Returns the notifications that an active member causes on a day. */
export function notificationsADay(habits: Habits): number {
  return [
    "POST /api/posts/{id}/like",
    "POST /api/posts/{id}/save",
    "POST /api/posts/{id}/comment",
    "POST /api/connections/request/{userId}",
    "POST /api/connections/accept/{fromUserId}",
  ].reduce((sum, name) => sum + times(habits, name), 0);
}
