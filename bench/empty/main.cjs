// The smallest window Electron can open with a text box in it: what the app is measured against.
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true, contextIsolation: true } });
  void window.loadFile(path.join(__dirname, 'index.html'));
});
app.on('window-all-closed', () => app.quit());
