import { permissions, type Input, type ShellRecording, type shellCalls } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { shellPieces, shellSessions } from '../../../entities/remote/shell-table.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { find } from '../../../platform/db/page.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { rightsOn } from './shell-rules.ts';

type Piece = [ms: number, text: string];
/** The contents were written by this program. */
const piecesIn = (content: string): Piece[] => JSON.parse(content) as Piece[];

/** The recording of a shell that ended. Input is shown to people who may approve, with a reason. */
export async function recordingOf(
  ctx: Ctx,
  vault: Pick<Vault, 'open'>,
  { id, withInput, reason }: Input<(typeof shellCalls)['recording']>,
): Promise<ShellRecording> {
  const { db, account, now } = ctx;
  const row = await find(db, shellSessions, id);
  if (withInput && !hasPermission(account, permissions.deviceShellApprove)) throw new Refusal('forbidden');
  if (withInput && reason === '') throw wrongField('reason', 'REASON_MISSING');
  if (!rightsOn(row, account, now().getTime()).replay) throw new Refusal('wrongState');
  const rows = await db
    .select()
    .from(shellPieces)
    .where(and(eq(shellPieces.sessionId, id), withInput ? undefined : eq(shellPieces.kind, 'OUTPUT')))
    .orderBy(asc(shellPieces.fromChar));
  const of = (kind: 'OUTPUT' | 'INPUT') => rows.filter((it) => it.kind === kind);
  const durationMs = Date.parse(row.endedAt ?? '') - Date.parse(row.openedAt ?? '');
  return {
    cols: row.cols,
    rows: row.rows,
    durationMs: Number.isFinite(durationMs) ? durationMs : 0,
    output: of('OUTPUT').flatMap(({ content }) => piecesIn(content)),
    input: withInput ? of('INPUT').flatMap(({ content }) => piecesIn(vault.open(content))) : null,
  };
}
