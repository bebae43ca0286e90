import type { Backup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatBytes, formatDuration, formatNumber, unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

const marks = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  RUNNING: { tone: 'working', icon: 'refresh' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  DELETED: { tone: 'quiet', icon: 'trash' },
} as const satisfies Record<Backup['state'], object>;

/** Backups and rehearsals, the newest first. */
export function RunTable({ runs }: { runs: readonly Backup[] }) {
  const { t } = useTranslation('installation/backups');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('size')}</th>
          <th scope="col">{t('duration')}</th>
          <th scope="col">{t('ended')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </PlainTable>
  );
}

function RunRow({ run }: { run: Backup }) {
  const { t } = useTranslation('installation/backups');
  return (
    <tr>
      <th scope="row">
        {t(`kinds.${run.what}`)}
        <small className="bk-folder">{run.name ? `${run.folder}/${run.name}` : run.folder}</small>
      </th>
      <td data-label={t('state')}>
        <StateMark {...marks[run.state]} word={t(`states.${run.state}`)} />
        <RunDetail run={run} />
      </td>
      <td data-label={t('size')} className="bk-number">
        <RunSize run={run} />
      </td>
      <td data-label={t('duration')} className="bk-number">
        {durationOf(run)}
      </td>
      <td data-label={t('ended')}>
        <Ago at={run.endedAt ?? run.requestedAt} />
      </td>
    </tr>
  );
}

/** How far it is, why it failed, or what it left out. */
function RunDetail({ run }: { run: Backup }) {
  const { t } = useTranslation('installation/backups');
  const { state, phase, doneBytes, totalBytes, fault, faultyFiles } = run;
  if (state === 'RUNNING' && phase)
    return (
      <small role="status">
        {t(`phases.${phase}`)}
        {doneBytes > 0 && ` · ${formatBytes(doneBytes)}`}
        {totalBytes !== null && totalBytes > 0 && ` / ${formatBytes(totalBytes)}`}
      </small>
    );
  if (fault)
    return (
      <small className="bk-fault">
        {t(`faults.${fault.code}`)} {fault.detail}
      </small>
    );
  return faultyFiles ? <small className="bk-fault">{t('faultyFiles', { count: faultyFiles })}</small> : null;
}

function RunSize({ run: { what, databaseBytes, fileBytes, newFileBytes, lists } }: { run: Backup }) {
  const { t } = useTranslation('installation/backups');
  if (what === 'REHEARSAL') return lists === null ? unknown : t('lists', { count: lists });
  if (databaseBytes === null) return unknown;
  return (
    <>
      {formatBytes(databaseBytes + (fileBytes ?? 0))}
      <small>{t('newFiles', { size: formatBytes(newFileBytes) })}</small>
    </>
  );
}

const durationOf = ({ startedAt, endedAt }: Backup): string =>
  startedAt && endedAt
    ? formatDuration(Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)))
    : formatNumber(null);
