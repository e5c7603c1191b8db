/** Whether the keys of a Mac are under the person's hands. */
export const isMac = (): boolean => navigator.userAgent.includes('Macintosh');
