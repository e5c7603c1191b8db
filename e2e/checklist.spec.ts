import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { openChecked, type Checked } from './checked.ts';
import { decision, send, decide, log } from './window.ts';

// The runtime column of the Electron checklist: what every page is and has, in one session of the real app.
test.describe.configure({ mode: 'serial' });
let checked: Checked;
test.beforeAll(async () => {
  checked = await openChecked();
});
test.afterAll(() => checked.close());

test('S6 through all screens and a call no page breaks the policy, and every request is for a file of the app', async () => {
  await send(checked.app, 'call rec__echo {"text":"hello"}');
  await decide(checked.app, 'Tool call: echo on rec', 'Allow once');
  await expect(log(checked.app)).toContainText('hello');
  for (const name of ['Servers', 'Resources', 'Activity', 'Settings', 'Chats']) await checked.go(name);
  expect(await checked.violations()).toEqual([]);
  await checked.app.chat.reload();
  await expect(checked.app.chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await checked.go('Settings');
  await expect(checked.app.chat.getByText('0 requests blocked', { exact: false })).toBeVisible();
  const seen = await checked.app.electron.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await checked.go('Chats');
  expect(seen).toContain('app://chat/');
  expect(seen.filter((url) => !url.startsWith('app://'))).toEqual([]);
});

test('S2 no page, frame or worker has anything of Node, and the bridge is two functions', async () => {
  await send(checked.app, 'call rec__echo {"text":"waits"}');
  await decision(checked.app, 'Tool call: echo on rec');
  for (const page of checked.pages) {
    const found = await page.evaluate(() => {
      const names = ['require', 'process', 'Buffer', 'module', 'exports', 'global', '__dirname', 'electron', 'ipcRenderer', 'bridge'];
      const frame = document.body.appendChild(document.createElement('iframe'));
      const inner = frame.contentWindow as unknown as Record<string, unknown>;
      const here = names.filter((name) => typeof (globalThis as Record<string, unknown>)[name] !== 'undefined');
      const there = names.filter((name) => typeof inner[name] !== 'undefined');
      frame.remove();
      const trial = (make: () => unknown): string => {
        try {
          make();
          return 'made';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const { bridge } = globalThis as unknown as { bridge: Record<string, (...args: unknown[]) => unknown> };
      const replaced = trial(() => Object.assign(globalThis, { bridge: {} }));
      return {
        here,
        there,
        // An address for a worker needs a trusted type, and there is none.
        worker: trial(() => new Worker('/assets/x.js')),
        blobWorker: trial(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
        shared: trial(() => new SharedWorker('/assets/x.js')),
        keys: Object.entries(bridge).map(([key, value]) => [key, typeof value, Object.keys(value).length]),
        own: Object.getOwnPropertyNames(bridge).sort(),
        replaced,
        still: Object.keys((globalThis as unknown as { bridge: object }).bridge),
      };
    });
    expect(found).toMatchObject({
      here: ['bridge'],
      there: [],
      worker: 'TypeError',
      blobWorker: 'TypeError',
      shared: 'TypeError',
      own: ['request', 'watch'],
      still: ['request', 'watch'],
      keys: [
        ['request', 'function', 0],
        ['watch', 'function', 0],
      ],
    });
  }
});

test('S2 a page that changes what every object is made of changes nothing on the other side of the bridge', async () => {
  const answer = await checked.app.chat.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    const stolen: string[] = [];
    const kept = { call: Function.prototype.call, apply: Function.prototype.apply, push: Array.prototype.push };
    Function.prototype.call = function (...args: unknown[]) {
      // The page's own scripts go on meanwhile, and may use what is theirs.
      if (!/app:\/\/chat\/assets\//.test(new Error().stack ?? '')) stolen.push('call');
      return kept.apply.bind(this)(args[0], args.slice(1)) as never;
    };
    Object.defineProperty(Object.prototype, 'name', { configurable: true, get: () => stolen.push('getter') });
    const reply = await bridge.request('about.read', {});
    Function.prototype.call = kept.call;
    Reflect.deleteProperty(Object.prototype, 'name');
    return { ok: (reply as { ok: boolean }).ok, stolen, own: typeof Reflect.get(bridge.request.constructor, 'ipcRenderer') };
  });
  expect(answer).toEqual({ ok: true, stolen: [], own: 'undefined' });
});

test('S2 every contents of the app runs with the preferences that were reviewed', async () => {
  const all = await checked.app.electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const prefs = (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
      const names = [
        'sandbox',
        'contextIsolation',
        'nodeIntegration',
        'nodeIntegrationInSubFrames',
        'nodeIntegrationInWorker',
        'webviewTag',
      ];
      const more = ['webSecurity', 'allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures', 'plugins'];
      return Object.fromEntries([...names, ...more, 'navigateOnDragDrop', 'disableBlinkFeatures'].map((name) => [name, prefs[name]]));
    }),
  );
  expect(all).toHaveLength(2);
  for (const prefs of all) {
    expect(prefs).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false });
    for (const off of [
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'allowRunningInsecureContent',
      'experimentalFeatures',
      'plugins',
    ])
      expect(prefs[off] ?? false, off).toBe(false);
    expect(prefs.webSecurity ?? true).toBe(true);
    expect(prefs.enableBlinkFeatures ?? '').toBe('');
  }
});

test('the sandbox of the system holds every page; as root, where Chromium has none, one switch says so and no other weakens it', async () => {
  const pids = await checked.app.electron.evaluate(({ app: main }) =>
    main.getAppMetrics().flatMap((metric) => (metric.type === 'Tab' ? [metric.pid] : [])),
  );
  expect(pids.length).toBeGreaterThan(0);
  const isRoot = process.getuid?.() === 0;
  for (const pid of pids) {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(isRoot ? /^Seccomp:\s+0$/m : /^Seccomp:\s+2$/m);
    const switches = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
    expect(switches.filter((one) => /^--(no-sandbox|no-zygote-sandbox|disable-[\w-]*sandbox|single-process)/.test(one))).toEqual(
      isRoot ? ['--no-sandbox'] : [],
    );
  }
});

test('S1 the policy is sent as a header, as reviewed, with every file and every refusal', async () => {
  const reviewed =
    "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; media-src blob:; " +
    "font-src 'self'; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; ";
  const answers = await checked.app.electron.evaluate(({ session }) =>
    Promise.all(
      ['app://chat/', 'app://decisions/decisions.html', 'app://chat/assets/none.js', 'app://other/'].map(async (url) => {
        const { status, headers } = await session.defaultSession.fetch(url);
        return { status, policy: headers.get('content-security-policy'), sniff: headers.get('x-content-type-options') };
      }),
    ),
  );
  expect(answers.map((a) => a.status)).toEqual([200, 200, 404, 404]);
  const [chat, ...others] = answers;
  // The chat page alone may name the frame for diagrams, and the one policy that starts the worker for colours.
  expect(chat?.policy?.replace('trusted-types code-worker; frame-src app://diagram', "trusted-types 'none'")).toBe(
    `${reviewed}trusted-types 'none'`,
  );
  for (const { policy } of others) expect(policy).toBe(`${reviewed}trusted-types 'none'`);
  expect(chat?.sniff).toBe('nosniff');
});

test('S1 inline script, eval, and markup from text are refused by the policy itself', async () => {
  for (const page of checked.pages) {
    // Outside of the debugger's own evaluation, which the policy does not bind.
    await page.evaluate(() => {
      const results: Record<string, string> = {};
      Object.assign(globalThis, { results });
      setTimeout(() => {
        const trial = (name: string, run: () => unknown): void => {
          try {
            run();
            results[name] = 'ran';
          } catch (error) {
            results[name] = (error as Error).name;
          }
        };
        const div = document.createElement('div');
        trial('eval', () => (Reflect.get(globalThis, 'eval') as (text: string) => unknown)('window.__x=1'));
        trial('Function', () => Reflect.construct(Function, ['window.__x=1'])());
        trial('timer', () => setTimeout('window.__x=1' as unknown as () => void));
        trial('innerHTML', () => Reflect.set(div, 'innerHTML', '<img src=x onerror="window.__x=1">'));
        trial('srcdoc', () => Reflect.set(document.createElement('iframe'), 'srcdoc', '<script>1</script>'));
        trial('policy', () =>
          (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
            'x',
            {},
          ),
        );
        trial('handler', () => div.setAttribute('onclick', 'window.__x=1'));
        div.click();
        const script = document.createElement('script');
        trial('script', () => Reflect.set(script, 'text', 'window.__x=1'));
        trial('text', () => script.append('window.__x=1'));
        trial('append', () => document.body.append(script));
        script.remove();
        results.done = '1';
      });
    });
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { results: Record<string, string> }).results.done)).toBe('1');
    const { results, x } = await page.evaluate(() => ({
      results: (globalThis as unknown as { results: Record<string, string> }).results,
      x: typeof (globalThis as unknown as { __x?: unknown }).__x,
    }));
    expect(x).toBe('undefined');
    expect(results).toMatchObject({
      eval: 'EvalError',
      Function: 'EvalError',
      innerHTML: 'TypeError',
      srcdoc: 'TypeError',
      policy: 'TypeError',
    });
    expect(results).toMatchObject({ script: 'TypeError' });
  }
});

test('S7 what Chromium does by itself is off: dictionaries, prediction, updates, addresses told by WebRTC, sound without a click', async () => {
  const found = await checked.app.electron.evaluate(({ app: main, session, webContents }) => ({
    off: [
      'disable-background-networking',
      'disable-component-update',
      'disable-domain-reliability',
      'disable-sync',
      'dns-prefetch-disable',
      'no-pings',
      'disable-client-side-phishing-detection',
    ].filter((name) => !main.commandLine.hasSwitch(name)),
    autoplay: main.commandLine.getSwitchValue('autoplay-policy'),
    features: main.commandLine.getSwitchValue('disable-features'),
    spelling: session.defaultSession.isSpellCheckerEnabled(),
    webrtc: webContents.getAllWebContents().map((contents) => contents.getWebRTCIPHandlingPolicy()),
  }));
  expect(found).toMatchObject({ off: [], autoplay: 'document-user-activation-required', spelling: false });
  expect(found.webrtc).toEqual(['disable_non_proxied_udp', 'disable_non_proxied_udp']);
  for (const feature of ['OptimizationHints', 'MediaRouter', 'Translate']) expect(found.features).toContain(feature);
});
