import { closeSync, openSync, readSync, readdirSync } from 'node:fs';

/** ELF machine numbers of what Node calls `process.arch`. */
const elfMachines: Readonly<Record<string, readonly number[]>> = {
  x64: [62, 3],
  arm64: [183, 40],
  ia32: [3],
  arm: [40],
  ppc64: [21],
  s390x: [22],
  riscv64: [243],
  loong64: [258],
};
const machO = [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe, 0xbebafeca];

/**
 * Why the kernel would not run this file itself, or undefined. Without this check the C library hands such a file to /bin/sh.
 * A file that can't be read here may still be runnable and passes.
 */
export function programProblem(file: string, arch: string = process.arch): string | undefined {
  if (process.platform === 'win32') return undefined;
  const head = readHead(file);
  if (!head) return undefined;
  if (head.length === 0) return 'the file is empty';
  if (head.subarray(0, 2).toString('latin1') === '#!') return undefined;
  if (head.length >= 4 && machO.includes(head.readUInt32BE(0))) return undefined;
  if (head.subarray(0, 4).toString('latin1') === '\x7fELF') return elfProblem(head, arch);
  return translatesForeignPrograms() ? undefined : 'it is neither a program nor a script with an interpreter line (#!)';
}

function elfProblem(head: Buffer, arch: string): string | undefined {
  if (head.length < 20) return 'the program file is cut off';
  const machine = head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18);
  const known = elfMachines[arch];
  if (!known || known.includes(machine) || translatesForeignPrograms()) return undefined;
  return `it is a program for another kind of processor (ELF machine ${machine}, this computer is ${arch})`;
}

function readHead(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const head = Buffer.alloc(20);
    return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** True when this kernel was told to run other formats through an emulator or interpreter (binfmt_misc). */
function translatesForeignPrograms(): boolean {
  try {
    return readdirSync('/proc/sys/fs/binfmt_misc').some((name) => name !== 'register' && name !== 'status');
  } catch {
    return false;
  }
}
