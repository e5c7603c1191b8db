import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A model on this computer. To "call TOOL ARGUMENTS" it answers with that call, to a result with a word, and to anything else with the
 * pieces at a fixed pace; `times` says when the first and the last one left.
 */
export async function startSource(pieces, everyMs) {
  const times = { first: 0, last: 0 };
  const server = createServer(async (req, res) => {
    if (!req.url?.endsWith('/chat/completions')) {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
      return;
    }
    const { messages } = JSON.parse((await req.setEncoding('utf8').toArray()).join(''));
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (delta, finish = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      res.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'paced', choices })}\n\n`);
    };
    const asked = /^call (\S+) (.*)$/.exec(messages.at(-1).content);
    if (messages.at(-1).role === 'tool') event({ content: 'Noted.' });
    else if (asked)
      event({ tool_calls: [{ index: 0, id: `c${messages.length}`, type: 'function', function: { name: asked[1], arguments: asked[2] } }] });
    else {
      times.first = Date.now();
      for (const [at, content] of pieces.entries()) {
        const wait = times.first + at * everyMs - Date.now();
        if (wait > 0) await sleep(wait);
        event({ content });
      }
      times.last = Date.now();
    }
    event({}, asked ? 'tool_calls' : 'stop');
    res.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: url, OPENAI_MODEL: 'paced' };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { environment, times, close };
}

const part = (n) => `## Part ${n}

Some **important** words about \`thing_${n}\`, see [the pages](https://example.com/${n}), and why it matters to whoever reads this text.
It goes on for a second line with 中文字 in it, and *a little* emphasis.

- first point of part ${n}
- second point, with \`code\`
  - and one below it

| name | value |
|---|---:|
| alpha | ${n} |
| beta | ${n * 2} |

\`\`\`ts
const value${n} = compute(${n}, { deep: true });
export function next${n}(x: number): number {
  return x + value${n};
}
\`\`\`

`;
/** An answer as models write them, in so many pieces. */
export function markdownPieces(count, length = 24) {
  let text = '';
  for (let n = 1; text.length < count * length; n += 1) text += part(n);
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}
/** One part of it. */
export const markdownPart = part;
