import type { Handlers } from '#shared/ipc/contract.ts';
import type { Audience } from '#shared/ipc/define.ts';
import { limitRoute, type RouteLimits } from './limitRoute.ts';
import { createRoute, type Route } from './router.ts';
import type { TopicHub } from './topicHub.ts';

/** The routes of both pages, each with its own list of names and its own limits. */
export const openRoutes = (handlers: Handlers, hub: TopicHub, limits: RouteLimits): Readonly<Record<Audience, Route>> => ({
  chat: limitRoute(createRoute('chat', handlers, hub, limits.report), limits),
  decisions: limitRoute(createRoute('decisions', handlers, hub, limits.report), limits),
});
