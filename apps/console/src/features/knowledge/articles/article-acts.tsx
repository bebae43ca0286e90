import { articleCalls, articleMay, pages, type ArticleDetail, type ReleaseAct } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { ReleaseActs } from '../../../shared/approval/release-acts.tsx';
import { mayWrite } from './may-write.ts';

const { update, review, publish, unlist, remove } = articleCalls;
const callOf = {
  UPDATE: update,
  APPROVE: review,
  REFUSE: review,
  PUBLISH: publish,
  UNLIST: unlist,
  DELETE: remove,
};

interface Props {
  row: ArticleDetail;
  /** With unsaved changes another text would be judged than the one on the page. */
  disabled: boolean;
}

/** What the user may do with an article in its present state. */
export function ArticleActs({ row, disabled }: Props) {
  const { t } = useTranslation('knowledge/articles');
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const { id, question: name } = row;
  const may = (act: ReleaseAct) => act !== 'EXPIRE' && articleMay(row, act) && mayWrite(callOf[act]);
  if (disabled) return null;
  return (
    <>
      <ReleaseActs
        row={{ ...row, name }}
        calls={{ review, publish, unlist }}
        may={may}
        hints={{ reasons: t('reasonsHint'), unlist: t('unlistHint') }}
      />
      {may('DELETE') && (
        <RowMenu
          label={name}
          items={[
            { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: () => setRemoving(true) },
          ]}
        />
      )}
      {removing && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => void navigate(pages.articles())}
          onClose={() => setRemoving(false)}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
