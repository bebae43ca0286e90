import { mapDraftCalls, type MapDraft } from '@sweepline/contract';
import type { Shapes } from '@sweepline/map-core';
import { send } from '../../../../kit/api/api.ts';
import { drawnIn, type Stored } from './editor-session-state.ts';

/** The draft as the server has it; null when it cannot be asked. */
export async function readDraft(mapId: string): Promise<MapDraft | null> {
  try {
    return await send(mapDraftCalls.detail, { mapId }, { quiet: true });
  } catch {
    return null;
  }
}

/** The whole drawing, on the version it was read as and the published one it stands on. */
export function sendDraft(mapId: string, { version, baseVersion }: Stored, shapes: Shapes, file?: string) {
  const drawing = { mapId, version, baseVersion, elements: drawnIn(shapes) };
  return send(mapDraftCalls.save, { ...drawing, ...(file && { groundFileId: file }) }, { quiet: true });
}
