import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './packages.ts';

const name = 'steward-e2e';

/** A process of the user. */
export interface Process {
  readonly pid: number;
  readonly program: string;
  /** The command line; Chromium writes its own with blanks instead of zeros. */
  readonly command: string;
  /** 2 where a system call filter is in force. */
  readonly seccomp: string;
}
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
}

/** An ordinary account without any right, made for these tests; what belongs to it is read from the kernel's tables. */
export class OrdinaryUser {
  readonly home: string;
  readonly #uid: string;
  constructor() {
    if (spawnSync('id', ['-u', name]).status !== 0) run('useradd', ['--create-home', '--shell', '/bin/bash', name]);
    this.#uid = run('id', ['-u', name]).trim();
    this.home = run('getent', ['passwd', name]).split(':')[5] ?? '';
  }

  /** Starts a program as from a desktop: with a small environment, none of it ours but the screen. */
  start(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Started {
    const env = {
      HOME: this.home,
      USER: name,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      DISPLAY: process.env.DISPLAY ?? '',
      ...environment,
    };
    const words = Object.entries(env).map(([key, value]) => `${key}=${value}`);
    const child = spawn('runuser', ['-u', name, '--', 'env', '-i', '-C', this.home, ...words, ...command], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (data: string) => void (text += data));
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    return { child, ended, stderr: () => text };
  }

  processes(): Process[] {
    return readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (readProcess(pid, this.#uid) ?? []) : []));
  }
  /** The ports on which a process of this user listens. */
  ports(): string[] {
    return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((columns) => columns[3] === '0A' && columns[7] === this.#uid)
        .map((columns) => columns[1] ?? ''),
    );
  }

  /** Ends what still runs of this user, and waits for it. */
  async endAll(): Promise<void> {
    for (let turn = 0; this.processes().length > 0; turn++) {
      if (turn > 200) throw new Error('a process of the user can not be ended');
      for (const { pid } of this.processes()) end(pid);
      await sleep(25);
    }
  }
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it was faster
  }
}

function readProcess(pid: string, uid: string): Process | undefined {
  try {
    if (String(statSync(`/proc/${pid}`).uid) !== uid && !isOf(pid, uid)) return undefined;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^State:\s+Z/m.test(status)) return undefined;
    return {
      pid: Number(pid),
      program: readlinkSync(`/proc/${pid}/exe`),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      seccomp: /^Seccomp:\s+(\d)/m.exec(status)?.[1] ?? '',
    };
  } catch {
    return undefined; // it has ended
  }
}
/** A process that can not be dumped has a folder of root's: its own status says whose it is. */
const isOf = (pid: string, uid: string): boolean => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] === uid;
