import { setup } from './ownTempFolder.ts';

// Playwright takes only a default export.
export { setup as default };
