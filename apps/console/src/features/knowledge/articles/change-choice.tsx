import { articleChanges, type ArticleChange } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  value: ArticleChange;
  onChange: (value: ArticleChange) => void;
}

/** What the edit does to the other languages. */
export function ChangeChoice({ value, onChange }: Props) {
  const { t } = useTranslation('knowledge/articles');
  return (
    <Select
      aria-label={t('changeTitle')}
      value={value}
      popupMatchSelectWidth={false}
      options={articleChanges.map((change) => ({ value: change, label: t(`change.${change}`) }))}
      onChange={onChange}
    />
  );
}
