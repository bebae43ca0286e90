import { deviceCareCalls, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { formatDay } from '../../../../kit/format/format-day.ts';
import { formatPercent } from '../../../../kit/format/format.ts';
import { usePartName } from '../../../../shared/words/use-part-name.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';

/** What is left of each wear part and fill of a robot. */
export function DeviceParts({ deviceId }: { deviceId: string }) {
  return may(deviceCareCalls.consumables.allow) ? <Parts deviceId={deviceId} /> : null;
}

function Parts({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('figures/board');
  const partName = usePartName();
  const query = useBoardQuery(deviceCareCalls.consumables, { id: deviceId });
  return (
    <BoardBlock
      question={t('questions.parts')}
      query={query}
      emptyText={({ list }) => (list.length === 0 ? t('empty.parts') : null)}
      tools={<Link to={pages.device({ id: deviceId, tab: 'consumables' })}>{t('all')}</Link>}
    >
      {({ list }) => (
        <ul className="board-rows">
          {list.map(({ id, remainingPct, state, endsOn }) => (
            <li key={id} data-state={state ?? undefined}>
              <span>{partName(id)}</span>
              <progress max={100} value={remainingPct ?? 0} aria-label={partName(id)} />
              <span>{formatPercent(remainingPct)}</span>
              <small>{endsOn && t('endsOn', { day: formatDay(endsOn) })}</small>
            </li>
          ))}
        </ul>
      )}
    </BoardBlock>
  );
}
