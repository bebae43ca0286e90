import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import type { Lang } from '../grammar/lang.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { because } from '../grammar/reasons/because.ts';

/** The languages release notes are written in. */
export const announceLangs = ['zh_CN', 'en_US', 'ja_JP', 'ko_KR'] as const;
export type AnnounceLang = (typeof announceLangs)[number];

/** For each console language the languages of notes to try, in order. */
export const announceLangsOf: Record<Lang, readonly AnnounceLang[]> = {
  en: ['en_US', 'zh_CN', 'ja_JP', 'ko_KR'],
  'zh-cn': ['zh_CN', 'en_US', 'ja_JP', 'ko_KR'],
  'zh-cw': ['zh_CN', 'en_US', 'ja_JP', 'ko_KR'],
  ja: ['ja_JP', 'en_US', 'zh_CN', 'ko_KR'],
  ko: ['ko_KR', 'en_US', 'zh_CN', 'ja_JP'],
  ge: ['en_US', 'zh_CN', 'ja_JP', 'ko_KR'],
};

/** Characters per language, embedded pictures included; four languages stay below the request limit. */
export const maxDescriptionLength = 240_000;

const langDescription = z.strictObject({
  lang: z.enum(announceLangs),
  /** HTML; it is sanitized when it is stored. */
  description: z.string().max(maxDescriptionLength),
});
export type LangDescription = z.infer<typeof langDescription>;

const langDescriptions = z
  .array(langDescription)
  .min(1)
  .max(announceLangs.length)
  .refine((list) => new Set(list.map(({ lang }) => lang)).size === list.length, because('LANGUAGE_TWICE'));

const written = z.strictObject({
  langDescriptions,
  /** Version that was read; a save on an outdated version is refused. */
  version: z.number().int().min(0).optional(),
});

const announcement = z.object({
  id: z.string(),
  publishTime: moment,
  publishedBy: z.string(),
  langDescriptions: z.array(langDescription),
});
export type Announcement = z.infer<typeof announcement>;

const path = 'service/ota/announce';

export const announcementCalls = calls('announcements', {
  /** For editors the draft, if there is one; for others the last published text. */
  now: {
    method: 'GET',
    path: `${path}/now`,
    allow: 'signedIn',
    input: z.strictObject({}),
    output: z.object({
      langDescriptions: z.array(langDescription),
      /** Null for a draft, or before the first publication. */
      publishTime: moment.nullable(),
      version: z.number().int(),
    }),
  },
  publish: {
    method: 'POST',
    path: `${path}/publish`,
    allow: 'superAdmin',
    input: written,
    output: z.object({ id: z.string(), version: z.number().int(), publishTime: moment }),
  },
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: 'superAdmin',
    reads: true,
    input: listInput({}),
    output: listOf(announcement),
  },
  /** Saves a draft, visible to editors only. */
  save: {
    method: 'POST',
    path: `${path}/save`,
    allow: 'superAdmin',
    input: written,
    output: z.object({ version: z.number().int() }),
  },
  /** The last published text in the caller's language, and whether the caller has read it. */
  newest: {
    method: 'GET',
    path: `${path}/newest`,
    allow: 'signedIn',
    background: true,
    input: z.strictObject({}),
    output: z.object({
      announcement: z
        .object({
          id: z.string(),
          publishTime: moment,
          lang: z.enum(announceLangs),
          description: z.string(),
        })
        .nullable(),
      read: z.boolean(),
    }),
  },
  read: {
    method: 'POST',
    path: `${path}/read`,
    allow: 'signedIn',
    input: z.strictObject({ announcementId: z.uuid() }),
    output: nothing,
  },
});
