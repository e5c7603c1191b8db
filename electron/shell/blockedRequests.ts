/** How often something in a page wanted to load or run what it may not: shown to the person, who may wonder what a text tried (S6). */
export interface BlockedRequests {
  readonly count: number;
  /** Counts one. `what` is an address or a directive of the policy; each origin is logged once, without its path. */
  readonly add: (what: string) => void;
}

/** Different origins that are logged; a text can invent as many as it likes. */
const mostLogged = 20;

export function countBlocked(log: (line: string) => void): BlockedRequests {
  const logged = new Set<string>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(what) {
      count += 1;
      const place = placeOf(what);
      if (logged.has(place) || logged.size >= mostLogged) return;
      logged.add(place);
      log(`a page was kept from ${place}`);
    },
  };
}

function placeOf(what: string): string {
  const url = URL.canParse(what) ? new URL(what) : undefined;
  return url?.host ? `${url.protocol}//${url.host}` : what.slice(0, 40).replace(/[^\w :.-]/g, '?');
}
