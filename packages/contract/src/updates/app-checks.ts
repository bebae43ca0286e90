import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';

/** An id that an app makes for itself when it is installed, or the serial number of a robot. It says nothing about a person. */
export const appInstallId = z
  .string()
  .trim()
  .regex(/^[\w.:-]{4,64}$/);

/** A newer version for one install. */
const offer = z.object({
  version: z.string(),
  build: z.number().int(),
  /** The app does not go on without it. */
  forced: z.boolean(),
  /** In the language that was asked for, or the nearest that has one. */
  notes: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Downloads the apk for this install, for ten minutes, with ranges. */
  url: z.string(),
  expiresAt: moment,
});
export type AppOffer = z.infer<typeof offer>;

/** Asked by apps themselves, without an account. An app for named companies is found by their accounts only. */
export const appCheckCalls = calls('appReleases', {
  check: {
    method: 'POST',
    path: 'app/check',
    open: true,
    allow: 'everyone',
    optionalAuth: true,
    reads: true,
    input: z.strictObject({
      packageId: z.string().trim().min(1).max(120),
      /** The installed build. */
      build: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      lang: z.enum(langs),
      install: appInstallId,
    }),
    output: z.object({ release: offer.nullable() }),
  },
  /** The file of such an address. Whether the version is still offered to the install is checked again. */
  fetch: {
    method: 'GET',
    path: 'app/file/:token',
    open: true,
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{20,200}$/) }),
    output: z.unknown(),
  },
});
