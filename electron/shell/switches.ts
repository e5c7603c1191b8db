/** The part of Electron's command line that is used here. */
export interface CommandLine {
  appendSwitch(name: string, value?: string): void;
  getSwitchValue(name: string): string;
}

/** Chromium's services that would reach out by themselves, or guess what a page may want next. */
const features = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'InterestFeedContentSuggestions',
  'LoadingPredictorPrefetch',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Prerender2',
  'SpeculationRulesPrefetchFuture',
  'Translate',
];

/** Must run before `ready`: nothing is fetched, guessed, announced or played but what the app itself does (I11). */
export function quieten(commandLine: CommandLine): void {
  for (const name of [
    'disable-background-networking',
    'disable-client-side-phishing-detection',
    'disable-component-update',
    'disable-default-apps',
    'disable-domain-reliability',
    'disable-sync',
    'dns-prefetch-disable',
    'no-default-browser-check',
    'no-first-run',
    'no-pings',
  ])
    commandLine.appendSwitch(name);
  commandLine.appendSwitch('autoplay-policy', 'document-user-activation-required');
  commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  // What is already off stays off: a later value takes the place of an earlier one.
  const off = commandLine.getSwitchValue('disable-features').split(',');
  commandLine.appendSwitch('disable-features', [...new Set([...off, ...features])].filter((name) => name !== '').join(','));
}
