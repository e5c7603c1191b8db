import { setTimeout as sleep } from 'node:timers/promises';
import { markOf, median, pageOf, startElectron } from './electron.mjs';
import { pssOf } from './memory.mjs';

async function usable(options, part) {
  const app = await startElectron(options);
  try {
    await sleep(2500);
    const browser = await app.connect();
    const ms = await markOf(await pageOf(browser, part), 'usable', app.began);
    await browser.close();
    return ms;
  } finally {
    await app.stop();
  }
}

/** Start to a usable text box, in turns: an empty window, the app, the app with the servers of a data folder; milliseconds at the median. */
export async function measureStart(rounds, withServers) {
  const times = { empty: [], app: [], servers: [] };
  for (let i = 0; i <= rounds; i++) {
    const empty = await usable({ folder: 'bench/empty' }, 'index.html');
    const app = await usable({}, 'app://chat');
    const servers = await usable({ from: withServers }, 'app://chat');
    if (i === 0) continue; // the first round warms the disk cache
    times.empty.push(empty);
    times.app.push(app);
    times.servers.push(servers);
  }
  return { empty: median(times.empty), app: median(times.app), servers: median(times.servers) };
}

/** The PSS of an empty window after so many seconds: alone, since two Electrons at once would share pages. */
async function emptyMemory(seconds) {
  const empty = await startElectron({ folder: 'bench/empty' });
  try {
    await sleep(seconds * 1000);
    return pssOf(empty.pid);
  } finally {
    await empty.stop();
  }
}

/** PSS a minute after the start before any call, and a minute after one decision and one call, in MB; the empty window beside. */
export async function measureMemory(seconds) {
  const empty = await emptyMemory(seconds);
  const app = await startElectron({});
  try {
    await sleep(seconds * 1000);
    const idle = pssOf(app.pid);
    const browser = await app.connect();
    const chat = await pageOf(browser, 'app://chat');
    await chat.getByRole('textbox', { name: 'Message' }).fill('call assistant__run_python {"code":"6*7"}');
    await chat.getByRole('button', { name: 'Send' }).click();
    const decisions = await pageOf(browser, '/decisions.html');
    await decisions.getByRole('button', { name: 'Allow once' }).click();
    await chat.getByRole('log').getByText('42').first().waitFor();
    await browser.close();
    await sleep(seconds * 1000);
    return { empty, idle, after: pssOf(app.pid) };
  } finally {
    await app.stop();
  }
}
