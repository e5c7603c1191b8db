import { readCatalogue } from './readCatalogue.ts';

process.stdout.write(`${JSON.stringify(await readCatalogue(), null, 2)}\n`);
