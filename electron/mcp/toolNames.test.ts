import { describe, expect, it } from 'vitest';
import { nameTools, namesByTool, type ToolId } from './toolNames.ts';

const id = (serverKey: string, toolName: string): ToolId => ({ serverKey, toolName });
const namesOf = (...tools: ToolId[]): string[] => [...nameTools(tools).keys()];
const nameOf = (tool: ToolId, ...others: ToolId[]): string | undefined => namesByTool(nameTools([...others, tool]))(tool);
const accepted = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

describe('plain names', () => {
  it.each([
    ['notes', 'add_note', 'notes__add_note'],
    ['my-server', 'get-weather2', 'my-server__get-weather2'],
    ['a_b', 'c', 'a_b__c'],
    ['_private', '3d', '_private__3d'],
    ['a', 'b__c', 'a__b__c'],
  ])('%s and %s stay readable as %s', (serverKey, toolName, name) => {
    expect(namesOf(id(serverKey, toolName))).toEqual([name]);
  });
});

const awkward: readonly (readonly [string, ToolId])[] = [
  ['UA12 a server key that starts with a digit', id('3d-print', 'start')],
  ['UA12 a name of 200 characters', id('s', 'x'.repeat(200))],
  ['UA12 a server key of 200 characters', id('s'.repeat(200), 'start')],
  ['UA13 a dot', id('files', 'fs.read')],
  ['UA13 a slash', id('org/repo', 'issues/list')],
  ['UA15 a space in the server key', id('My Server', 'list')],
  ['UA15 a space in the tool name', id('server', 'list all')],
  ['Chinese names', id('天气', '查询天气')],
  ['an emoji', id('notes', '📝')],
  ['an empty tool name', id('notes', '')],
  ['an empty server key', id('', 'list')],
  ['only underscores', id('__', '___')],
  ['only dashes', id('-', '--')],
  ['a name of Object.prototype', id('__proto__', 'constructor')],
  ['a line break', id('notes', 'a\nb')],
  ['half a surrogate pair', id('notes', 'a\ud800')],
];
describe('names that no provider would accept as they are', () => {
  it.each(awkward)('%s is mapped to a name that fits, and back to the very tool', (_title, tool) => {
    for (const limit of [48, 64, 128]) {
      const names = nameTools([tool], limit);
      const [[name, back] = ['', undefined]] = [...names];
      expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]*$/);
      expect(name.length).toBeLessThanOrEqual(limit);
      expect(back).toEqual(tool);
    }
  });

  it('UA12 all of them together still have names of their own, at most 64 characters long', () => {
    const names = namesOf(...awkward.map(([, tool]) => tool));
    expect(new Set(names).size).toBe(awkward.length);
    for (const name of names) expect(name).toMatch(accepted);
  });

  it('keeps what can be read of both names', () => {
    expect(namesOf(id('My Server', 'fs.read'))[0]).toMatch(/^My_Server__fs_read_[0-9a-f]{8}$/);
    expect(namesOf(id('天气', '查询天气'))[0]).toMatch(/^server__tool_[0-9a-f]{8}$/);
  });
});

const pairs: readonly (readonly [string, ToolId, ToolId])[] = [
  ['S21 a + b__c and a__b + c', id('a', 'b__c'), id('a__b', 'c')],
  ['S21 a_ + b and a + _b', id('a_', 'b'), id('a', '_b')],
  ['S21 A.B and A_B', id('A.B', 't'), id('A_B', 't')],
  ['S21 two names of 200 characters that share their first 64', id('s', `${'x'.repeat(199)}1`), id('s', `${'x'.repeat(199)}2`)],
  ['S21 two server keys of 200 characters', id(`${'s'.repeat(199)}1`, 't'), id(`${'s'.repeat(199)}2`, 't')],
  ['S21 a Cyrillic look-alike', id('paypal', 'send'), id('p\u0430ypal', 'send')],
  ['S21 composed and decomposed letters', id('caf\u00e9', 't'), id('cafe\u0301', 't')],
  ['UA16 the same tool name on two servers', id('home', 'search'), id('work', 'search')],
  ['UA13 a dot and a slash', id('s', 'a.b'), id('s', 'a/b')],
];
describe('names that look alike', () => {
  it.each(pairs)('%s: each name reaches its own server, in either order', (_title, one, other) => {
    for (const tools of [
      [one, other],
      [other, one],
    ]) {
      const names = nameTools(tools);
      expect([...names.values()]).toEqual(tools);
      for (const name of names.keys()) expect(name).toMatch(accepted);
    }
  });

  it.each(pairs)('%s: neither name changes because the other server was added', (_title, one, other) => {
    expect(nameOf(one, other)).toBe(nameOf(one));
    expect(nameOf(other, one)).toBe(nameOf(other));
  });

  it('S21 TOL-3 a server cannot take the shortened name of another by naming a tool like it', () => {
    const victim = id('A.B', 'pay');
    const stolen = namesOf(victim)[0] ?? '';
    const attacker = id('A_B', stolen.slice('A_B__'.length));
    const names = nameTools([attacker, victim]);
    expect(names.get(stolen)).toEqual(victim);
    expect(names.size).toBe(2);
  });
});

describe('collisions of the short hash', () => {
  // Found by search: equal in the readable part and in the first 32 bits of the hash.
  const one = id('s', 'pay\u51c5\u4e02');
  const other = id('s', 'pay\u7bbb\u4e03');

  it('S21 are told apart by more of the hash, whatever the order', () => {
    expect(nameOf(one)).toBe(nameOf(other));
    for (const tools of [
      [one, other],
      [other, one],
    ]) {
      const names = nameTools(tools);
      expect([...names.values()]).toEqual(tools);
      for (const name of names.keys()) expect(name).toMatch(/^.*_[0-9a-f]{16}$/);
    }
    expect(nameOf(one, other)).toBe(namesByTool(nameTools([one, other]))(one));
  });
});

describe('the whole list', () => {
  it('keeps the order of the tools and names a repeated tool once', () => {
    const tools = [id('b', 'x.y'), id('a', 'x'), id('b', 'x.y'), id('c', 'z')];
    expect([...nameTools(tools).values()]).toEqual([tools[0], tools[1], tools[3]]);
  });

  it('names 5,000 tools of ten servers without loss', () => {
    const tools = Array.from({ length: 5000 }, (_, i) => id(`server ${i % 10}`, `tool.${i}`));
    const names = nameTools(tools);
    expect(names.size).toBe(5000);
    const back = namesByTool(names);
    for (const tool of tools) expect(names.get(back(tool) ?? '')).toEqual(tool);
  });

  it('does not know a tool that is not in it', () => {
    expect(namesByTool(nameTools([id('a', 'x')]))(id('a', 'y'))).toBeUndefined();
  });

  it('refuses a limit that no name would fit', () => {
    expect(() => nameTools([], 20)).toThrow(RangeError);
  });
});
