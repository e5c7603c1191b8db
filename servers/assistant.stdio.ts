import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAssistantServer } from './assistant.ts';

// The transport closes itself when stdin ends, which aborts what still runs; then nothing keeps the process.
serveStdio(createAssistantServer);
