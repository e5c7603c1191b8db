/** A request with the token in its header. */
export function withToken(init: RequestInit, token: string | undefined): RequestInit {
  if (token === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** Whether a request is a call: it is sent again only through the lock, by whoever holds its permission. What can't be read counts as one. */
export function callIn(body: RequestInit['body']): boolean {
  if (body == null) return false;
  if (typeof body !== 'string') return true;
  try {
    const message = JSON.parse(body) as { readonly method?: unknown };
    return Array.isArray(message) || message.method === 'tools/call';
  } catch {
    return true;
  }
}

/** What a flow comes to, or false as soon as whoever waits has had enough. */
export function until(flow: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = (): void => resolve(false);
    signal.addEventListener('abort', stop, { once: true });
    void flow.then((value) => {
      signal.removeEventListener('abort', stop);
      resolve(value);
    });
  });
}
