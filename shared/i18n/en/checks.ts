/** What was kept from happening. */
export const checks = {
  'settings.blocked': 'Blocked',
  'settings.blocked.one': '1 request blocked since the start',
  'settings.blocked.many': '{count} requests blocked since the start',
  'page.failed': 'This page could not be drawn. Nothing was sent or decided by that.',
} as const;
