import {
  Client,
  type Implementation,
  InMemoryTransport,
  type Prompt,
  type Resource,
  type ResourceTemplateType,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAssistantServer } from './assistant.ts';
import { type DemoServerKey, demoServerKeys } from './demoServers.ts';
import { createShopServer } from './shop.ts';

/** What a client learns about one server by connecting and listing what it has; the lists are as it gives them. */
export interface CatalogueEntry {
  readonly instructions: string;
  readonly serverInfo: Implementation;
  readonly era: 'modern' | 'legacy';
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  /** It completes the variables of its templates and the arguments of its prompts. */
  readonly completes: boolean;
}
export type Catalogue = Readonly<Record<DemoServerKey, CatalogueEntry>>;

/** Asks every demo server, in memory, for what the app pins at build time. The same sources give the same answer, byte for byte. */
export async function readCatalogue(): Promise<Catalogue> {
  const entries: Partial<Record<DemoServerKey, CatalogueEntry>> = {};
  for (const key of demoServerKeys) {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await serve[key](theirs);
    entries[key] = await readEntry(ours);
  }
  return entries as Catalogue;
}

const serve: Readonly<Record<DemoServerKey, (transport: InMemoryTransport) => Promise<void> | void>> = {
  assistant: (transport) => void serveStdio(createAssistantServer, { transport }),
  shop: (transport) => createShopServer().connect(transport),
};

/** Connects, reads and closes. Throws when the server answers less than the catalogue needs. */
export async function readEntry(transport: Transport): Promise<CatalogueEntry> {
  const client = new Client({ name: 'catalogue', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  try {
    const { tools } = await client.request({ method: 'tools/list' });
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { prompts } = await client.listPrompts();
    const completes = client.getServerCapabilities()?.completions !== undefined;
    const [instructions, serverInfo] = [client.getInstructions(), client.getServerVersion()];
    const [era, version] = [client.getProtocolEra(), client.getNegotiatedProtocolVersion()];
    if (!instructions || !serverInfo || !era || !version) throw new Error('a demo server told too little about itself');
    return { instructions, serverInfo, era, version, tools, resources, resourceTemplates, prompts, completes };
  } finally {
    await client.close();
  }
}
