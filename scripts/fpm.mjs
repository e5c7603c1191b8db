#!/usr/bin/env node
// Stands in for fpm, which electron-builder would download: it reads the arguments that electron-builder passes for deb and rpm and lets
// dpkg-deb or rpmbuild do the work. electron-builder finds it by CUSTOM_FPM_PATH (dist.mjs). PACKAGE_LEVEL sets the level of gzip.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { must } from './run.mjs';

/** @typedef {{ target: string, options: Record<string, string>, depends: string[], recommends: string[], maps: [string, string][] }} Wanted */

const FLAGS = new Set(['--force', '--debug']);
const IGNORED = new Set(['-s', '--log']);

/** @param {readonly string[]} args @returns {Wanted} */
function readArguments(args) {
  /** @type {Wanted} */
  const wanted = { target: '', options: {}, depends: [], recommends: [], maps: [] };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (FLAGS.has(arg)) continue;
    const at = arg.indexOf('=');
    if (!arg.startsWith('-')) {
      wanted.maps.push([arg.slice(0, at), arg.slice(at + 1)]);
      continue;
    }
    const joined = arg.startsWith('--') && at > 0;
    const key = joined ? arg.slice(0, at) : arg;
    const value = joined ? arg.slice(at + 1) : (args[++i] ?? '');
    if (key === '-d' || key === '--depends') wanted.depends.push(value);
    else if (key === '--deb-recommends') wanted.recommends.push(value);
    else if (key === '-t') wanted.target = value;
    else if (!IGNORED.has(key)) wanted.options[key.slice(2)] = value;
  }
  return wanted;
}

/** Puts everything where it will stand on the system, with the rights it will have there. @param {Wanted} wanted @param {string} stage */
function layOut({ maps }, stage) {
  for (const [from, to] of maps) {
    const place = path.join(stage, to);
    if (from.endsWith('/')) {
      fs.mkdirSync(place, { recursive: true });
      must('cp', ['-a', '--reflink=auto', `${from}.`, place]);
    } else {
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.copyFileSync(from, place);
      fs.chmodSync(place, 0o644);
    }
  }
  /** @type {string[]} */
  const files = [];
  fs.chmodSync(stage, 0o755);
  for (const entry of fs.readdirSync(stage, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    fs.chmodSync(file, entry.isDirectory() || (fs.statSync(file).mode & 0o111) !== 0 ? 0o755 : 0o644);
    if (entry.isFile()) files.push(file);
  }
  return files.sort();
}

/** @param {Wanted} wanted */
function words({ options }) {
  const [first = '', ...rest] = (options.description ?? '').split('\n');
  return { summary: first.trim() || rest.join(' ').trim() || (options.name ?? ''), rest: rest.map((line) => line.trim()).filter(Boolean) };
}
// electron-builder insists on an address; one that leads nowhere is not written down.
const address = (/** @type {Wanted} */ { options }) =>
  options.url && !new URL(options.url).hostname.endsWith('localhost') ? options.url : null;

const SCRIPTS = { preinst: 'before-install', postinst: 'after-install', prerm: 'before-remove', postrm: 'after-remove' };

/** @param {Wanted} wanted @param {string} stage @param {readonly string[]} files */
function writeDeb(wanted, stage, files) {
  const { options, depends, recommends } = wanted;
  const { summary, rest } = words(wanted);
  const url = address(wanted);
  const control = [
    `Package: ${options.name}`,
    `Version: ${options.version}${options.iteration ? `-${options.iteration}` : ''}`,
    `Architecture: ${options.architecture}`,
    `Maintainer: ${options.maintainer}`,
    `Installed-Size: ${Math.ceil(files.reduce((sum, file) => sum + fs.statSync(file).size, 0) / 1024)}`,
    ...(depends.length > 0 ? [`Depends: ${depends.join(', ')}`] : []),
    ...(recommends.length > 0 ? [`Recommends: ${recommends.join(', ')}`] : []),
    `Section: ${options.category ?? 'utils'}`,
    `Priority: ${options['deb-priority'] ?? 'optional'}`,
    ...(url ? [`Homepage: ${url}`] : []),
    `Description: ${summary}`,
    ...rest.map((line) => ` ${line}`),
  ];
  const inside = path.join(stage, 'DEBIAN');
  fs.mkdirSync(inside);
  fs.writeFileSync(path.join(inside, 'control'), `${control.join('\n')}\n`);
  const sums = files.map((file) => `${createHash('md5').update(fs.readFileSync(file)).digest('hex')}  ${path.relative(stage, file)}\n`);
  fs.writeFileSync(path.join(inside, 'md5sums'), sums.join(''));
  for (const [name, option] of Object.entries(SCRIPTS)) {
    const script = options[option];
    if (script) fs.writeFileSync(path.join(inside, name), fs.readFileSync(script), { mode: 0o755 });
  }
  const method = { gz: 'gzip', zst: 'zstd', none: 'none' }[options['deb-compression'] ?? ''] ?? 'xz';
  const level = process.env.PACKAGE_LEVEL ? [`-z${process.env.PACKAGE_LEVEL}`] : [];
  must('dpkg-deb', ['--root-owner-group', `-Z${method}`, ...level, '--build', stage, options.package ?? '']);
}

const PAYLOADS = { xz: 'w6.xzdio', xzmt: 'w6T0.xzdio', gzip: `w${process.env.PACKAGE_LEVEL ?? 9}.gzdio`, none: 'w0.gzdio' };
const RPM_ARCH = /** @type {Record<string, string>} */ ({ amd64: 'x86_64', arm64: 'aarch64' });
const escaped = (/** @type {string} */ text) => text.replaceAll('%', '%%');

/** @param {Wanted} wanted */
function rpmSpec(wanted) {
  const { options, depends, maps } = wanted;
  const url = address(wanted);
  const section = (/** @type {string} */ name, /** @type {string | undefined} */ file) => {
    if (!file) return [];
    const script = escaped(fs.readFileSync(file, 'utf8').replace(/^#!.*\n/, ''));
    // At an upgrade the old version's last script runs after the new one's: it must leave alone what is still in use.
    return [`%${name} -p /bin/bash`, ...(name === 'postun' ? ['if [ "$1" -eq 0 ]; then', script, 'fi'] : [script])];
  };
  const payload = /** @type {Record<string, string>} */ (PAYLOADS)[options['rpm-compression'] ?? ''] ?? PAYLOADS.xzmt;
  return [
    // The binaries are what Electron released, and what the fuses were set in: nothing is stripped or rewritten.
    '%define __os_install_post %{nil}',
    '%define _build_id_links none',
    '%define debug_package %{nil}',
    `%define _binary_payload ${payload}`,
    `Name: ${options.name}`,
    `Version: ${(options.version ?? '').replaceAll('-', '~')}`,
    `Release: ${options.iteration ?? 1}`,
    `Summary: ${escaped(options['rpm-summary'] ?? words(wanted).summary)}`,
    `License: ${options.license ?? 'unknown'}`,
    `Vendor: ${escaped(options.vendor ?? '')}`,
    `Packager: ${escaped(options.maintainer ?? '')}`,
    ...(url ? [`URL: ${url}`] : []),
    'AutoReqProv: no',
    ...depends.map((name) => `Requires: ${name}`),
    '%description',
    escaped((options.description ?? '').trim()),
    ...section('pre', options['before-install']),
    ...section('post', options['after-install']),
    ...section('preun', options['before-remove']),
    ...section('postun', options['after-remove']),
    '%files',
    '%defattr(-,root,root,-)',
    ...maps.map(([from, to]) => (from.endsWith('/') ? `"${to}"` : `%attr(0644,root,root) "${to}"`)),
    '',
  ].join('\n');
}

/** @param {Wanted} wanted @param {string} work @param {string} stage */
function writeRpm(wanted, work, stage) {
  const spec = path.join(work, 'package.spec');
  fs.writeFileSync(spec, rpmSpec(wanted));
  const top = path.join(work, 'rpm');
  const arch = RPM_ARCH[wanted.options.architecture ?? ''] ?? wanted.options.architecture ?? '';
  const defines = { _topdir: top, _rpmdir: top, _rpmfilename: 'out.rpm', _rpmformat: '4' };
  const define = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  must('rpmbuild', ['-bb', '--quiet', '--target', arch, '--buildroot', stage, ...define, spec], { stdio: ['ignore', 'ignore', 2] });
  fs.copyFileSync(path.join(top, 'out.rpm'), wanted.options.package ?? '');
}

const wanted = readArguments(process.argv.slice(2));
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-fpm-'));
try {
  const stage = path.join(work, 'root');
  const files = layOut(wanted, stage);
  fs.mkdirSync(path.dirname(wanted.options.package ?? ''), { recursive: true });
  if (wanted.target === 'deb') writeDeb(wanted, stage, files);
  else if (wanted.target === 'rpm') writeRpm(wanted, work, stage);
  else throw new Error(`only deb and rpm are made here, not ${wanted.target}`);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
