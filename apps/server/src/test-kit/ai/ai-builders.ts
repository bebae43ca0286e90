import sharp from 'sharp';
import {
  aiConsents,
  aiImages,
  aiPictureFiles,
  aiProjectDevices,
  aiProjects,
} from '../../entities/ai/ai-table.ts';
import { sites } from '../../entities/places/site-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';
import { learningBuilders } from './learning-builders.ts';

type Project = typeof aiProjects.$inferInsert;
type Image = typeof aiImages.$inferInsert;
type Consent = typeof aiConsents.$inferInsert;

const dayMs = 86_400_000;
const classes = [
  { id: 'liquid', name: 'Liquid', colour: '#2563eb', key: '1' },
  { id: 'paper', name: 'Paper', colour: '#d97706', key: '2' },
];

/** A small picture that a thumbnail can be drawn of. */
const aPicture = () =>
  sharp({ create: { width: 16, height: 9, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();

/** Builders of collections of pictures. */
export function aiBuilders(db: Db, files: FileStore, now: Clock) {
  const later = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();

  const anAiProject = async (overrides: Partial<Project> = {}) => {
    const at = now().toISOString();
    const row = {
      companyId: companyIds.mall,
      name: 'Stains',
      purpose: '',
      classes,
      cameras: ['DOWN' as const],
      perSecond: 1,
      cap: 100,
      type: 'IMAGE_POSE' as const,
      during: 'ALWAYS' as const,
      until: later(30),
      facesBlurred: true,
      retentionDays: 365,
      createdAt: at,
      updatedAt: at,
      updatedBy: 'test',
      ...overrides,
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(aiProjects).values(row).returning())[0]!);
  };

  const aSiteOf = (companyId: string) =>
    inScope(db, '*', async (tx) => {
      const place = { name: `Hall ${newId()}`, address: '', timezone: 'Europe/Berlin' };
      const row = { companyId, ...place, createdAt: now().toISOString() };
      return (await tx.insert(sites).values(row).returning())[0]!.id;
    });

  return {
    anAiProject,

    ...learningBuilders(db, files, now, anAiProject),

    anAiProjectDevice: (row: typeof aiProjectDevices.$inferInsert) =>
      inScope(db, '*', async (tx) => (await tx.insert(aiProjectDevices).values(row).returning())[0]!),

    anAiConsent: async (overrides: Partial<Consent> = {}) => {
      const { companyId = companyIds.mall } = overrides;
      const siteId = overrides.siteId ?? (await aSiteOf(companyId));
      const terms = { purpose: 'OWN' as const, cameras: ['DOWN' as const], until: later(60) };
      const row = {
        ...terms,
        givenAt: now().toISOString(),
        givenBy: 'test',
        ...overrides,
        companyId,
        siteId,
      };
      return await inScope(db, '*', async (tx) => (await tx.insert(aiConsents).values(row).returning())[0]!);
    },

    anAiImage: async (overrides: Partial<Image> & { content?: Buffer } = {}) => {
      const { companyId = companyIds.mall, content = await aPicture(), ...columns } = overrides;
      const projectId = columns.projectId ?? (await anAiProject({ companyId })).id;
      const siteId = columns.siteId ?? (await aSiteOf(companyId));
      return await inScope(db, '*', async (tx) => {
        const about = { companyId, kind: aiPictureFiles, name: '1.jpg', mediaType: 'image/jpeg', content };
        const { id: fileId, sha256, bytes } = await storeFile(tx, files, now, about);
        const row = {
          deviceId: newId(),
          jobId: newId(),
          name: '1.jpg',
          width: 640,
          height: 360,
          camera: 'DOWN' as const,
          takenAt: now().toISOString(),
          facesBlurred: true,
          likeness: '0000000000000000',
          ...columns,
          companyId,
          projectId,
          siteId,
          fileId,
          sha256,
          bytes,
        };
        return (await tx.insert(aiImages).values(row).returning())[0]!;
      });
    },
  };
}
