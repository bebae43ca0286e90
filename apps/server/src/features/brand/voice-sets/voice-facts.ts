import { langs, type Lang } from '@sweepline/contract';
import {
  audioSection,
  can,
  usualSlots,
  xReported,
  type AudioItem,
  type ReportedSlot,
} from '@sweepline/contract/robot';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { voiceUses } from '../../../entities/brand/voice-set-table.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { audioSectionName, settingsSection } from '../../devices/settings/section-service.ts';
import { inOrder, type SectionState } from './sound-rules.ts';

const settingsRow = alias(deviceSections, 'settings_row');
const audioRow = alias(deviceSections, 'audio_row');

/** The rows that say what a robot plays. */
export const voiceRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      device: {
        id: devices.id,
        companyId: devices.companyId,
        nickname: devices.nickname,
        sn: devices.sn,
        ...vehicleColumns,
      },
      state: deviceLives.state,
      settings: settingsRow,
      audio: audioRow,
      told: deviceDocuments.document,
      use: voiceUses,
    })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .leftJoin(settingsRow, and(eq(settingsRow.deviceId, devices.id), eq(settingsRow.name, settingsSection)))
    .leftJoin(audioRow, and(eq(audioRow.deviceId, devices.id), eq(audioRow.name, audioSectionName)))
    .leftJoin(
      deviceDocuments,
      and(eq(deviceDocuments.deviceId, devices.id), eq(deviceDocuments.kind, 'REPORTED')),
    )
    .leftJoin(voiceUses, and(eq(voiceUses.deviceId, devices.id), eq(voiceUses.companyId, devices.companyId)))
    .where(and(where, visible(db, devices)))
    .orderBy(asc(devices.nickname), asc(devices.id))
    .$dynamic();
export type VoiceRow = Awaited<ReturnType<typeof voiceRows>>[number];

/** What a robot says about its sounds, and the settings that decide about them. */
export interface VoiceFacts {
  /** Whether it takes sounds at all. */
  takes: boolean;
  slots: string[];
  reported: ReportedSlot[];
  language: Lang | null;
  settings: Record<string, unknown>;
  section: (SectionState & { items: AudioItem[] }) | null;
  /** Names by hash, of the files that were rolled out to it last. */
  names: ReadonlyMap<string, string>;
}

const isLang = (value: unknown): value is Lang => langs.some((lang) => lang === value);

/** The slots of a robot that has not named them yet are those of its model. */
const usualOf = (device: VoiceRow['device']) =>
  usualSlots.filter((slot) => can(device, 'lift') || !slot.startsWith('LIFT_'));

export function factsOf({ device, settings, audio, told, use }: VoiceRow): VoiceFacts {
  const { shape } = xReported;
  const named = shape.audioSlots.parse(told?.['audioSlots']);
  const wished: Record<string, unknown> = { ...settings?.reportedDocument, ...settings?.document };
  return {
    takes: can(device, 'audio'),
    slots: inOrder(named ?? usualOf(device)),
    reported: shape.audio.parse(told?.['audio']) ?? [],
    language: isLang(wished['language']) ? wished['language'] : null,
    settings: wished,
    section: audio && { ...audio, items: audioSection.safeParse(audio.document).data?.items ?? [] },
    names: new Map(use?.sounds.map(({ sha256, name }) => [sha256, name])),
  };
}
