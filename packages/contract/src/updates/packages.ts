import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { approvalFaults } from '../grammar/approvals.ts';
import { publishInput, releaseStates, reviewInput, revision } from '../grammar/release.ts';
import { otaManifest, otaPackageTypes, signedOtaManifest } from '../robot/index.ts';
import { packageFormats, packageModels, releaseScopes } from './package-values.ts';

/** A software package of the provider. Companies below read published ones for their robots, without names and whitelist. */
export const otaPackage = z.object({
  id: z.string(),
  name: z.string(),
  models: z.array(z.string()),
  pkgType: z.enum(otaPackageTypes),
  /** The software version; `revision` counts the changes of the row. */
  version: z.string(),
  format: z.enum(packageFormats),
  bytes: z.number().int(),
  /** It ignores update windows. */
  forced: z.boolean(),
  state: z.enum(releaseStates),
  releaseScope: z.enum(releaseScopes),
  /** Null for a package of a company above. */
  whitelistCount: z.number().int().nullable(),
  uploadedAt: moment,
  /** Null if the reader does not see the account. */
  uploadedBy: z.string().nullable(),
  /** When an approved package is published by itself. */
  releaseAt: moment.nullable(),
  /** When it was last published. */
  releasedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  /** Whether the package belongs to the tenant scope of the reader. */
  isOwn: z.boolean(),
  revision: z.number().int(),
});
export type OtaPackage = z.infer<typeof otaPackage>;

export const otaPackageDetail = otaPackage.extend({
  minVersion: z.string().nullable(),
  fromVersions: z.array(z.string()),
  needs: otaManifest.shape.needs,
  sha256: z.string(),
  keyId: z.string(),
  signature: z.string(),
  remarks: z.string(),
  /** Why the check refused it; empty otherwise. */
  reasons: z.string(),
  checkedAt: moment.nullable(),
  checkedBy: z.string().nullable(),
  /** Why the caller may not approve the draft; null otherwise. */
  approvalFault: z.enum(approvalFaults).nullable(),
  /** How robots come from the published versions of the same type to this one; the newest first. */
  ways: z.array(z.object({ from: z.string(), versions: z.array(z.string()).nullable() })),
});
export type OtaPackageDetail = z.infer<typeof otaPackageDetail>;

const settings = {
  name: z.string().trim().min(1).max(80),
  forced: z.boolean().default(false),
  releaseScope: z.enum(releaseScopes).default('ALL'),
  /** The package expires then; null for never. */
  expiresAt: moment.nullable().default(null),
  remarks: z.string().trim().max(2_000).default(''),
};

const path = 'service/ota/package';
const { ota, otaDetail } = permissions;
const post = { method: 'POST' } as const;

export const otaPackageCalls = calls('otaPackages', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: ota,
    reads: true,
    input: listInput({
      keyword,
      state: z.array(z.enum(releaseStates)).max(releaseStates.length).optional(),
      pkgType: z.enum(otaPackageTypes).optional(),
      model: z.enum(packageModels).optional(),
      sort: sortBy('name', 'version', 'bytes', 'uploadedAt', 'releasedAt').default('-uploadedAt'),
    }),
    output: listOf(otaPackage),
  },
  detail: {
    ...post,
    path: `${path}/detail`,
    allow: otaDetail,
    reads: true,
    input: byId,
    output: otaPackageDetail,
  },
  /** Makes a draft of an uploaded file. Format and signature are checked. */
  add: {
    ...post,
    path: `${path}/add`,
    allow: permissions.otaUpload,
    input: z.strictObject({
      ...settings,
      /** The chosen type; it must be that of the manifest. */
      pkgType: z.enum(otaPackageTypes),
      /** A stored file of the kind OTA_PACKAGE that the caller uploaded. */
      fileId: z.uuid(),
      signed: signedOtaManifest,
    }),
    output: otaPackageDetail,
  },
  /** A refused or approved package is a draft again. */
  update: {
    ...post,
    path: `${path}/update`,
    allow: permissions.otaUpdate,
    input: z.strictObject({ id: z.uuid(), revision, ...settings }),
    output: otaPackageDetail,
  },
  /** Approves a draft, or refuses it with reasons. Only another person than those who uploaded and changed it approves. */
  check: {
    ...post,
    path: `${path}/check`,
    allow: permissions.otaApprove,
    input: reviewInput,
    output: otaPackageDetail,
  },
  /** Publishes an approved or unlisted package now, or an approved one at a time. */
  publish: {
    ...post,
    path: `${path}/publish`,
    allow: permissions.otaPublish,
    input: publishInput,
    output: otaPackageDetail,
  },
  /** Takes it from the list. What is installing goes on; robots of running tasks that did not begin wait. */
  unlist: {
    ...post,
    path: `${path}/unlist`,
    allow: permissions.otaUnlist,
    input: byId,
    output: otaPackageDetail,
  },
  remove: {
    ...post,
    path: `${path}/delete`,
    allow: permissions.otaDelete,
    input: byId,
    output: nothing,
  },
});
