import http from 'node:http';
import { pageOf, startElectron } from './electron.mjs';

/** A model behind an endpoint of the OpenAI kind that asks for one call for each message, and notes when its stream had ended. */
async function startModel() {
  const ended = [];
  const server = http.createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    if (request.method !== 'POST') return response.writeHead(404).end();
    const { messages } = JSON.parse(Buffer.concat(pieces));
    const write = (delta, finish = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const isAsked = messages.at(-1).role === 'user';
    if (isAsked) {
      const call = { name: 'assistant__run_python', arguments: JSON.stringify({ code: `${messages.length} * 7` }) };
      write({ role: 'assistant', content: 'Let me see. ' });
      write({ tool_calls: [{ index: 0, id: `call_${messages.length}`, type: 'function', function: call }] });
    } else write({ role: 'assistant', content: 'Done.' });
    write({}, isAsked ? 'tool_calls' : 'stop');
    response.end('data: [DONE]\n\n', () => isAsked && ended.push(Date.now()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, ended, close: () => server.close() };
}

/** From the end of the model's stream to the painted card: of the first decision of a start, and of each later one. Milliseconds. */
export async function measureDecisions(count) {
  const model = await startModel();
  const app = await startElectron({ environment: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'bench', OPENAI_MODEL: 'scripted' } });
  try {
    const browser = await app.connect();
    const chat = await pageOf(browser, 'app://chat');
    await chat.waitForTimeout(4000);
    for (let i = 0; i < count; i++) {
      await chat.getByRole('textbox', { name: 'Message' }).fill(`Question ${i}`);
      await chat.getByRole('button', { name: 'Send' }).click();
      const decisions = await pageOf(browser, '/decisions.html');
      await decisions.getByRole('button', { name: 'Allow once' }).click();
      await chat.getByRole('log').getByText('Done.').nth(i).waitFor();
    }
    const decisions = await pageOf(browser, '/decisions.html');
    const painted = await decisions.evaluate(() =>
      performance.getEntriesByName('decision-painted').map((entry) => performance.timeOrigin + entry.startTime),
    );
    await browser.close();
    return model.ended.map((at) => (painted.find((time) => time >= at) ?? Number.NaN) - at);
  } finally {
    await app.stop();
    model.close();
  }
}
