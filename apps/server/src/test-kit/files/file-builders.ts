import { logoStyles, wholePicture } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { audioFiles, customAudio } from '../../entities/brand/custom-audio-table.ts';
import { logoFiles, logoPictures, logos } from '../../entities/people/logo-table.ts';
import { fileTransfers } from '../../features/remote/files/transfers/file-transfer-table.ts';
import {
  recordingFiles,
  snapshotFiles,
  videoRecordings,
  videoSnapshots,
} from '../../entities/remote/video-table.ts';
import { attachedSnapshots } from '../../entities/work/attached-snapshot-table.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { managedFiles } from '../../features/remote/files/managed-file-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { companyIds, people } from '../people.ts';

type Snapshot = Partial<typeof videoSnapshots.$inferInsert>;
type Recording = Partial<typeof videoRecordings.$inferInsert>;
type Transfer = Partial<typeof fileTransfers.$inferInsert>;
type Insert = Partial<typeof managedFiles.$inferInsert> & { content?: Buffer };

type MakeDevice = (overrides: { companyId: string }) => Promise<{ id: string }>;

/** Builders of files that people uploaded, and of their transfers. */
export const fileBuilders = (
  db: Db,
  files: FileStore,
  now: Clock,
  aDevice: MakeDevice,
  anAlarm: MakeDevice,
) => ({
  aManagedFile: ({ content = Buffer.from('a manual'), ...overrides }: Insert = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall, name = 'manual.pdf' } = overrides;
      const stored = { companyId, kind: 'FILE', name, mediaType: 'application/pdf', content };
      const { id: fileId } = await storeFile(tx, files, now, stored);
      const at = now().toISOString();
      const row = {
        companyId,
        fileId,
        name,
        format: 'pdf',
        label: 'manuals',
        remarks: '',
        uploadedById: people.mallAdmin.id,
        createdAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(managedFiles).values(row).returning())[0]!;
    }),

  /** A prompt that the companies below do not use. */
  anAudio: (overrides: Partial<typeof customAudio.$inferInsert> = {}, content = 'a sound') =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall } = overrides;
      const sound = { companyId, kind: audioFiles, name: 'start.wav', mediaType: 'audio/wav' };
      const file = await storeFile(tx, files, now, { ...sound, content: Buffer.from(content) });
      const row = {
        companyId,
        name: 'Start',
        soundType: 'PROMPT' as const,
        audience: 'OWN' as const,
        fileId: file.id,
        format: 'WAV' as const,
        bytes: file.bytes,
        seconds: 1,
        sampleRate: 22_050,
        channels: 1,
        waveform: [0, 0.5],
        createdAt: file.createdAt,
        updatedAt: file.createdAt,
        updatedBy: 'system',
        ...overrides,
      };
      return (await tx.insert(customAudio).values(row).returning())[0]!;
    }),

  /** A logo of a style that the company does not have yet, cut from a whole picture. */
  aLogo: (overrides: Partial<typeof logos.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall } = overrides;
      const used = await tx.select().from(logos).where(eq(logos.companyId, companyId));
      const style = logoStyles.find((candidate) => used.every((row) => row.style !== candidate));
      const png = { companyId, mediaType: 'image/png', content: Buffer.from('a picture') };
      const picture = await storeFile(tx, files, now, { ...png, kind: logoPictures, name: 'logo.png' });
      const file = await storeFile(tx, files, now, { ...png, kind: logoFiles, name: 'logo-report.png' });
      const row = {
        companyId,
        style: style ?? 'REPORT',
        cut: wholePicture,
        fileId: file.id,
        mediaType: file.mediaType,
        bytes: file.bytes,
        width: 240,
        height: 240,
        pictureFileId: picture.id,
        pictureName: picture.name,
        pictureWidth: 9,
        pictureHeight: 9,
        uploadedAt: picture.createdAt,
        updatedAt: picture.createdAt,
        updatedBy: 'system',
        ...overrides,
      };
      return (await tx.insert(logos).values(row).returning())[0]!;
    }),

  /** A snapshot of a camera, by the staff of the provider. */
  aVideoSnapshot: (overrides: Snapshot = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall } = overrides;
      const deviceId = overrides.deviceId ?? (await aDevice({ companyId })).id;
      const file = { companyId, kind: snapshotFiles, name: 'snapshot', mediaType: 'image/jpeg' };
      const { id: fileId } = await storeFile(tx, files, now, { ...file, content: Buffer.from('a picture') });
      const row = {
        companyId,
        deviceId,
        fileId,
        camera: 'FRONT' as const,
        takenAt: now().toISOString(),
        accountId: people.staff.id,
        viewer: 'Nick',
        company: 'Provider',
        width: 640,
        height: 360,
        ...overrides,
      };
      return (await tx.insert(videoSnapshots).values(row).returning())[0]!;
    }),

  /** A snapshot of an alarm, with a file of its own. */
  anAttachedSnapshot: ({ companyId = companyIds.mall }: { companyId?: string } = {}) =>
    inScope(db, '*', async (tx) => {
      const file = { companyId, kind: snapshotFiles, name: 'snapshot', mediaType: 'image/jpeg' };
      const { id: fileId } = await storeFile(tx, files, now, { ...file, content: Buffer.from('a picture') });
      const at = now().toISOString();
      const { id: alarmId } = await anAlarm({ companyId });
      const taken = { camera: 'FRONT' as const, takenAt: at, viewer: 'Nick', company: 'Provider' };
      const attached = { attachedAt: at, attachedById: people.staff.id, attachedBy: 'Nick' };
      const row = { companyId, fileId, alarmId, ...taken, ...attached };
      return (await tx.insert(attachedSnapshots).values(row).returning())[0]!;
    }),

  /** A recording of a camera that is stored, by the staff of the provider. */
  aVideoRecording: (overrides: Recording = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall } = overrides;
      const deviceId = overrides.deviceId ?? (await aDevice({ companyId })).id;
      const file = { companyId, kind: recordingFiles, name: 'recording.webm', mediaType: 'video/webm' };
      const { id: fileId } = await storeFile(tx, files, now, {
        ...file,
        content: Buffer.from('a recording'),
      });
      const at = now().toISOString();
      const row = {
        companyId,
        deviceId,
        fileId,
        camera: 'FRONT' as const,
        state: 'STORED' as const,
        accountId: people.staff.id,
        person: 'Nick',
        company: 'Provider',
        byRight: 'COMPANY' as const,
        reason: 'A look',
        startedAt: at,
        signAt: at,
        endedAt: at,
        endedAs: 'STOPPED' as const,
        durationMs: 5_000,
        bytes: 11,
        ...overrides,
      };
      return (await tx.insert(videoRecordings).values(row).returning())[0]!;
    }),

  /** A push to a device of the company, without a command: it did not get that far. */
  aFileTransfer: (overrides: Transfer = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.mall } = overrides;
      const deviceId = overrides.deviceId ?? (await aDevice({ companyId })).id;
      const row = {
        companyId,
        deviceId,
        direction: 'PUSH' as const,
        fileName: 'floor.bin',
        path: '/data/import/floor.bin',
        commandId: newId(),
        jobId: newId(),
        accountId: people.mallAdmin.id,
        by: people.mallAdmin.username,
        createdAt: now().toISOString(),
        ...overrides,
      };
      return (await tx.insert(fileTransfers).values(row).returning())[0]!;
    }),
});
