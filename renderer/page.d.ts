declare module '*.css';
declare module '*?worker&url' {
  /** The address of a worker's script. */
  const url: string;
  export default url;
}

interface Window {
  /** Put there by the preload: the only way out of the page. */
  readonly bridge: import('#shared/ipc/wire.ts').Bridge;
}
