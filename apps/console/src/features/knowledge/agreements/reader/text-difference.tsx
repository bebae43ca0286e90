import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { blockDifference, blocksOf, type Block } from './block-difference.ts';
import './agreement-texts.css';

const marks = {
  SAME: ({ text }: Pick<Block, 'text'>) => <p>{text}</p>,
  ADDED: ({ text }: Pick<Block, 'text'>) => (
    <p>
      <ins>{text}</ins>
    </p>
  ),
  REMOVED: ({ text }: Pick<Block, 'text'>) => (
    <p>
      <del>{text}</del>
    </p>
  ),
};

/** What a version adds to the one before and removes from it, by paragraph. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const blocks = useMemo(() => blockDifference(blocksOf(before), blocksOf(after)), [before, after]);
  if (blocks.every(({ kind }) => kind === 'SAME')) return <p>{t('noChanges')}</p>;
  return (
    <div className="agreement-difference">
      {blocks.map(({ key, ...block }) => {
        const Mark = marks[block.kind];
        return <Mark key={key} {...block} />;
      })}
    </div>
  );
}
