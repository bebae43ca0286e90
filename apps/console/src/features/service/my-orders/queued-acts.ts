import {
  workOrderActCalls,
  workOrderPictureCalls,
  workOrderWorkCalls,
  type Call,
  type Sent,
  type WorkOrderDetail,
} from '@sweepline/contract';
import type { OutboxDraft } from '../../../kit/offline/outbox.ts';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';

const { comment, wait, resolve } = workOrderActCalls;

/** The calls that work without a network. An entry names its call by the path. */
export const queuedCalls: readonly Call[] = [
  comment,
  wait,
  resolve,
  workOrderPictureCalls.addPictures,
  workOrderWorkCalls.saveWork,
];

export type ActKind = 'comment' | 'wait' | 'goOn' | 'resolve';

/** What a person writes down on the phone. `choice` is what is waited for, or the resolution. */
export interface Act {
  kind: ActKind;
  text: string;
  choice: string;
}

const draftOf = <C extends Call>(id: string, { path }: C, input: Sent<C>): OutboxDraft => ({
  subject: id,
  versioned: id,
  path,
  input: input as Record<string, unknown>,
});

type Versioned = Pick<WorkOrderDetail, 'id' | 'version'>;
type Wait = Sent<typeof wait>['waitingFor'];
type Resolution = Sent<typeof resolve>['resolution'];

/** An act as an entry of the outbox, based on the version that the person saw. */
export function draftOfAct({ id, version }: Versioned, { kind, text, choice }: Act): OutboxDraft {
  if (kind === 'comment') return draftOf(id, comment, { id, text });
  // The form offers only the values of the contract, and the server checks them.
  if (kind === 'resolve')
    return draftOf(id, resolve, { id, version, resolution: choice as Resolution, text });
  return draftOf(id, wait, {
    id,
    version,
    waitingFor: kind === 'goOn' ? null : (choice as Wait),
    note: text,
  });
}

const wordsIn = (input: Record<string, unknown>, name: string) =>
  typeof input[name] === 'string' ? input[name] : '';

/** The act of an entry; undefined for the work on an order, which is no act of this page. */
export function actOf({ path, input }: Pick<OutboxEntry, 'path' | 'input'>): Act | undefined {
  if (path === comment.path) return { kind: 'comment', text: wordsIn(input, 'text'), choice: '' };
  if (path === resolve.path)
    return { kind: 'resolve', text: wordsIn(input, 'text'), choice: wordsIn(input, 'resolution') };
  if (path !== wait.path) return undefined;
  const choice = wordsIn(input, 'waitingFor');
  return { kind: choice ? 'wait' : 'goOn', text: wordsIn(input, 'note'), choice };
}

/** Whether the server would accept the act on the order as it is now. */
export const isPossible = ({ state, waiting }: WorkOrderDetail, { kind }: Pick<Act, 'kind'>): boolean =>
  kind === 'comment' ||
  (kind === 'resolve' && state === 'PROCESSING') ||
  (kind === 'wait' && state === 'PROCESSING' && waiting === null) ||
  (kind === 'goOn' && state === 'PROCESSING' && waiting !== null);
