/** Words of the native parts: menu and dialogs. */
export const shell = {
  'link.ask': 'Open this address on {host} in your browser?',
  'link.open': 'Open',
  'link.cancel': 'Cancel',
  'menu.app': 'Steward',
  'menu.edit': 'Edit',
  'menu.view': 'View',
  'page.crashes': 'This window keeps failing.',
  'page.crashes.detail': 'Steward itself and its servers still run, and nothing that was said is lost.',
  'page.hangs': 'This window does not react.',
  'page.hangs.detail': 'Wait, or reload it: Steward itself and its servers still run, and nothing that was said is lost.',
  'page.wait': 'Wait',
  'page.reload': 'Reload',
  'page.quit': 'Quit Steward',
  'crash.message': 'Steward could not start.',
} as const;
