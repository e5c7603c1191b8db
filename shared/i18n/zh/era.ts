import type { era as en } from '../en/era.ts';

export const era: Readonly<Record<keyof typeof en, string>> = {
  'era.label': '协议版本',
  'era.automatic': '自动',
  'era.newer': '仅新版（2026-07-28）',
  'era.older': '仅旧版（最高 2025-11-25）',
  'era.what': 'Steward 每次启动时都会自动识别服务器使用的版本。您的选择只对当前的启动方式有效，更改后会重新连接服务器。',
  'activity.what.protocol-automatic': '协议版本：自动',
  'activity.what.protocol-newer': '协议版本：仅新版',
  'activity.what.protocol-older': '协议版本：仅旧版',
};
