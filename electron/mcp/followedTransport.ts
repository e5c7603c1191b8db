import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';

export interface Following {
  /** Sends a message on, or does what goes with it. */
  readonly send: (message: JSONRPCMessage, options?: TransportSendOptions) => Promise<void>;
  /** Hears a message before the client does. */
  readonly heard: (message: JSONRPCMessage) => void;
}

/** The same transport, followed both ways; everything else of it stays as it is. */
export function followedTransport<T extends Transport>(inner: T, { send, heard }: Following): T {
  const listening = (listener: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> => {
    return (message, extra) => {
      heard(message);
      listener(message, extra);
    };
  };
  return new Proxy(inner, {
    get(target, name): unknown {
      if (name === 'send') return send;
      const value: unknown = Reflect.get(target, name, target);
      const isListener = name === 'onmessage' || name === 'onclose' || name === 'onerror';
      return typeof value === 'function' && !isListener ? (value.bind(target) as unknown) : value;
    },
    set(target, name, value: unknown): boolean {
      const isMessage = name === 'onmessage' && typeof value === 'function';
      return Reflect.set(target, name, isMessage ? listening(value as NonNullable<Transport['onmessage']>) : value, target);
    },
  });
}
