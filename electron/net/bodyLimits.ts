import { NetFault } from './netFault.ts';

type Check = (bytes: Uint8Array) => void;

/** Counts a body; throws beyond the limit. */
export function bodyLimit({ bodyBytes }: { readonly bodyBytes: number }): Check {
  let seen = 0;
  return (bytes) => {
    seen += bytes.length;
    if (seen > bodyBytes) throw new NetFault('message-too-large', `a body of more than ${bodyBytes / 1048576} MB`);
  };
}

/** Counts each event of a stream, which ends at an empty line however its lines end and wherever it is cut; throws beyond the limit. */
export function eventLimit({ eventBytes }: { readonly eventBytes: number }): Check {
  let event = 0;
  let line = 0;
  let afterReturn = false;
  return (bytes) => {
    for (const byte of bytes) {
      event += 1;
      if (event > eventBytes) throw new NetFault('message-too-large', `an event of more than ${eventBytes / 1048576} MB`);
      const isFeed = byte === 10;
      if (isFeed && afterReturn) {
        afterReturn = false;
        continue;
      }
      afterReturn = byte === 13;
      if (isFeed || afterReturn) {
        if (line === 0) event = 0;
        line = 0;
      } else line += 1;
    }
  };
}
