import { config } from 'zod';

// The pages forbid code made from text. Without this, the first parse would try it and be reported as a violation of the page's policy.
// Whoever parses in a page imports this first.
config({ jitless: true });
