import { pages, taskCalls, zoneBoardCalls, type BoardZone } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatNumber, formatShare, formatTime } from '../../../kit/format/format.ts';
import { TimeIn } from '../../../kit/format/time-in.tsx';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { zoneLooks } from './zone-looks.ts';

export type ZoneAct = 'clean' | 'target' | 'history';

interface Props {
  zone: BoardZone;
  onAct: (act: ZoneAct, zone: BoardZone) => void;
  onPoint: (id: string | undefined) => void;
}

/** Row of a zone: state, last cleaning, target and actions. */
export function ZoneBoardRow({ zone, onAct, onPoint }: Props) {
  const { t } = useTranslation('work/zone-board');
  const { state, lastCleaned, lastTouched, target, dueAt, site } = zone;
  const insufficient = lastTouched && lastTouched.reportId !== lastCleaned?.reportId ? lastTouched : null;
  return (
    <tr role="row" onPointerEnter={() => onPoint(zone.id)} onPointerLeave={() => onPoint(undefined)}>
      <td role="cell" data-label={t('zone')}>
        <button type="button" className="sl-identity" onClick={() => onAct('history', zone)}>
          {zone.name}
        </button>
      </td>
      <td role="cell" data-label={t('state')}>
        <StateMark {...zoneLooks[state]} word={t(`states.${state}`)} />
        {dueAt && (
          <small>
            {t('due')} <TimeIn at={dueAt} zone={site?.timezone} />
          </small>
        )}
      </td>
      <td role="cell" data-label={t('lastCleaned')}>
        {lastCleaned ? (
          <Link to={pages.report({ id: lastCleaned.reportId })}>
            <Ago at={lastCleaned.endedAt} />
          </Link>
        ) : (
          t('never')
        )}
        {lastCleaned?.device && <small>{lastCleaned.device.nickname || lastCleaned.device.sn}</small>}
        {insufficient && (
          <small title={formatTime(insufficient.endedAt)}>
            {t('tooLittle', { share: formatShare(insufficient.coverage) })}
          </small>
        )}
      </td>
      <td role="cell" data-label={t('coverage')} className="sl-numeric">
        <Figure
          value={formatShare(lastCleaned?.coverage ?? null)}
          formula={t(lastCleaned?.source === 'STREAM' ? 'coverageFromStream' : 'coverageFormula')}
        />
      </td>
      <td role="cell" data-label={t('target')}>
        {target.source === 'INTERVAL' && target.everyHours !== null ? (
          <Every hours={target.everyHours} />
        ) : (
          t(`sources.${target.source === 'SCHEDULE' ? 'SCHEDULE' : 'NONE'}`)
        )}
        {target.source !== 'NONE' && (
          <small>{t('atLeast', { share: formatShare(target.leastCoverage) })}</small>
        )}
      </td>
      <td role="cell" className="sl-table-actions">
        <ZoneActs zone={zone} onAct={onAct} />
      </td>
    </tr>
  );
}

function ZoneActs({ zone, onAct }: Pick<Props, 'zone' | 'onAct'>) {
  const { t } = useTranslation('work/zone-board');
  const navigate = useNavigate();
  const late = zone.state === 'OVERDUE' || zone.state === 'NEVER';
  return (
    <>
      <Allowed call={taskCalls.cleanNow}>
        <Button icon="clean" look={late ? 'plain' : 'quiet'} onClick={() => onAct('clean', zone)}>
          {t('cleanNow')}
        </Button>
      </Allowed>
      <RowMenu
        label={zone.name}
        items={[
          may(zoneBoardCalls.setTarget.allow) && {
            key: 'target',
            text: t('setTarget'),
            icon: 'clock',
            run: () => onAct('target', zone),
          },
          may(taskCalls.create.allow) && {
            key: 'plan',
            text: t('plan'),
            icon: 'task',
            run: () => void navigate(pages.task({ new: 1, mapId: zone.map.id })),
          },
          { key: 'history', text: t('history'), icon: 'history', run: () => onAct('history', zone) },
        ]}
      />
    </>
  );
}

/** An interval in days if it is a whole number of days, otherwise in hours. */
function Every({ hours }: { hours: number }) {
  const { t } = useTranslation('work/zone-board');
  return hours % 24 === 0
    ? t('everyDays', { count: hours / 24, shown: formatNumber(hours / 24) })
    : t('everyHours', { count: hours, shown: formatNumber(hours) });
}
