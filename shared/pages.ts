/** Where diagrams are drawn: a page on a host of its own, which the chat page holds in a frame of an opaque origin. */
export const diagramUrl = 'app://diagram/';
