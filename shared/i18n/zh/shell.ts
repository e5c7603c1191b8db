import type { shell as english } from '../en/shell.ts';

/** 菜单和系统对话框。 */
export const shell: Readonly<Record<keyof typeof english, string>> = {
  'link.ask': '要在浏览器中打开 {host} 上的这个地址吗？',
  'link.open': '打开',
  'link.cancel': '取消',
  'menu.app': 'Steward',
  'menu.edit': '编辑',
  'menu.view': '显示',
  'page.crashes': '这个窗口一再出错。',
  'page.crashes.detail': 'Steward 本身和它的服务器仍在运行，说过的内容都没有丢失。',
  'page.hangs': '这个窗口没有反应。',
  'page.hangs.detail': '可以等待，也可以重新加载：Steward 本身和它的服务器仍在运行，说过的内容都没有丢失。',
  'page.wait': '等待',
  'page.reload': '重新加载',
  'page.quit': '退出 Steward',
  'crash.message': 'Steward 无法启动。',
};
