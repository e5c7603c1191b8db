import fs from 'node:fs';

const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended meanwhile
  }
};
function children(pid) {
  const below = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = read(`/proc/${name}/stat`);
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    });
  return below.flatMap((name) => [Number(name), ...children(Number(name))]);
}

/** The PSS of a process and all below it, in MB, without those whose command line has `except` (configured servers don't count). */
export function pssOf(pid, except) {
  const pids = [pid, ...children(pid)].filter((p) => except === undefined || !read(`/proc/${p}/cmdline`).includes(except));
  const kilobytes = pids.map((p) => Number(/Pss:\s+(\d+)/.exec(read(`/proc/${p}/smaps_rollup`))?.[1] ?? 0));
  return Math.round(kilobytes.reduce((a, b) => a + b, 0) / 102.4) / 10;
}
