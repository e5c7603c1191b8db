import { type ParentPortLike, servePorts } from './servePorts.ts';

const { parentPort } = process as unknown as { readonly parentPort: ParentPortLike | undefined };
if (!parentPort) throw new Error('The demo servers run in a utility process of the app; over stdio run assistant.stdio or shop.stdio.');
servePorts(parentPort, (error) => console.error('demo server:', error));
