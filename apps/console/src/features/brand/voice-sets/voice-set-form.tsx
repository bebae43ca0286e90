import { pages, voiceSetCalls, type Lang, type Output, type Sent } from '@sweepline/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { SlotFields } from './slot-fields.tsx';

type Stored = Output<typeof voiceSetCalls.detail>;
export type Place = Sent<typeof voiceSetCalls.add>['items'][number];

const placesOf = (set: Stored | null): Place[] =>
  (set?.items ?? []).map(({ language, slot, audio }) => ({ language, slot, audioId: audio.id }));

/** Form for the name and the files of a set. */
export function VoiceSetForm({ set }: { set: Stored | null }) {
  const { t, i18n } = useTranslation('brand/voice-sets');
  const navigate = useNavigate();
  const [name, setName] = useState(set?.name ?? '');
  const [remark, setRemark] = useState(set?.remark ?? '');
  const [items, setItems] = useState(placesOf(set));
  const [language, setLanguage] = useState<Lang>(set?.languages[0] ?? (i18n.language as Lang));
  const [isChanged, setChanged] = useState(false);
  const readOnly = !may((set ? voiceSetCalls.update : voiceSetCalls.add).allow);
  const saved = () => setChanged(false);
  const add = useAction(voiceSetCalls.add, {
    done: t('created', { name }),
    after: ({ id }) => {
      saved();
      void navigate(pages.voiceSet({ id }), { replace: true });
    },
    silent: true,
  });
  const update = useAction(voiceSetCalls.update, { done: t('saved', { name }), after: saved, silent: true });
  const change = <V,>(store: (value: V) => void, value: V) => {
    store(value);
    setChanged(true);
  };
  const save = () => {
    const fields = { name, remark, items };
    if (set) update.mutate({ id: set.id, version: set.version, ...fields });
    else add.mutate(fields);
  };
  return (
    <form
      className="voice-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveGuard unsaved={isChanged} />
      <fieldset disabled={readOnly}>
        <label>
          {t('name')}
          <Input value={name} maxLength={60} onChange={({ target }) => change(setName, target.value)} />
        </label>
        <label>
          {t('remark')}
          <Input value={remark} maxLength={200} onChange={({ target }) => change(setRemark, target.value)} />
        </label>
      </fieldset>
      <SlotFields
        language={language}
        items={items}
        readOnly={readOnly}
        onLanguage={setLanguage}
        onChange={(next) => change(setItems, next)}
      />
      <Refusal error={set ? update.error : add.error} />
      {!readOnly && (
        <footer>
          <Button
            look="main"
            type="submit"
            busy={add.isPending || update.isPending}
            disabled={name.trim() === ''}
          >
            {t('save')}
          </Button>
        </footer>
      )}
    </form>
  );
}
