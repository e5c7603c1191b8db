import * as z from 'zod';

// The pages forbid code made from text. Without this, the first parse would try it and be reported as a violation of the page's policy.
z.config({ jitless: true });
