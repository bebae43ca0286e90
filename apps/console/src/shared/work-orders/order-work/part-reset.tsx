import {
  deviceCareCalls,
  failedCommandStates,
  workOrderWorkCalls,
  type WorkOrderDetail,
  workOrderNumber,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { commandMarks } from '../../command/command-life.ts';
import { useCommandAction } from '../../command/use-command-action.ts';
import { useWords } from '../../words/use-words.ts';
import type { DraftPart } from './work-draft.ts';

interface Props {
  order: Pick<WorkOrderDetail, 'id' | 'number' | 'companyCode' | 'device'>;
  /** As it is stored: the reset belongs to a stored part. */
  part: DraftPart;
  readOnly: boolean;
}

const failed: readonly string[] = [...failedCommandStates, 'CANCELED'];

/** The counter of a replaced wearing part: a button that resets it, then the life of that command. */
export function PartReset({ order, part, readOnly }: Props) {
  const { t } = useTranslation('order-work');
  const { word } = useWords();
  const { device } = order;
  const { reset, consumable } = part;
  const link = useAction(workOrderWorkCalls.linkReset, { done: null, quiet: true });
  const named = { nickname: device?.name ?? '', sn: device?.sn ?? '' };
  const act = useCommandAction(deviceCareCalls.resetConsumable, named, ({ id: commandId }) => {
    if (part.id) link.mutate({ id: order.id, usedPartId: part.id, commandId });
  });
  const canReset =
    !readOnly && device?.id && consumable && part.id && may(deviceCareCalls.resetConsumable.allow);
  const again = reset !== null && failed.includes(reset.status);
  return (
    <span className="ow-reset">
      {reset && (
        <>
          <StateMark {...commandMarks[reset.status]} word={word('commandState', reset.status)} />
          {reset.status === 'QUEUED' && <small>{t('resetWaits')}</small>}
          {again && reset.code && <small>{word('reply', reset.code)}</small>}
        </>
      )}
      {canReset && (reset === null || again) && (
        <Button
          icon="refresh"
          busy={act.isPending || link.isPending}
          onClick={() =>
            act.mutate({
              id: device.id!,
              part: consumable,
              reason: t('resetReason', { number: workOrderNumber(order) }),
            })
          }
        >
          {t(again ? 'resetAgain' : 'resetCounter')}
        </Button>
      )}
      {!readOnly && part.id === null && <small>{t('resetAfterSave')}</small>}
    </span>
  );
}
