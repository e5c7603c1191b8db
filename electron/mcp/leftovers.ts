import type { Notices } from '../notices.ts';
import type { ProcessTable } from './processes.ts';

/** Ends what a crash left behind, and tells the person of it by name and number (F20). */
export async function endLeftovers(processes: ProcessTable, notices: Notices): Promise<void> {
  const swept = await processes.sweep();
  if (swept.every(({ outcome }) => outcome === 'gone')) return;
  const lines = swept.map(
    ({ serverKey, name, pid, outcome }) => `${serverKey}: ${name === undefined ? pid : `${name} (${pid})`} ${outcome}`,
  );
  notices.raise('orphans-swept', lines.join('\n'));
}
