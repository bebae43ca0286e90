import { z } from 'zod';
import { cameras } from '../robot/video/cameras.ts';

/** What is stored with a picture: nothing, the pose of the robot, or also areas drawn by people. */
export const aiCollectionTypes = ['IMAGE', 'IMAGE_POSE', 'SEGMENT'] as const;
export type AiCollectionType = (typeof aiCollectionTypes)[number];

/** When robots of a project collect. */
export const aiCollectionTimes = ['TASKS', 'ALWAYS'] as const;

export const aiProjectStates = ['DRAFT', 'RUNNING', 'STOPPED'] as const;
export type AiProjectState = (typeof aiProjectStates)[number];

export const aiCollectionStates = ['UNCOLLECTED', 'WAITING', 'COLLECTING', 'DONE', 'FAILED'] as const;
export type AiCollectionState = (typeof aiCollectionStates)[number];
/** The state of the upload of the original images. */
export const aiUploadStates = ['NONE', 'UPLOADING', 'DONE', 'FAILED'] as const;
export type AiUploadState = (typeof aiUploadStates)[number];

/** For what a company gives its pictures: for models of its own robots, or to improve those of all. */
export const aiConsentPurposes = ['OWN', 'ALL'] as const;
export type AiConsentPurpose = (typeof aiConsentPurposes)[number];

/** Whether people keep a picture. */
export const aiImageStates = ['NEW', 'KEPT', 'REJECTED'] as const;
export type AiImageState = (typeof aiImageStates)[number];

export const aiLabelStates = ['UNLABELLED', 'LABELLED', 'REVIEWED', 'SENT_BACK'] as const;
export type AiLabelState = (typeof aiLabelStates)[number];

export const aiLimits = {
  nameLength: 60,
  purposeLength: 300,
  classes: 20,
  classNameLength: 40,
  perSecond: { min: 0.1, max: 5 },
  cap: { min: 1, max: 100_000 },
  retentionDays: { min: 1, max: 3650 },
  devices: 500,
  shapes: 500,
  corners: 500,
  holes: 20,
  /** Acts on several images at once. */
  images: 500,
  exportedImages: 1000,
} as const;

/** A class of things that people mark on pictures. Its key chooses it; G leads to pages. */
export const aiClass = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,36}$/),
  name: z.string().trim().min(1).max(aiLimits.classNameLength),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  key: z.string().regex(/^[1-9a-fh-z]$/),
});
export type AiClass = z.infer<typeof aiClass>;

const part = z.number().min(0).max(1);
/** A corner as parts of the width and the height. */
const corner = z.tuple([part, part]);
const ring = z.array(corner).min(3).max(aiLimits.corners);
const ofClass = { id: z.uuid(), classId: aiClass.shape.id };

/** What people mark on a picture. Places are parts of its width and height, so that they fit the thumbnail too. */
export const aiShape = z.discriminatedUnion('kind', [
  /** The whole picture. */
  z.strictObject({ ...ofClass, kind: z.literal('IMAGE') }),
  z.strictObject({ ...ofClass, kind: z.literal('BOX'), from: corner, to: corner }),
  z.strictObject({
    ...ofClass,
    kind: z.literal('POLYGON'),
    ring,
    holes: z.array(ring).max(aiLimits.holes).default([]),
  }),
  /** Tiles of a grid over the picture, by row and column from the top left. */
  z.strictObject({
    ...ofClass,
    kind: z.literal('TILES'),
    columns: z.literal(16),
    rows: z.literal(9),
    tiles: z.array(z.number().int().min(0).max(143)).min(1).max(144),
  }),
]);
export type AiShape = z.infer<typeof aiShape>;

export const aiCameras = z.array(z.enum(cameras)).min(1).max(cameras.length);
