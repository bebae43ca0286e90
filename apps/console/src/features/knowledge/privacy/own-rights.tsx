import { privacyCalls } from '@sweepline/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, fetchBytes } from '../../../kit/api/api.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { dayOf } from '../../../kit/format/days.ts';
import { formatDay } from '../../../kit/format/format-day.ts';
import { Button } from '../../../kit/ui/button.tsx';

/** The data of the account as a file, and the request to delete it. */
export function OwnRights() {
  const { t } = useTranslation('knowledge/privacy');
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(callQuery(privacyCalls.request, {}));
  const cancel = useAction(privacyCalls.cancelDeletion, { done: t('cancelled') });
  const download = useMutation({
    mutationFn: () => fetchBytes(privacyCalls.data, {}),
    onSuccess: (bytes) =>
      saveFile(new Blob([bytes], { type: 'application/json' }), `my-data-${dayOf(new Date())}.json`),
  });
  const request = data?.request;
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('rights')}</h2>
      </header>
      <ul>
        <li>
          <span className="privacy-right">
            <strong>{t('data')}</strong>
            <small>{t('dataHint')}</small>
          </span>
          <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
            {t('dataAct')}
          </Button>
        </li>
        <li>
          <span className="privacy-right">
            <strong>{t('deletion')}</strong>
            <small>
              {request ? t('deletionAsked', { day: formatDay(dayOf(request.dueAt)) }) : t('deletionHint')}
            </small>
          </span>
          {request ? (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate({})}>
              {t('cancel')}
            </Button>
          ) : (
            <Button disabled={!data} onClick={() => setAsking(true)}>
              {t('ask')}
            </Button>
          )}
        </li>
      </ul>
      {asking && (
        <ConfirmCallDialog
          title={t('askTitle')}
          call={privacyCalls.askDeletion}
          input={{}}
          act={t('ask')}
          done={t('asked')}
          onClose={() => setAsking(false)}
        >
          {t('askHint')}
        </ConfirmCallDialog>
      )}
    </section>
  );
}
