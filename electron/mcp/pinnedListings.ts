import { toListing, type ResourceListing } from './resourceList.ts';

/** A bundled server's resources as the build has written them down. */
interface Pinned {
  readonly resources?: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
  readonly completes?: boolean;
}

/** What bundled servers let a person read, by their keys: it is known without starting them. */
export function pinnedListings(pinned: Readonly<Record<string, Pinned>>): ReadonlyMap<string, ResourceListing> {
  return new Map(
    Object.entries(pinned).map(([key, p]) => [key, toListing(p.resources ?? [], p.resourceTemplates ?? [], p.completes === true)]),
  );
}
