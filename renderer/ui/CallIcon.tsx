import { Ban, Check, CircleDashed, CircleHelp, CircleStop, Clock, Hand, LoaderCircle, PlugZap, TriangleAlert, Undo2 } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CallStatus } from '#shared/conversation/state.ts';

const icons: Readonly<Record<CallStatus, ComponentType<{ size: number; strokeWidth: number; className: string; 'aria-hidden': true }>>> = {
  proposed: CircleDashed,
  waiting: Hand,
  running: LoaderCircle,
  done: Check,
  'tool-error': TriangleAlert,
  'protocol-error': PlugZap,
  denied: Ban,
  cancelled: CircleStop,
  'timed-out': Clock,
  'not-sent': Undo2,
  unknown: CircleHelp,
};

/** The picture of a call's state; the state is always there as text too. */
export function CallIcon({ status }: { readonly status: CallStatus }) {
  const Icon = icons[status];
  return <Icon size={16} strokeWidth={2} className="call-icon" aria-hidden />;
}
