import { aiTrainingCalls, pages, type AiTraining } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';

/** Cancels a training that is open, or repeats one that is over. */
export function TrainingActs({ training }: { training: AiTraining }) {
  const { t } = useTranslation('ai/training');
  const navigate = useNavigate();
  const cancel = useAction(aiTrainingCalls.cancel, { done: t('cancelled') });
  const again = useAction(aiTrainingCalls.again, { done: t('added') });
  const { id, projectName: project, datasetNumber: number, state } = training;
  const isOpen = state === 'WAITING' || state === 'RUNNING';
  return (
    <RowMenu
      label={t('version', { project, number })}
      items={[
        may(aiTrainingCalls.cancel.allow) &&
          isOpen && {
            key: 'cancel',
            text: t('cancel'),
            icon: 'stop',
            danger: true,
            run: () => cancel.mutate({ id }),
          },
        may(aiTrainingCalls.again.allow) &&
          !isOpen && {
            key: 'again',
            text: t('again'),
            icon: 'refresh',
            run: () =>
              again.mutate({ id }, { onSuccess: (made) => void navigate(pages.aiTraining({ id: made.id })) }),
          },
      ]}
    />
  );
}
