import type { CheckAnswer, Sent, UsedPart, WorkOrderWork, workOrderWorkCalls } from '@sweepline/contract';

/** A part in the draft. `reset` is the command of a stored part. */
export type DraftPart = Omit<UsedPart, 'id'> & { id: string | null };

/** The work on an order as a person edits it. */
export interface WorkDraft {
  templateId: string | null;
  answers: readonly CheckAnswer[];
  labourMinutes: number | null;
  parts: readonly DraftPart[];
  signature: { name: string; pictureId: string | null } | null;
}

export const draftOf = ({ checklist, answers, labour, parts, signature }: WorkOrderWork): WorkDraft => ({
  templateId: checklist?.templateId ?? null,
  answers,
  labourMinutes: labour.mine,
  parts,
  signature: signature && { name: signature.name, pictureId: signature.pictureId },
});

type SaveInput = Omit<Sent<typeof workOrderWorkCalls.saveWork>, 'id' | 'version' | 'clientId'>;

/** The draft as it is sent. */
export const inputOf = ({ templateId, answers, labourMinutes, parts, signature }: WorkDraft): SaveInput => ({
  templateId,
  answers: [...answers],
  labourMinutes,
  parts: parts.map(({ partId, quantity }) => ({ partId, quantity })),
  signature: signature?.name ? signature : null,
});

/** Whether two drafts would be sent alike. */
export const isSame = (a: WorkDraft, b: WorkDraft): boolean =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b));
