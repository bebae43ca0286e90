import { articleCalls, articleMay, pages, type ArticleDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ArticleActs } from './article-acts.tsx';
import { aboutOf, type ArticleStart } from './article-draft.ts';
import { ArticleFields } from './article-fields.tsx';
import { ArticleHistory } from './article-history.tsx';
import { ArticleMark } from './article-mark.tsx';
import { ArticleTexts } from './article-texts.tsx';
import { ChangeChoice } from './change-choice.tsx';
import { mayWrite } from './may-write.ts';
import { useArticleForm } from './use-article-form.ts';
import '../../../kit/ui/panel.css';
import './articles.css';

/** The texts of an article in six languages beside what it is about. Without a row it writes a new one. */
export function ArticleEditor({ row, start }: { row?: ArticleDetail; start?: ArticleStart }) {
  const article = useArticleForm(row, start);
  const { form, texts, setTexts, unsaved } = article;
  const readOnly = row ? !articleMay(row, 'UPDATE') || !mayWrite(articleCalls.update) : false;
  return (
    <div className="article-page">
      <Head row={row} article={article} readOnly={readOnly} />
      <Refusal error={article.error} />
      <div className="article-columns">
        <ArticleTexts
          texts={texts}
          row={row}
          readOnly={readOnly}
          onChange={(lang, next) =>
            setTexts((before) => ({ ...before, [lang]: { ...before[lang], ...next } }))
          }
        />
        <aside className="article-side">
          <Form
            form={form}
            layout="vertical"
            className="sl-panel article-fields"
            initialValues={aboutOf(row, start)}
            disabled={readOnly}
            requiredMark={false}
            onValuesChange={article.touch}
          >
            <ArticleFields />
          </Form>
          {row && <ArticleHistory row={row} readOnly={readOnly || unsaved} />}
        </aside>
      </div>
      <LeaveGuard unsaved={unsaved && !article.isSaved} />
    </div>
  );
}

interface HeadProps {
  row: ArticleDetail | undefined;
  article: ReturnType<typeof useArticleForm>;
  readOnly: boolean;
}

function Head({ row, article, readOnly }: HeadProps) {
  const { t } = useTranslation('knowledge/articles');
  const { unsaved, changesTexts, change, setChange, busy, isEmpty, save } = article;
  return (
    <>
      <header className="sl-page-head">
        <div>
          <h1>{row ? row.question : t('add')}</h1>
          {row && <ArticleMark {...row} />}
        </div>
        <div className="sl-page-actions">
          {row?.isLive && (
            <a
              className="sl-button sl-button-quiet"
              href={pages.knowledgeBase({ id: row.id })}
              target="_blank"
              rel="noreferrer"
            >
              {t('openBase')}
            </a>
          )}
          {row && <ArticleActs row={row} disabled={unsaved} />}
          {row && changesTexts && <ChangeChoice value={change} onChange={setChange} />}
          {(unsaved || !row) && !readOnly && (
            <Button look="main" busy={busy} disabled={isEmpty} onClick={save}>
              {t('saveDraft')}
            </Button>
          )}
        </div>
      </header>
      {row && row.reasons !== '' && (
        <p role="note" className="article-note">
          <strong>{t('reasons')}</strong> {row.reasons}
        </p>
      )}
    </>
  );
}
