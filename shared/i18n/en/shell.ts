/** Words of the native parts: menu and dialogs. */
export const shell = {
  'link.ask': 'Open this address on {host} in your browser?',
  'link.open': 'Open',
  'link.cancel': 'Cancel',
  'menu.app': 'Steward',
  'menu.edit': 'Edit',
  'menu.view': 'View',
  'menu.decisions': 'Go to What Waits',
  'menu.quit': 'Quit Steward',
  'crash.message': 'Steward could not start.',
} as const;
