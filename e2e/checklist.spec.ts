import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { startCanary, type Canary } from './canary.ts';
import { fixture, makeFolder } from './paths.ts';
import { decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

// The runtime column of the Electron checklist, in one session of the real app: nothing here may change what the next test meets.
let folder: ReturnType<typeof makeFolder>;
let app: App;
let canary: Canary;
let pages: readonly Page[];

test.beforeAll(async () => {
  canary = await startCanary();
  folder = makeFolder({ rec: fixture('recorder') });
  app = await launch({ dir: folder.dir });
  await app.electron.evaluate(({ session }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const { webRequest } = session.defaultSession;
    webRequest.onCompleted(({ url }) => void seen.push(url));
    webRequest.onErrorOccurred(({ url }) => void seen.push(url));
  });
  pages = [app.chat, await decisionPage(app)];
  for (const page of pages) {
    await page.evaluate(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { violations });
      document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
    });
  }
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
});
test.afterAll(async () => {
  if (isAlive(app.pid)) await quit(app);
  folder.remove();
  await canary.close();
});
const go = (screen: string): Promise<void> => app.chat.getByRole('link', { name: screen, exact: true }).click();
const violations = async (): Promise<string[]> =>
  (await Promise.all(pages.map((page) => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)))).flat();

test('S6 through all screens and a call no page breaks the policy, and every request is for a file of the app', async () => {
  await send(app, 'call rec__echo {"text":"hello"}');
  await decide(app, 'Tool call: echo on rec', 'Allow once');
  await expect(log(app)).toContainText('hello');
  for (const name of ['Servers', 'Resources', 'Activity', 'Settings', 'Chats']) await go(name);
  await app.chat.reload();
  await expect(app.chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await go('Settings');
  await expect(app.chat.getByText('0 requests blocked', { exact: false })).toBeVisible();
  const seen = await app.electron.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await go('Chats');
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((url) => !url.startsWith('app://'))).toEqual([]);
});

test('S2 no page, frame or worker has anything of Node, and the bridge is two functions', async () => {
  await send(app, 'call rec__echo {"text":"waits"}');
  await decision(app, 'Tool call: echo on rec');
  for (const page of pages) {
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
  const answer = await app.chat.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    const stolen: string[] = [];
    const kept = { call: Function.prototype.call, apply: Function.prototype.apply, push: Array.prototype.push };
    Function.prototype.call = function (...args: unknown[]) {
      stolen.push('call');
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
  const all = await app.electron.evaluate(({ webContents }) =>
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

test('the sandbox of the system holds every page, where the app may use it', async () => {
  test.skip(process.getuid?.() === 0, 'as root Chromium has no sandbox: the packaged app is proven as an ordinary user');
  const pids = await app.electron.evaluate(({ app: main }) =>
    main.getAppMetrics().flatMap((metric) => (metric.type === 'Tab' ? [metric.pid] : [])),
  );
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
});

test('S1 the policy is sent as a header, as reviewed, with every file and every refusal', async () => {
  const reviewed =
    "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; media-src blob:; " +
    "font-src 'self'; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; ";
  const answers = await app.electron.evaluate(({ session }) =>
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
  for (const page of pages) {
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
        // biome-ignore lint/security/noGlobalEval: it is what must not work.
        trial('eval', () => (0, globalThis.eval)('window.__x=1'));
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

test('S7 every permission is denied, asked for or looked up', async () => {
  const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'persistent-storage', 'push'];
  const more = [
    'accelerometer',
    'gyroscope',
    'magnetometer',
    'background-sync',
    'screen-wake-lock',
    'storage-access',
    'window-management',
    'local-fonts',
  ];
  for (const page of pages) {
    const states = await page.evaluate(
      (asked) =>
        Promise.all(
          asked.map((name) =>
            navigator.permissions.query({ name: name as PermissionName, userVisibleOnly: true } as PermissionDescriptor).then(
              (status) => status.state as string,
              (error: unknown) => `refused: ${(error as Error).name}`,
            ),
          ),
        ),
      [...names, ...more],
    );
    for (const [at, state] of states.entries())
      expect([names.concat(more)[at], state]).toEqual([expect.any(String), expect.stringMatching(/^(denied|refused)/)]);
    const asked = await page.evaluate(async () => {
      const outcome = (promise: Promise<unknown>): Promise<string> =>
        Promise.race([
          promise.then(
            (value) => `got ${JSON.stringify(value)}`,
            (error: unknown) => `no: ${(error as Error).name}`,
          ),
          new Promise<string>((resolve) => setTimeout(resolve, 3000, 'no answer')),
        ]);
      const nav = navigator as unknown as Record<string, Record<string, (...args: unknown[]) => Promise<unknown>> | undefined>;
      const call = (place: string, method: string, ...args: unknown[]): Promise<string> =>
        nav[place]?.[method] ? outcome(nav[place][method](...args)) : Promise.resolve('no: absent');
      return Promise.all([
        outcome(Notification.requestPermission()),
        outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        outcome(navigator.mediaDevices.getDisplayMedia()),
        outcome(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, () => reject(new Error('refused'))))),
        outcome(navigator.clipboard.readText()),
        call('usb', 'requestDevice', { filters: [] }),
        call('hid', 'requestDevice', { filters: [] }),
        call('serial', 'requestPort'),
        call('bluetooth', 'requestDevice', { acceptAllDevices: true }),
        outcome(navigator.requestMIDIAccess()),
      ]);
    });
    for (const outcome of asked) expect(outcome).toMatch(/^(no: |got "denied"|got \[\])/);
  }
});

test('S6 whatever a page does to reach out, nobody hears of it, and what was tried is counted for the person', async () => {
  const { url } = canary;
  for (const page of pages) {
    await page.evaluate(async (base) => {
      const quiet = (run: () => unknown): unknown => {
        try {
          return Promise.resolve(run()).catch(() => undefined);
        } catch {
          return undefined;
        }
      };
      const put = (tag: string, attributes: Record<string, string>): void => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) quiet(() => element.setAttribute(name, value));
        (tag === 'link' || tag === 'meta' ? document.head : document.body).append(element);
        setTimeout(() => element.remove(), 1000);
      };
      quiet(() => fetch(`${base}/fetch`));
      quiet(() => fetch(`${base}/no-cors`, { mode: 'no-cors', keepalive: true }));
      quiet(() => navigator.sendBeacon(`${base}/beacon`, 'x'));
      quiet(() => new WebSocket(`${base.replace('http', 'ws')}/socket`));
      quiet(() => new EventSource(`${base}/events`));
      quiet(() => {
        const request = new XMLHttpRequest();
        request.open('GET', `${base}/xhr`);
        request.send();
      });
      quiet(() => import(`${base}/module.js`));
      put('img', { src: `${base}/img`, srcset: `${base}/set 2x` });
      put('video', { poster: `${base}/poster`, src: `${base}/video` });
      put('audio', { src: `${base}/audio`, autoplay: '' });
      put('iframe', { src: `${base}/frame` });
      put('object', { data: `${base}/object` });
      put('embed', { src: `${base}/embed` });
      put('script', { src: `${base}/script` });
      for (const rel of [
        'stylesheet',
        'prefetch',
        'preload',
        'modulepreload',
        'preconnect',
        'dns-prefetch',
        'prerender',
        'icon',
        'manifest',
      ])
        put('link', { rel, href: `${base}/${rel}`, as: 'image' });
      put('div', { style: `background:url(${base}/background);list-style:url(${base}/list);cursor:url(${base}/cursor),auto` });
      put('meta', { 'http-equiv': 'refresh', content: `0;url=${base}/refresh` });
      quiet(() => document.fonts.add(new FontFace('x', `url(${base}/font)`)));
      quiet(() => new FontFace('y', `url(${base}/font2)`).load());
      quiet(() => new CSSStyleSheet().replaceSync(`@import url(${base}/import)`));
      const form = document.body.appendChild(document.createElement('form'));
      form.action = `${base}/form`;
      form.submit();
      form.remove();
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'use');
      svg.setAttribute('href', `${base}/use#x`);
      document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).append(svg);
      const link = document.body.appendChild(document.createElement('a'));
      link.href = `${base}/link`;
      link.ping = `${base}/ping`;
      link.download = 'x';
      link.click();
      link.remove();
      const peer = new RTCPeerConnection({
        iceServers: [{ urls: `turn:${new URL(base).host}?transport=tcp`, username: 'a', credential: 'b' }],
      });
      peer.createDataChannel('x');
      quiet(async () => peer.setLocalDescription(await peer.createOffer()));
      await new Promise((resolve) => setTimeout(resolve, 1200));
      peer.close();
    }, url);
  }
  expect(canary.hits).toEqual([]);
  expect(app.chat.url()).toBe('app://chat/');
  await app.chat.reload();
  await go('Settings');
  const shown = app.chat.getByText(/^\d+ requests blocked since the start$/);
  await expect(shown).toBeVisible();
  expect(Number.parseInt((await shown.textContent()) ?? '', 10)).toBeGreaterThan(20);
});

test('S7 no page leaves its address, opens a window, or becomes another page', async () => {
  const before = await app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  for (const page of pages) {
    const address = page.url();
    await page.evaluate(async (base) => {
      const quiet = (run: () => unknown): void => {
        try {
          run();
        } catch {
          // What throws has not left.
        }
      };
      const targets = [
        `${base}/x`,
        `${base}/redirect`,
        'file:///etc/passwd',
        'data:text/html,x',
        'app://chat/',
        'app://decisions/decisions.html',
      ];
      for (const target of [
        ...targets,
        'app://chat/assets/x.js',
        'javascript:window.__x=1',
        'blob:app://chat/x',
        'steward://x',
        'mailto:a@b.c',
      ].filter((t) => t !== location.href)) {
        quiet(() => location.assign(target));
        await new Promise((resolve) => setTimeout(resolve, 20));
        for (const name of ['_blank', '_self', '_top', '_parent', 'named', 'app', '']) quiet(() => window.open(target, name));
        quiet(() => window.open(target, 'x', 'noopener,nodeIntegration=yes,contextIsolation=no,sandbox=no,show=no'));
        const link = document.body.appendChild(document.createElement('a'));
        for (const name of ['_blank', '_top', 'named']) {
          link.href = target;
          link.target = name;
          quiet(() => link.click());
        }
        link.remove();
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.name = 'named';
        quiet(() => {
          frame.src = target;
        });
        await new Promise((resolve) => setTimeout(resolve, 20));
        frame.remove();
      }
      const webview = document.body.appendChild(document.createElement('webview'));
      webview.setAttribute('src', `${base}/webview`);
      webview.setAttribute('nodeintegration', '');
      await new Promise((resolve) => setTimeout(resolve, 100));
      Object.assign(globalThis, { webviewLoads: typeof (webview as unknown as { loadURL?: unknown }).loadURL });
      webview.remove();
      for (const type of ['dragover', 'drop']) {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['<script>1</script>'], 'x.html', { type: 'text/html' }));
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      }
    }, canary.url);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => (globalThis as unknown as { webviewLoads: string }).webviewLoads)).toBe('undefined');
    expect(await page.evaluate(() => typeof (globalThis as unknown as { __x?: unknown }).__x)).toBe('undefined');
  }
  expect(await app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before);
  expect(await app.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1);
  expect(canary.hits).toEqual([]);
});

test('S7 a page that empties itself comes back, and what it says meanwhile counts for nothing', async () => {
  for (const page of pages) {
    const address = page.url();
    await page.evaluate(() => location.assign('about:blank'));
    await expect.poll(() => page.url()).toBe(address);
    await expect(page.locator('#root > *').first()).toBeAttached();
  }
  await expect((await decision(app, 'Tool call: echo on rec')).getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('S8 files of the app can’t be read from another origin, an opaque one included', async () => {
  const outcomes = await app.electron.evaluate(async ({ WebContentsView }) => {
    // A page without our policy: only the scheme itself protects.
    const view = new WebContentsView({ webPreferences: { sandbox: true } });
    await view.webContents.loadURL('about:blank');
    const tries = ['app://chat/', 'app://chat/index.html', 'app://decisions/decisions.html'].map((url) =>
      view.webContents.executeJavaScript(
        `Promise.all(['cors','no-cors'].map((mode) => fetch(${JSON.stringify(url)}, { mode }).then((r) => 'read ' + r.type, (e) => e.name)))`,
      ),
    );
    const all = (await Promise.all(tries)) as string[][];
    view.webContents.close();
    return all.flat();
  });
  expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'TypeError'));
  const inFrame = await app.chat.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.name = 'opaque';
    document.body.append(frame);
  });
  expect(inFrame).toBeUndefined();
  const opaque = app.chat.frames().find((frame) => frame.name() === 'opaque');
  expect(await opaque?.evaluate(() => fetch('app://chat/').then(String, (error: unknown) => (error as Error).name))).toBe('TypeError');
  expect(await opaque?.evaluate(() => [typeof (globalThis as Record<string, unknown>).bridge, origin])).toEqual(['undefined', 'null']);
  await app.chat.reload();
});

test('S7 what Chromium does by itself is off: dictionaries, prediction, updates, addresses told by WebRTC, sound without a click', async () => {
  const found = await app.electron.evaluate(({ app: main, session, webContents }) => ({
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
