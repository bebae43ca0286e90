import { z } from 'zod';
import { approvalFaults } from '../grammar/approvals.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs, langTexts } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { publishInput, releaseStates, reviewInput, revision } from '../grammar/release.ts';
import { appInstallId } from './app-checks.ts';
import { appPlatforms, maxAppStages, maxAppText, maxAppWhitelist } from './app-values.ts';
import { releaseScopes } from './package-values.ts';

const stages = z
  .array(
    z.strictObject({ percent: z.number().int().min(1).max(100), hours: z.number().int().min(0).max(2_160) }),
  )
  .min(1)
  .max(maxAppStages)
  .refine(
    (list) =>
      list.at(-1)?.percent === 100 &&
      list.every(({ percent }, n) => n === 0 || percent > list[n - 1]!.percent),
    because('STAGES_DO_NOT_RISE'),
  );

/** A build number: `versionCodeMajor` × 2³² + `versionCode`, as far as a number holds it exactly. */
const build = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** One version of an app: its apk, and who gets it when. */
export const appRelease = z.object({
  id: z.string(),
  appId: z.string(),
  appName: z.string(),
  packageId: z.string(),
  platform: z.enum(appPlatforms),
  version: z.string(),
  build,
  bytes: z.number().int(),
  /** Installs have to take it. */
  forced: z.boolean(),
  releaseScope: z.enum(releaseScopes),
  whitelistCount: z.number().int(),
  /** Installs below this build have to take it; null for none. */
  leastBuild: build.nullable(),
  stages,
  /** The share of installs that gets it now; 0 before it is published. */
  percent: z.number().int(),
  /** When the next stage begins; null for none. */
  nextStageAt: moment.nullable(),
  state: z.enum(releaseStates),
  /** Published, but offered to no install since then. */
  haltedAt: moment.nullable(),
  /** Installs that have this build. */
  installs: z.number().int(),
  uploadedAt: moment,
  uploadedBy: z.string().nullable(),
  /** When an approved version is published by itself. */
  releaseAt: moment.nullable(),
  releasedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  revision: z.number().int(),
});
export type AppRelease = z.infer<typeof appRelease>;

/** A certificate of the apk. A rotated key shows an older one to older versions of Android. */
const certificate = z.object({
  sha256: z.string(),
  subject: z.string(),
  /** API levels of Android that see this certificate. */
  minSdk: z.number().int(),
  maxSdk: z.number().int().nullable(),
});
export type AppCertificate = z.infer<typeof certificate>;

export const appReleaseDetail = appRelease.extend({
  sha256: z.string(),
  minSdk: z.number().int(),
  certificates: z.array(certificate),
  /** The name of the app by the languages of the apk; an empty language is that of the app itself. */
  labels: z.array(z.object({ lang: z.string(), label: z.string() })),
  /** Address of the icon of the apk. */
  icon: z.string().nullable(),
  notes: langTexts(maxAppText),
  whitelist: z.array(z.string()),
  /** Why the check refused it; empty otherwise. */
  reasons: z.string(),
  checkedAt: moment.nullable(),
  checkedBy: z.string().nullable(),
  /** Why the caller may not approve the draft; null otherwise. */
  approvalFault: z.enum(approvalFaults).nullable(),
});
export type AppReleaseDetail = z.infer<typeof appReleaseDetail>;

/** Installs that get it first, or alone with the scope WHITELIST. */
const whitelist = z.array(appInstallId).max(maxAppWhitelist);

const settings = {
  forced: z.boolean().default(false),
  releaseScope: z.enum(releaseScopes).default('ALL'),
  whitelist: whitelist.default([]),
  leastBuild: build.nullable().default(null),
  notes: langTexts(maxAppText),
  stages: stages.default([{ percent: 100, hours: 0 }]),
  /** The version expires then; null for never. */
  expiresAt: moment.nullable().default(null),
};

/** One install of an app as it was seen last. */
const install = z.object({
  id: z.string(),
  install: z.string(),
  /** The robot whose screen it is; null for a phone, and for a robot that the reader does not see. */
  device: z.object({ id: z.string(), nickname: z.string() }).nullable(),
  build,
  lang: z.enum(langs).nullable(),
  firstSeenAt: moment,
  lastSeenAt: moment,
});
export type AppInstall = z.infer<typeof install>;

const path = 'service/appOta';
const read = { method: 'POST', allow: permissions.appUpgrades, reads: true } as const;
const write = { method: 'POST', allow: permissions.appReleaseWrite } as const;
const publish = { method: 'POST', allow: permissions.appReleasePublish } as const;

export const appReleaseCalls = calls('appReleases', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      /** Searches in names and package ids of apps and in versions. */
      keyword,
      appId: z.uuid().optional(),
      state: z.array(z.enum(releaseStates)).max(releaseStates.length).optional(),
      sort: sortBy('build', 'uploadedAt', 'releasedAt').default('-uploadedAt'),
    }),
    output: listOf(appRelease),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: appReleaseDetail },
  /** Makes a draft of an uploaded apk. Version, build, certificates and icon are read from it. */
  add: {
    ...write,
    path: `${path}/add`,
    input: z.strictObject({
      ...settings,
      appId: z.uuid(),
      /** A stored file of the kind APP_PACKAGE that the caller uploaded. */
      fileId: z.uuid(),
    }),
    output: appReleaseDetail,
  },
  /** A refused or approved version is a draft again. */
  update: {
    ...write,
    path: `${path}/update`,
    input: z.strictObject({ id: z.uuid(), revision, ...settings }),
    output: appReleaseDetail,
  },
  /** Names other installs, also of a published version. What was approved stays as it is. */
  changeWhitelist: {
    ...write,
    path: `${path}/whitelist/update`,
    input: z.strictObject({ id: z.uuid(), revision, whitelist }),
    output: appReleaseDetail,
  },
  /** Approves a draft, or refuses it with reasons. Only another person than those who uploaded and changed it approves. */
  check: {
    method: 'POST',
    allow: permissions.appReleaseReview,
    path: `${path}/check`,
    input: reviewInput,
    output: appReleaseDetail,
  },
  /** Publishes an approved or unlisted version now, or an approved one at a time. A halted one goes on in its stage. */
  publish: { ...publish, path: `${path}/publish`, input: publishInput, output: appReleaseDetail },
  /** Offers a published version to no install until it is published again. */
  halt: { ...publish, path: `${path}/halt`, input: byId, output: appReleaseDetail },
  unlist: { ...publish, path: `${path}/unlist`, input: byId, output: appReleaseDetail },
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
  /** The installs of an app, or those with the build of one version. */
  installs: {
    ...read,
    path: `${path}/device/queryWithPage`,
    input: listInput({ appId: z.uuid().optional(), releaseId: z.uuid().optional(), keyword }),
    output: listOf(install),
  },
});
