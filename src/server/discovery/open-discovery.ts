import type { TablesDB } from 'appwrite';
import { Hono } from 'hono';
import type { SiteBackend } from '#settings/config.ts';
import type { SiteFile } from '#settings/site-file.ts';
import type { Language } from '#web/i18n/language.ts';
import type { PageCache } from '../page-cache.ts';
import type { Pictures } from '../pictures/open-pictures.ts';
import type { Headers } from '../security-headers.ts';
import type { SiteEnv } from '../site-env.ts';
import { createAddresses } from './addresses.ts';
import { createDiscoveryApp } from './discovery-app.ts';
import { createLessonList } from './lesson-list.ts';
import { createSharedPicturesApp } from './shared-pictures-app.ts';

export interface DiscoveryOptions extends Pick<SiteFile, 'site' | 'logos'> {
  tables: Record<Language, TablesDB>;
  place: SiteBackend;
  origin: string;
  cache: PageCache;
  pictures: Pick<Pictures, 'store' | 'drawings'>;
  /** Headers of every answer. */
  headers: Headers;
}

/** All that other programs are given of the library: documents and pictures. */
export function openDiscovery({
  site,
  logos,
  tables,
  place,
  origin,
  cache,
  pictures,
  headers,
}: DiscoveryOptions): Hono<SiteEnv> {
  const [logo] = logos;
  const discovery = {
    list: createLessonList(tables, place),
    site,
    addresses: createAddresses(origin),
    icon: { href: site.logo, type: logo?.type ?? '' },
  };
  return new Hono<SiteEnv>()
    .route(
      '/',
      createSharedPicturesApp({ discovery, ...pictures, logo: logo?.bytes ?? Buffer.alloc(0), headers }),
    )
    .route('/', createDiscoveryApp({ discovery, cache, headers }));
}
