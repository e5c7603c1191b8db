import { chromium, expect, test, type Page } from '@playwright/test';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../harness.ts';
import { root } from '../paths.ts';
import { OrdinaryUser, type Started } from './ordinaryUser.ts';
import { archiveOf, execOf, filesBelow, filesInArchive, metadata, release, run, testBuild, type Package } from './packages.ts';

const both = [release, testBuild];
let user: OrdinaryUser;

test.beforeAll(() => {
  user = new OrdinaryUser();
  const absent = both.filter((each) => !existsSync(each.binary));
  const names = absent.map((each) => each.deb);
  if (names.length > 0) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...names]);
});
test.afterEach(() => user.endAll());
/** A data folder in the user's home, not made yet. */
const dataFolder = (name: string): string => path.join(user.home, name);
const mainProcess = (of: Package): number | undefined =>
  user.processes().find((each) => each.program === of.binary && !each.command.includes(' --type='))?.pid;
const renderers = (): ReturnType<OrdinaryUser['processes']> =>
  user.processes().filter((each) => each.command.includes(' --type=renderer '));

test('each package installs a valid desktop entry in both languages, its icon in all sizes, and the notices of third parties', () => {
  for (const { name, folder, desktopFile } of both) {
    expect(run('desktop-file-validate', ['--no-hints', desktopFile])).toBe('');
    const entry = readFileSync(desktopFile, 'utf8');
    for (const key of ['Name', 'Comment', 'Comment[zh_CN]', 'Keywords', 'Keywords[zh_CN]', 'Categories'])
      expect(entry).toContain(`\n${key}=`);
    expect(entry).toContain(`\nIcon=${name}\n`);
    expect(entry).toContain(`\nStartupWMClass=${name}\n`);
    for (const size of [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024])
      expect(statSync(`/usr/share/icons/hicolor/${size}x${size}/apps/${name}.png`).size).toBeGreaterThan(200);
    const notices = readFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const part of ['react-dom', 'zod', '@modelcontextprotocol/client', '@photostructure/sqlite'])
      expect(notices).toContain(`\n${part} `);
  }
});

test('a package holds what the app loads and nothing else: no sources, no maps, no tests, one prebuilt library', () => {
  const allowed = [
    /^package\.json$/,
    /^dist\/electron\/[\w.-]+\.(mjs|cjs)$/,
    /^dist\/electron\/icon\.png$/,
    /^dist\/renderer\/(index|decisions)\.html$/,
    /^dist\/renderer\/(assets|[\w-]+)\/[\w.-]+\.(js|css|html|svg|woff2)$/,
    /^dist\/servers\/(demo\.utility\.mjs|catalogue\.json)$/,
    /^node_modules\/(@photostructure\/sqlite|node-gyp-build)\/(LICENSE|package\.json|index\.js|node-gyp-build\.js|dist\/[\w-]+\.[cm]js)$/,
    /^node_modules\/@photostructure\/sqlite\/prebuilds\/linux-(x64|arm64)\/@photostructure\+sqlite\.glibc\.node$/,
  ];
  const names = [...filesInArchive(archiveOf(release.folder)).keys()];
  expect(names.filter((name) => !allowed.some((shape) => shape.test(name)))).toEqual([]);
  expect(names.filter((name) => name.endsWith('.node'))).toHaveLength(1);
  for (const needed of ['entry.mjs', 'chatPreload.cjs', 'decisionsPreload.cjs', 'schemaWorker.mjs'])
    expect(names).toContain(`dist/electron/${needed}`);
  expect(readdirSync(path.join(release.folder, 'resources')).sort()).toEqual(['app.asar', 'app.asar.unpacked', 'apparmor-profile']);
});

test('S9 the fuses in both installed binaries are what they must be', () => {
  for (const { binary } of both)
    expect(run(process.execPath, [path.join(root, 'scripts/fuses.mjs'), binary])).toBe('every fuse is as it must be\n');
});

test('S9 the build for tests is the release but for its name and one flag', () => {
  const archives = both.map((each) => filesInArchive(archiveOf(each.folder)));
  const differing = [...new Set(archives.flatMap((files) => [...files.keys()]))].filter(
    (name) => archives[0]?.get(name) !== archives[1]?.get(name),
  );
  expect(differing).toEqual(['package.json']);
  const [a, b] = [metadata(release), metadata(testBuild)];
  const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
  expect(fields.sort()).toEqual(['desktopName', 'name', 'productName', 'testBuild']);
  expect([a.testBuild, b.testBuild]).toEqual([undefined, true]);
  // Around the archive all is the same too: the binary under its two names, and the profile that names its path.
  const [here, there] = both.map((each) => {
    const files = filesBelow(each.folder);
    return new Map([...files].map(([name, hash]) => [name === each.name ? 'binary' : name, hash]));
  });
  const around = [...new Set([...(here?.keys() ?? []), ...(there?.keys() ?? [])])].filter((name) => here?.get(name) !== there?.get(name));
  expect(around.sort()).toEqual(['resources/app.asar', 'resources/apparmor-profile']);
});

/** The page at an address, through the debugging port that a build for tests opened. */
async function connect(started: Started): Promise<{ page(url: string): Promise<Page>; close(): Promise<void> }> {
  const endpoint = await until(() => /DevTools listening on (ws:\S+)/.exec(started.stderr())?.[1], `a debugging port; ${started.stderr()}`);
  const browser = await chromium.connectOverCDP(endpoint);
  const pages = (): Page[] => browser.contexts().flatMap((context) => context.pages());
  return { page: (url) => until(() => pages().find((page) => page.url() === url), url), close: () => browser.close() };
}

test('S9 the build for tests starts from its desktop entry as an ordinary user in the real sandbox, does a turn, and leaves no process', async () => {
  const started = user.start([...execOf(testBuild.desktopFile), '--remote-debugging-port=0', '--lang=en-US']);
  const app = await connect(started);
  // What the other tests look for, and look for in vain, can be seen here.
  expect(user.ports()).toHaveLength(1);
  const chat = await app.page('app://chat/');
  await chat.getByRole('textbox', { name: 'Message' }).fill('What is the weather in Beijing?');
  await chat.getByRole('button', { name: 'Send' }).click();
  const decisions = await app.page('app://decisions/decisions.html');
  const group = decisions.getByRole('group', { name: 'Tool call: get_weather on assistant', exact: true });
  await expect(group.getByRole('region', { name: 'Arguments' })).toHaveText('{"city":"Beijing","unit":"celsius"}');
  const below = user.processes();
  expect(renderers().map((each) => each.seccomp)).toEqual(['2', '2']);
  expect(below.map((each) => each.command).filter((command) => / --?(no-sandbox|disable-[\w-]*sandbox)/.test(command))).toEqual([]);
  await group.getByRole('button', { name: 'Allow once' }).click();
  const log = chat.getByRole('log', { name: 'Conversation' });
  await expect(log.getByRole('group', { name: 'get_weather on assistant', exact: true })).toContainText('Done');
  await expect(log).toContainText('22°C');
  await app.close();
  expect(existsSync(path.join(user.home, '.config/Steward-Test/steward.db'))).toBe(true);
  process.kill(mainProcess(testBuild) ?? 0, 'SIGTERM');
  expect(await started.ended).toBe(0);
  await expect.poll(() => user.processes()).toEqual([]);
});

/** Starts a program, and watches until it has ended whether it ever listens. */
async function watchEnd(command: readonly string[]): Promise<{ code: number | null; stderr: string; ports: string[] }> {
  const started = user.start(command);
  const ports = new Set<string>();
  let code: number | null | undefined;
  void started.ended.then((end) => (code = end));
  await until(
    () => {
      for (const port of user.ports()) ports.add(port);
      return code !== undefined;
    },
    `the end of ${command.join(' ')}`,
  );
  return { code: code ?? null, stderr: started.stderr(), ports: [...ports] };
}

const opening = [
  '--remote-debugging-port=0',
  '-remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--inspect=0',
  '--inspect-brk=0',
  '--load-extension=/tmp',
  '--disable-web-security',
  '--js-flags=--expose-gc',
  '--renderer-cmd-prefix=/usr/bin/env',
  '--utility-cmd-prefix=/usr/bin/env',
  '--ignore-certificate-errors',
  '--log-net-log=/tmp/steward-net-log',
];
for (const [build, switches] of [
  [release, opening],
  [testBuild, ['--inspect=0', '--load-extension=/tmp', '--disable-web-security', '--js-flags=--expose-gc']],
] as const) {
  for (const given of switches) {
    test(`S9 the installed ${build.name} does not start with ${given}, says why, and opens no port`, async () => {
      const folder = dataFolder('refused');
      const { code, stderr, ports } = await watchEnd([...execOf(build.desktopFile), given, `--user-data-dir=${folder}`]);
      expect({ code, ports }).toEqual({ code: 64, ports: [] });
      expect(stderr).toContain(`Steward does not start with --${/[a-z][\w-]*/.exec(given)?.[0] ?? ''}: it would `);
      expect(stderr).not.toContain('listening on');
      expect(['steward.db', 'DevToolsActivePort'].filter((file) => existsSync(path.join(folder, file)))).toEqual([]);
      expect(user.processes()).toEqual([]);
    });
  }
}

test('S9 ELECTRON_RUN_AS_NODE, NODE_OPTIONS and a signal make no debugger and no Node of a release', async () => {
  const mark = path.join(user.home, 'ran');
  const script = path.join(user.home, 'foreign.cjs');
  writeFileSync(script, `require('fs').writeFileSync(${JSON.stringify(mark)}, 'x')`);
  const environment = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${script} --inspect=0` };
  const started = user.start([...execOf(release.desktopFile), script, `--user-data-dir=${dataFolder('node')}`], environment);
  // It is the app, with its page, and not a Node that ran the script and ended.
  await until(() => existsSync(path.join(dataFolder('node'), 'steward.db')) && renderers().length > 0, `the app; ${started.stderr()}`);
  const pid = mainProcess(release) ?? 0;
  process.kill(pid, 'SIGUSR1');
  const end = Date.now() + 1500;
  while (Date.now() < end) {
    expect(user.ports()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(started.stderr()).not.toMatch(/debugger|listening on/i);
  expect(existsSync(mark)).toBe(false);
});

test('a keyring that is locked holds up no start: the window and the host are there, and nobody is asked for its password', async () => {
  const folder = dataFolder('locked');
  // The keyring of this session has never been opened; where it is asked for its key it would wait for a person.
  const script = 'gnome-keyring-daemon --start --components=secrets >/dev/null && exec "$0" "$@"';
  const started = user.start(
    [
      'dbus-run-session',
      '--',
      'sh',
      '-c',
      script,
      ...execOf(release.desktopFile),
      '--password-store=gnome-libsecret',
      `--user-data-dir=${folder}`,
    ],
    { XDG_RUNTIME_DIR: user.home },
  );
  await until(() => existsSync(path.join(folder, 'steward.db')) && renderers().length > 0, `the app; ${started.stderr()}`);
  expect(user.processes().some((each) => each.command.includes('gnome-keyring-daemon'))).toBe(true);
  expect(user.processes().filter((each) => each.command.includes('gcr-prompter'))).toEqual([]);
});

test('both packages are removed without a trace, and the data of the person stays', () => {
  const files = both.flatMap(({ name }) => run('dpkg', ['-L', name]).split('\n')).filter((file) => /steward/i.test(file));
  expect(files.length).toBeGreaterThan(100);
  run('dpkg', ['--remove', ...both.map((each) => each.name)]);
  expect(files.filter((file) => existsSync(file))).toEqual([]);
  run('dpkg', ['--purge', ...both.map((each) => each.name)]);
  // Where nothing else is installed there, /opt goes with them.
  const places = ['/opt', '/usr', '/etc', '/var/lib'].filter((place) => existsSync(place));
  const left = run('find', [...places, '-xdev', '-iname', 'steward*'])
    .split('\n')
    .filter(Boolean);
  expect(left).toEqual([]);
  expect(existsSync(path.join(user.home, '.config/Steward-Test/steward.db'))).toBe(true);
});
