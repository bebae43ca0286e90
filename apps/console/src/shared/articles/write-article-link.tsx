import { articleCalls, companyTypes, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { session } from '../../kit/api/session.ts';
import { currentLang } from '../../kit/format/lang.ts';

interface Props {
  question: string;
  /** What solved it, as plain text. */
  answer: string;
  code?: string | undefined;
}

/** The answer stands in the address of the new article, which browsers and proxies cut. */
const maxAnswer = 1_000;

/** Begins an article with what was just solved. Companies that run robots only read articles. */
export function WriteArticleLink({ question, answer, code }: Props) {
  const { t } = useTranslation('articles');
  if (!may(articleCalls.add.allow) || session.user()?.companyType === companyTypes.terminal) return null;
  const start = { question, answer: answer.slice(0, maxAnswer), lang: currentLang(), code };
  return <Link to={pages.article({ add: 1, ...start })}>{t('write')}</Link>;
}
