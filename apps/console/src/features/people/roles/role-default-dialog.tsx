import { defaultTargets, roleCalls, type DefaultTarget, type Role } from '@sweepline/contract';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import './role-list.css';

/** Selects the kinds of company whose new companies get a copy of this role. */
export function RoleDefaultDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation('people/roles');
  const { id, version, name, defaultFor } = role;
  const [targets, setTargets] = useState<DefaultTarget[]>(defaultFor);
  const [submitted, setSubmitted] = useState(false);
  const save = useAction(roleCalls.setDefault, { done: t('madeDefault', { name }), after: onClose });
  const stop = useAction(roleCalls.unsetDefault, { done: t('unmadeDefault', { name }), after: onClose });
  const choose = (target: DefaultTarget, on: boolean) =>
    setTargets((old) => (on ? [...old, target] : old.filter((value) => value !== target)));
  const submit = () => {
    setSubmitted(true);
    if (targets.length > 0) save.mutate({ id, version, targets });
  };
  return (
    <Dialog
      open
      title={t('defaultTitle', { name })}
      onCancel={onClose}
      footer={
        <>
          {defaultFor.length > 0 && (
            <Button busy={stop.isPending} onClick={() => stop.mutate({ id, version })}>
              {t('unmakeDefault')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" busy={save.isPending} onClick={submit}>
            {t('saveDefault')}
          </Button>
        </>
      }
    >
      <p>{t('defaultHint')}</p>
      <fieldset className="role-targets">
        <legend>{t('defaultFor')}</legend>
        {defaultTargets.map((target) => (
          <label key={target}>
            <input
              type="checkbox"
              checked={targets.includes(target)}
              onChange={(event) => choose(target, event.target.checked)}
            />
            {t(`targets.${target}`)}
          </label>
        ))}
      </fieldset>
      {submitted && targets.length === 0 && (
        <p className="role-targets-wrong" role="alert">
          {t('oneTarget')}
        </p>
      )}
    </Dialog>
  );
}
