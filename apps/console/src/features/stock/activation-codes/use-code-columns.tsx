import { codeInGroups, type ActivationCode } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { unknown } from '../../../kit/format/format.ts';
import { CodeCompany, CodeDevice, CodePeriod } from './code-cells.tsx';
import { CodeLink } from './code-link.tsx';
import { CodeMark } from './code-mark.tsx';
import { DaysLeft } from './days-left.tsx';
import { useCodeWords } from './use-code-words.ts';

/** The columns of the code table. */
export function useCodeColumns(): Column<ActivationCode>[] {
  const { t } = useTranslation('stock/activation-codes');
  const words = useCodeWords();
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('code'),
        width: '230px',
        cell: ({ id, code, batch }) => (
          <>
            <CodeLink id={id}>{codeInGroups(code)}</CodeLink>
            <small>{batch.name}</small>
          </>
        ),
      },
      { key: 'state', title: t('state'), width: '120px', cell: (code) => <CodeMark code={code} /> },
      {
        key: 'kind',
        title: t('usage'),
        width: '110px',
        cell: ({ usageType, model }) => (
          <>
            <span>{t(`usages.${usageType}`)}</span>
            <small>{words.model(model)}</small>
          </>
        ),
      },
      { key: 'company', title: t('company'), cell: (code) => <CodeCompany code={code} /> },
      {
        key: 'device',
        title: t('device'),
        cell: (code) => <CodeDevice code={code} />,
      },
      {
        key: 'period',
        title: t('period'),
        width: '150px',
        cell: (code) => <CodePeriod code={code} />,
      },
      {
        key: 'validUntil',
        title: t('validUntil'),
        sort: 'validUntil',
        width: '140px',
        hidden: true,
        cell: ({ validUntil }) => <DaysLeft until={validUntil} />,
      },
      {
        key: 'noticeTo',
        title: t('noticeTo'),
        hidden: true,
        cell: ({ noticeTo }) => noticeTo?.name ?? unknown,
      },
      {
        key: 'usedAt',
        title: t('usedAt'),
        sort: 'usedAt',
        hidden: true,
        cell: ({ usedAt }) => <Ago at={usedAt} />,
      },
      {
        key: 'created',
        title: t('created'),
        sort: 'createdAt',
        width: '130px',
        cell: ({ createdAt, createdBy }) => <AgoBy at={createdAt} by={createdBy} />,
      },
    ],
    [t, words],
  );
}
