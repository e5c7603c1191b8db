/** The version of the protocol that a server is pinned to. */
export const era = {
  'era.label': 'Version of the protocol',
  'era.automatic': 'Automatic',
  'era.newer': 'Newer only (2026-07-28)',
  'era.older': 'Older only (up to 2025-11-25)',
  'era.what': 'Steward finds out at each start what the server speaks. A choice holds for this very launch, and connects the server anew.',
  'activity.what.protocol-automatic': 'Version of the protocol: automatic',
  'activity.what.protocol-newer': 'Version of the protocol: newer only',
  'activity.what.protocol-older': 'Version of the protocol: older only',
};
