import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { becauseAt } from '../grammar/reasons/because.ts';
import { named, pictureLimits } from '../people/company.ts';

/** The logos of a company by purpose. */
export const logoStyles = ['MENU_SMALL', 'MENU', 'APP', 'REPORT', 'ROBOT'] as const;
export type LogoStyle = (typeof logoStyles)[number];

export interface PictureSize {
  width: number;
  height: number;
}

/** Pixels of a logo of each style. */
export const logoSizes: Readonly<Record<LogoStyle, PictureSize>> = {
  MENU_SMALL: { width: 80, height: 60 },
  MENU: { width: 200, height: 100 },
  APP: { width: 80, height: 80 },
  REPORT: { width: 240, height: 240 },
  ROBOT: { width: 600, height: 600 },
};

/** Pictures that are uploaded together. */
export const maxLogoPictures = 4;

/** A crop that ends at the edge may exceed it by this much. */
const rounding = 1e-6;
const part = z.number().min(0).max(1);

/** The part of a picture that becomes a logo, in shares of its sides, and the empty border around it. */
export const logoCut = z
  .strictObject({
    x: part,
    y: part,
    width: z.number().min(0.02).max(1),
    height: z.number().min(0.02).max(1),
    /** Share of the shorter side of the logo. */
    margin: z.number().min(0).max(0.4),
  })
  .refine(({ x, width }) => x + width <= 1 + rounding, becauseAt('width', 'INVALID'))
  .refine(({ y, height }) => y + height <= 1 + rounding, becauseAt('height', 'INVALID'));
export type LogoCut = z.infer<typeof logoCut>;

/** The whole picture without a border. */
export const wholePicture: LogoCut = { x: 0, y: 0, width: 1, height: 1, margin: 0 };

/** The pixels that a logo leaves for its picture. */
export function innerSize(style: LogoStyle, margin: number): PictureSize {
  const { width, height } = logoSizes[style];
  const border = Math.round(Math.min(width, height) * margin);
  return { width: width - 2 * border, height: height - 2 * border };
}

/** Pixels of the logo per pixel of its picture. Above 1 the picture is too small and looks blurred. */
export function logoScale(style: LogoStyle, cut: LogoCut, picture: PictureSize): number {
  const inner = innerSize(style, cut.margin);
  return Math.min(inner.width / (cut.width * picture.width), inner.height / (cut.height * picture.height));
}

export const logo = z.object({
  id: z.string(),
  company: named,
  style: z.enum(logoStyles),
  /** Address of the stored file. */
  file: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  /** Null for a logo that was stored before sizes were. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The picture it was cut from; null if that was not stored. */
  picture: z
    .object({ file: z.string(), name: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
  cut: logoCut,
  version: z.number().int(),
  /** When its picture was uploaded. */
  uploadedAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Logo = z.infer<typeof logo>;

/** OWN: of the company. ABOVE: of a company above it. NONE: the product's. */
export const logoOrigins = ['OWN', 'ABOVE', 'NONE'] as const;

/** The logo that a company has for one purpose. */
export const effectiveLogo = z.object({
  style: z.enum(logoStyles),
  origin: z.enum(logoOrigins),
  /** Address of the stored file; null for that of the product. */
  file: z.string().nullable(),
});
export type EffectiveLogo = z.infer<typeof effectiveLogo>;

const companyId = z.uuid().optional();
const read = { method: 'POST', allow: permissions.logos, reads: true } as const;
const write = { method: 'POST', allow: permissions.logoChange } as const;
const path = 'service/logo';

export const logoCalls = calls('logos', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      companyId,
      style: z.enum(logoStyles).optional(),
      sort: sortBy('uploadedAt').optional(),
    }),
    output: listOf(logo),
  },
  /** The logos in force for a company, the caller's own without `companyId`. */
  effective: {
    ...read,
    path: `${path}/effective`,
    input: z.strictObject({ companyId }),
    output: z.object({ company: named, list: z.array(effectiveLogo) }),
  },
  /** Stores a jpg, png or gif (field `picture`) to cut logos from. Without a logo it is deleted after a day. */
  picture: {
    ...write,
    path: `${path}/picture`,
    kind: 'multipart',
    maxUploadBytes: { picture: pictureLimits.bytes },
    input: z.strictObject({ companyId }),
    output: z.object({ fileId: z.string(), width: z.number().int(), height: z.number().int() }),
  },
  /** Cuts logos from stored pictures, at most four of them. A logo of the same style is replaced. */
  add: {
    ...write,
    path: `${path}/add`,
    input: z.strictObject({
      companyId,
      cuts: z
        .array(z.strictObject({ style: z.enum(logoStyles), fileId: z.uuid(), cut: logoCut }))
        .min(1)
        .max(logoStyles.length),
    }),
    output: z.object({ list: z.array(logo) }),
  },
  /** Cuts a logo again from its picture. */
  update: {
    ...write,
    path: `${path}/update`,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), cut: logoCut }),
    output: logo,
  },
  /** The company then has the logo of the company above. */
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    allow: permissions.logoDelete,
    input: byId,
    output: nothing,
  },
});
