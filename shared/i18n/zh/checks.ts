import type { checks as english } from '../en/checks.ts';

/** 被拦截的内容。 */
export const checks: Readonly<Record<keyof typeof english, string>> = {
  'settings.blocked': '已拦截',
  'settings.blocked.one': '启动以来拦截了 {count} 个请求',
  'settings.blocked.many': '启动以来拦截了 {count} 个请求',
  'page.failed': '这个页面无法显示。没有因此发送或决定任何内容。',
};
