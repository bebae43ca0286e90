import { deviceVersionCalls, type Output, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { usePartName } from '../../../shared/words/use-part-name.ts';

type Comparison = Output<typeof deviceVersionCalls.compare>;

interface Props {
  /** The page's own robot first. */
  ids: readonly string[];
  onLeave: (id: string) => void;
  onEnd: () => void;
}

/** Robots side by side. A difference from the page's robot has a mark, not only a colour. */
export function CompareTable({ ids, onLeave, onEnd }: Props) {
  const { t } = useTranslation('devices/versions');
  const [show, setShow] = useAddress('show', 'all');
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceVersionCalls.compare, { ids: [...ids] }),
    meta: { silent: true },
  });
  const differing = data?.parts.filter(({ same }) => !same).length ?? 0;
  if (error && !data) {
    return (
      <>
        <Failure error={error} onRetry={() => void refetch()} />
        <Button onClick={onEnd}>{t('endCompare')}</Button>
      </>
    );
  }
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <div className="dv-compare-bar">
        <strong>{t('differing', { count: differing })}</strong>
        <Segments
          label={t('show')}
          value={show}
          options={[
            { value: 'all', text: t('all') },
            { value: 'different', text: t('onlyDifferent') },
          ]}
          onChange={setShow}
        />
        <Button look="quiet" onClick={onEnd}>
          {t('endCompare')}
        </Button>
      </div>
      {show === 'different' && differing === 0 ? (
        <Empty icon="check" title={t('alike')} hint={t('alikeHint')} />
      ) : (
        <Table comparison={data} all={show !== 'different'} onLeave={onLeave} />
      )}
    </>
  );
}

interface TableProps {
  comparison: Comparison;
  all: boolean;
  onLeave: (id: string) => void;
}

function Table({ comparison: { devices, parts }, all, onLeave }: TableProps) {
  const { t } = useTranslation('devices/versions');
  const nameOf = usePartName();
  return (
    <div className="dv-wide">
      <PlainTable>
        <thead>
          <tr>
            <th scope="col">{t('partTitle')}</th>
            {devices.map(({ id, nickname, sn, reportedAt }, index) => (
              <th key={id} scope="col">
                <span className="dv-who">
                  {index === 0 ? (
                    nickname
                  ) : (
                    <Link to={pages.device({ id, tab: 'versions' })}>{nickname}</Link>
                  )}
                  {index > 0 && (
                    <Button
                      look="quiet"
                      icon="close"
                      aria-label={t('leave', { name: nickname })}
                      onClick={() => onLeave(id)}
                    />
                  )}
                </span>
                <small>
                  {sn} · {reportedAt ? <Ago at={reportedAt} /> : t('never')}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts
            .filter(({ same }) => all || !same)
            .map(({ part, versions, same }) => (
              <tr key={part} data-differs={!same || undefined}>
                <th scope="row">{nameOf(part)}</th>
                {versions.map((version, index) => (
                  <td key={devices[index]?.id}>
                    {version === null ? (
                      <span className="sl-unknown">{t('absent')}</span>
                    ) : (
                      <code>{version}</code>
                    )}
                    {version !== versions[0] && (
                      <span className="dv-differs" title={t('differs')}>
                        <Icon name="alert" size={14} />
                        <span className="sl-sr-only">{t('differs')}</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
