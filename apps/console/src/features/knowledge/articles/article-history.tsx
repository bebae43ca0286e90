import { articleCalls, type ArticleDetail, type ArticleVersion } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

interface Props {
  row: ArticleDetail;
  /** Nothing can be restored: typed changes would be lost. */
  readOnly: boolean;
}

/** The published versions of an article. An earlier one can be the draft again. */
export function ArticleHistory({ row, readOnly }: Props) {
  const { t } = useTranslation('knowledge/articles');
  const [chosen, setChosen] = useState<ArticleVersion>();
  const { id, revision } = row;
  const { data, error, refetch } = useQuery({
    ...callQuery(articleCalls.history, { id }),
    meta: { silent: true },
  });
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('history')}</h2>
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : data.list.length === 0 ? (
        <p className="article-none">{t('noHistory')}</p>
      ) : (
        <ul>
          {data.list.map((version) => (
            <li key={version.number}>
              <span className="sl-panel-what">
                <strong>{t('version', { number: formatNumber(version.number) })}</strong>
                <small>
                  <Ago at={version.publishedAt} /> {version.publishedBy}
                </small>
              </span>
              {!readOnly && (
                <Button icon="undo" onClick={() => setChosen(version)}>
                  {t('restore')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <ConfirmCallDialog
          title={t('restoreTitle', { number: formatNumber(chosen.number) })}
          call={articleCalls.restore}
          input={{ id, revision, number: chosen.number }}
          act={t('restore')}
          done={t('restored', { number: formatNumber(chosen.number) })}
          onClose={() => setChosen(undefined)}
        >
          {t('restoreHint')}
        </ConfirmCallDialog>
      )}
    </section>
  );
}
