import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langTexts } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { revision } from '../grammar/release.ts';
import { named, pictureLimits } from '../people/company.ts';
import {
  appCategories,
  appPlatforms,
  appStates,
  maxAppCompanies,
  maxAppPictures,
  maxAppText,
} from './app-values.ts';
import { packageModels } from './package-values.ts';

/** The id of an app as Android and iOS have it. It never changes. */
const appPackageId = z
  .string()
  .trim()
  .max(120)
  .regex(/^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$/, because('APP_PACKAGE_ID'))
  .meta({ examples: ['com.example.app'] });

/** The newest published version. */
const newestVersion = z.object({ version: z.string(), build: z.number().int() });

/** An entry of the app store. Companies below read published ones that are for them, without names and figures. */
export const app = z.object({
  id: z.string(),
  name: z.string(),
  packageId: z.string(),
  platform: z.enum(appPlatforms),
  category: z.enum(appCategories),
  /** Of robots with a screen; empty for all. */
  models: z.array(z.string()),
  publisher: z.string(),
  /** The companies that it is for, with those below them; empty for all, and for a reader of a company below. */
  companies: z.array(named),
  /** Address of the stored picture. */
  icon: z.string().nullable(),
  /** In the language of the reader, or the nearest that has one. */
  description: z.string(),
  state: z.enum(appStates),
  newest: newestVersion.nullable(),
  /** Installs that were seen in the last 90 days; null for a reader of a company below. */
  installs: z.number().int().nullable(),
  updatedAt: moment,
  updatedBy: z.string().nullable(),
  /** Whether the app belongs to the tenant scope of the reader. */
  isOwn: z.boolean(),
  revision: z.number().int(),
});
export type App = z.infer<typeof app>;

export const appDetail = app.extend({
  descriptions: langTexts(maxAppText),
  iconFileId: z.string().nullable(),
  screenshots: z.array(z.object({ fileId: z.string(), file: z.string() })),
});
export type AppDetail = z.infer<typeof appDetail>;

const fields = {
  name: z.string().trim().min(1).max(60),
  category: z.enum(appCategories),
  models: z.array(z.enum(packageModels)).max(packageModels.length).default([]),
  publisher: z.string().trim().min(1).max(80),
  companyIds: z.array(z.uuid()).max(maxAppCompanies).default([]),
  descriptions: langTexts(maxAppText),
  /** Stored pictures of the call `picture`. */
  iconFileId: z.uuid().nullable().default(null),
  screenshotFileIds: z.array(z.uuid()).max(maxAppPictures).default([]),
};

const path = 'service/app';
const read = { method: 'POST', allow: permissions.appStore, reads: true } as const;
const write = { method: 'POST', allow: permissions.appWrite } as const;
const publish = { method: 'POST', allow: permissions.appPublish } as const;

export const appCalls = calls('apps', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      /** Searches in names, package ids and publishers. */
      keyword,
      state: z.array(z.enum(appStates)).max(appStates.length).optional(),
      platform: z.enum(appPlatforms).optional(),
      category: z.enum(appCategories).optional(),
      sort: sortBy('name', 'updatedAt', 'installs').default('name'),
    }),
    output: listOf(app),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: appDetail },
  /** Stores a jpg, png or gif (field `picture`) as an icon or a screenshot. Without an app it is deleted after a day. */
  picture: {
    ...write,
    path: `${path}/picture`,
    kind: 'multipart',
    maxUploadBytes: { picture: pictureLimits.bytes },
    input: z.strictObject({}),
    output: z.object({ fileId: z.string(), file: z.string() }),
  },
  add: {
    ...write,
    path: `${path}/add`,
    input: z.strictObject({ ...fields, packageId: appPackageId, platform: z.enum(appPlatforms) }),
    output: appDetail,
  },
  /** Readers of a published app have the change at once. */
  update: {
    ...write,
    path: `${path}/update`,
    input: z.strictObject({ id: z.uuid(), revision, ...fields }),
    output: appDetail,
  },
  publish: { ...publish, path: `${path}/publish`, input: byId, output: appDetail },
  /** Takes it from the store. Its versions are offered to no install any more. */
  unlist: { ...publish, path: `${path}/unlist`, input: byId, output: appDetail },
  remove: {
    method: 'POST',
    allow: permissions.appDelete,
    path: `${path}/delete`,
    input: byId,
    output: nothing,
  },
});
