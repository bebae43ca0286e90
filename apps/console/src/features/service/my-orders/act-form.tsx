import {
  permissions,
  workOrderResolutions,
  workOrderWaits,
  type WorkOrderDetail,
  type WorkOrderResolution,
  type WorkOrderWait,
} from '@sweepline/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { isPossible, type Act, type ActKind } from './queued-acts.ts';

const maxText = { comment: 2_000, resolve: 2_000, wait: 500, goOn: 500 } as const;
const resolutions = workOrderResolutions.filter((it) => it !== 'DUPLICATE' && it !== 'WITHDRAWN');
const permissionOf = {
  comment: permissions.workOrders,
  wait: permissions.orderWork,
  goOn: permissions.orderWork,
  resolve: permissions.orderResolve,
} as const;
const kinds = ['comment', 'wait', 'goOn', 'resolve'] as const satisfies readonly ActKind[];
const firstChoice = { comment: '', goOn: '', wait: workOrderWaits[0], resolve: resolutions[0] ?? '' };

interface Props {
  order: WorkOrderDetail;
  /** The act that a person corrects. */
  initial?: Act;
  /** Rejects when the phone has no room for it. */
  onWrite: (act: Act) => Promise<void>;
  onCancel?: () => void;
}

/** The acts that need no network: comment, wait, go on, resolve. */
export function ActForm({ order, initial, onWrite, onCancel }: Props) {
  const { t } = useTranslation('service/my-orders');
  const { choices } = useWorkOrderWords();
  const textId = useId();
  const offered = kinds.filter((kind) => may(permissionOf[kind]) && isPossible(order, { kind }));
  const [chosen, setChosen] = useState<Act>(initial ?? { kind: 'comment', text: '', choice: '' });
  const [isBusy, setBusy] = useState(false);
  // The order may have moved on while the form was open.
  const act = offered.includes(chosen.kind) ? chosen : { ...chosen, kind: offered[0] ?? 'comment' };
  const choice = act.choice || firstChoice[act.kind];
  const needsText = act.kind === 'comment';

  const write = async () => {
    setBusy(true);
    try {
      await onWrite({ ...act, choice, text: act.text.trim() });
      setChosen({ kind: 'comment', text: '', choice: '' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="my-act"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      {offered.length > 1 && (
        <Segments
          onlyWay
          label={t('acts')}
          value={act.kind}
          options={offered.map((kind) => ({ value: kind, text: t(`act.${kind}`) }))}
          onChange={(kind) => setChosen({ ...act, kind, choice: '' })}
        />
      )}
      {(act.kind === 'wait' || act.kind === 'resolve') && (
        <div role="radiogroup" aria-label={t(`choose.${act.kind}`)} className="my-act-choices">
          {(act.kind === 'wait'
            ? choices<'waiting', WorkOrderWait>('waiting', workOrderWaits)
            : choices<'resolution', Exclude<WorkOrderResolution, 'DUPLICATE' | 'WITHDRAWN'>>(
                'resolution',
                resolutions,
              )
          ).map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name={`${textId} choice`}
                checked={choice === value}
                onChange={() => setChosen({ ...act, choice: value })}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      <label htmlFor={textId}>{t(`text.${act.kind}`)}</label>
      <textarea
        id={textId}
        className="sl-input"
        rows={3}
        maxLength={maxText[act.kind]}
        value={act.text}
        onChange={({ target }) => setChosen({ ...act, text: target.value })}
      />
      <div className="my-act-buttons">
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button look="main" type="submit" busy={isBusy} disabled={needsText && act.text.trim() === ''}>
          {t(`submit.${act.kind}`)}
        </Button>
      </div>
    </form>
  );
}
