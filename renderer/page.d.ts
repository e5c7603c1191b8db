declare module '*.css';

interface Window {
  /** Put there by the preload: the only way out of the page. */
  readonly bridge: import('#shared/ipc/wire.ts').Bridge;
}
