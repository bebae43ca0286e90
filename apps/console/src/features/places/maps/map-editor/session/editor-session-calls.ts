import { mapDraftCalls, type MapDraft } from '@sweepline/contract';
import type { Shapes } from '@sweepline/map-core';
import { send } from '../../../../../kit/api/api.ts';
import { drawnIn, type Stored } from './editor-session-state.ts';

/** The draft on the server; null when it cannot be read. */
export async function readDraft(mapId: string): Promise<MapDraft | null> {
  try {
    return await send(mapDraftCalls.detail, { mapId }, { quiet: true });
  } catch {
    return null;
  }
}

/** Saves the whole drawing, with the draft version and the published version it is based on. */
export function sendDraft(mapId: string, { version, baseVersion }: Stored, shapes: Shapes, file?: string) {
  const drawing = { mapId, version, baseVersion, elements: drawnIn(shapes) };
  return send(mapDraftCalls.save, { ...drawing, ...(file && { groundFileId: file }) }, { quiet: true });
}
