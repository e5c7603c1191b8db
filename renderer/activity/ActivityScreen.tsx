import { usePage } from '../ipc/hooks.ts';
import { JournalView } from './JournalView.tsx';
import { TurnLens } from './TurnLens.tsx';
import './Activity.css';
import './narrow.css';

/** What was decided and called: the journal, or one turn looked at closely. */
export function ActivityScreen() {
  const lens = usePage((s) => s.lens);
  return <main className="screen activity">{lens ? <TurnLens key={lens.turnId} {...lens} /> : <JournalView />}</main>;
}
