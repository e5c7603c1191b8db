import { expect, test } from '@playwright/test';
import { openChecked, type Checked } from './checked.ts';
import { decision, send } from './window.ts';

// The runtime column of the Electron checklist: what no page can reach, whatever runs in it, in one session of the real app.
test.describe.configure({ mode: 'serial' });
let checked: Checked;
test.beforeAll(async () => {
  checked = await openChecked();
  // The decision page is there while something waits.
  await send(checked.app, 'call rec__echo {"text":"waits"}');
  await decision(checked.app, 'Tool call: echo on rec');
});
test.afterAll(() => checked.close());

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
  for (const page of checked.pages) {
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
  const { url } = checked.canary;
  for (const page of checked.pages) {
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
  expect(checked.canary.hits).toEqual([]);
  expect(checked.app.chat.url()).toBe('app://chat/');
  await checked.app.chat.reload();
  await checked.go('Settings');
  const shown = checked.app.chat.getByText(/^\d+ requests blocked since the start$/);
  await expect(shown).toBeVisible();
  expect(Number.parseInt((await shown.textContent()) ?? '', 10)).toBeGreaterThan(20);
});

test('S7 no page leaves its address, opens a window, or becomes another page', async () => {
  const before = await checked.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  for (const page of checked.pages) {
    const address = page.url();
    await page.evaluate(async (base) => {
      const quiet = (run: () => unknown): void => {
        try {
          run();
        } catch (error) {
          Object.assign(globalThis, { lastRefusal: String(error) });
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
    }, checked.canary.url);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => (globalThis as unknown as { webviewLoads: string }).webviewLoads)).toBe('undefined');
    expect(await page.evaluate(() => typeof (globalThis as unknown as { __x?: unknown }).__x)).toBe('undefined');
  }
  expect(await checked.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before);
  expect(await checked.app.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1);
  expect(checked.canary.hits).toEqual([]);
});

test('S7 a page that empties itself comes back, and what it says meanwhile counts for nothing', async () => {
  for (const page of checked.pages) {
    const address = page.url();
    await page.evaluate(() => location.assign('about:blank'));
    await expect.poll(() => page.url()).toBe(address);
    await expect(page.locator('#root > *').first()).toBeAttached();
  }
  await expect((await decision(checked.app, 'Tool call: echo on rec')).getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('S8 files of the app can’t be read from another origin, an opaque one included', async () => {
  const outcomes = await checked.app.electron.evaluate(async ({ WebContentsView }) => {
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
  const inFrame = await checked.app.chat.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.name = 'opaque';
    document.body.append(frame);
  });
  expect(inFrame).toBeUndefined();
  const opaque = checked.app.chat.frames().find((frame) => frame.name() === 'opaque');
  expect(await opaque?.evaluate(() => fetch('app://chat/').then(String, (error: unknown) => (error as Error).name))).toBe('TypeError');
  expect(await opaque?.evaluate(() => [typeof (globalThis as Record<string, unknown>).bridge, origin])).toEqual(['undefined', 'null']);
  await checked.app.chat.reload();
});
