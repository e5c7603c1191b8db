import { app } from 'electron';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { refusal, refusedExitCode } from './launchSwitches.ts';

// What the app loads first. A packaged build looks at its command line before anything else of the app is read; Chromium opens no port
// before this module has ended.
const appPath = app.getAppPath();
// Either sign is enough: `isPackaged` goes by the name of the binary.
const packaged = app.isPackaged || appPath.endsWith('.asar');
const why = packaged ? refusal(process.argv.slice(1), { testBuild: isTestBuild(), windows: process.platform === 'win32' }) : undefined;
if (why === undefined) await import('./main.ts');
else {
  process.stderr.write(`${why}\n`);
  app.exit(refusedExitCode);
}

/** The flag that the packager put into the archive; what can't be read is a release. */
function isTestBuild(): boolean {
  try {
    const about: unknown = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8'));
    return typeof about === 'object' && about !== null && 'testBuild' in about && about.testBuild === true;
  } catch {
    return false;
  }
}
